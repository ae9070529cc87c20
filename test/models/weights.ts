import { createHash } from "node:crypto";
import { rowBytes, TENSOR_TYPES, type Tensor, type TensorType } from "./gguf.ts";

/** A vector of one number, as models have them beside their matrices. */
export function constantVector(name: string, length: number, value: number): Tensor {
  return { name, type: "F32", rowLength: length, rows: () => bytesOf(new Float32Array(length).fill(value)) };
}

export interface RandomMatrix {
  readonly name: string;
  readonly type: TensorType;
  readonly rowLength: number;
  /** Absent for a vector. */
  readonly rowCount?: number;
  /** Of the numbers, about 0. F32 and F16 are spread as a bell curve, the others evenly: their bytes are drawn, not computed from numbers. */
  readonly deviation: number;
  readonly seed: number;
  /** Rows from here on hold zeros. */
  readonly zerosFrom?: number;
}

/** Random numbers, the same for the same seed and name. */
function randomMatrix(matrix: RandomMatrix): Tensor {
  const { name, type, rowLength, deviation, seed, zerosFrom = Infinity } = matrix;
  const write = randomWriter(type, deviation);
  return {
    name,
    type,
    rowLength,
    ...(matrix.rowCount !== undefined && { rowCount: matrix.rowCount }),
    rows(first, count) {
      const bytes = new Uint8Array(rowBytes(type, rowLength) * count);
      const drawn = Math.max(0, Math.min(count, zerosFrom - first));
      // What follows stays zero: in each type, zero bytes are zeros.
      write(bytes.subarray(0, (bytes.length / count) * drawn), randomWords(`${seed} ${name} ${first}`));
      return bytes;
    },
  };
}

/** As `randomMatrix`; a type whose blocks do not divide the rows gives way to the one with the next smaller blocks, as llama.cpp's own tools do it. */
export function randomMatrixOfAnyLength(matrix: RandomMatrix): Tensor {
  const fits = matrix.rowLength % TENSOR_TYPES[matrix.type].length === 0;
  return randomMatrix(fits ? matrix : { ...matrix, type: "Q4_0" });
}

/** Rows of whole numbers of 8 bits times a power of two: without loss in F32, F16 and Q8_0. */
export function wholeNumberRows(
  name: string,
  type: ReturnType<typeof tokenMatrixType>,
  size: { readonly rowLength: number; readonly rowCount: number },
  power: number,
  rowAt: (index: number) => Int8Array,
): Tensor {
  const scale = 2 ** power;
  const halves = Uint16Array.from({ length: 256 }, (_, index) => halfOf((index - 128) * scale));
  const bytesOfRow = (row: Int8Array): Uint8Array => {
    if (type === "F32") return bytesOf(Float32Array.from(row, (value) => value * scale));
    if (type === "F16") return bytesOf(Uint16Array.from(row, (value) => halves[value + 128] ?? 0));
    const { length, bytes } = TENSOR_TYPES.Q8_0;
    const blocks = Buffer.alloc(rowBytes("Q8_0", row.length));
    for (let block = 0; block * length < row.length; block += 1) {
      const start = blocks.writeUInt16LE(halfOf(scale), block * bytes);
      blocks.set(row.subarray(block * length, (block + 1) * length), start);
    }
    return blocks;
  };
  // Many rows are the same array.
  const written = new WeakMap<Int8Array, Uint8Array>();
  const knownBytes = (row: Int8Array) => {
    const bytes = written.get(row) ?? bytesOfRow(row);
    written.set(row, bytes);
    return bytes;
  };
  const rows = (first: number, count: number) =>
    Buffer.concat(Array.from({ length: count }, (_, index) => knownBytes(rowAt(first + index))));
  return { name, type, ...size, rows };
}

/** Of the matrices of tokens, the most delicate ones of a model: quantized models keep more of them. */
export function tokenMatrixType(quantization: TensorType): "F32" | "F16" | "Q8_0" {
  return quantization === "F32" || quantization === "F16" ? quantization : "Q8_0";
}

/** A row of random numbers that belongs to a number: two of them have next to nothing in common. Its length is a multiple of 4. */
export function codeOf(number: number, length: number): Int8Array {
  const words = new Uint32Array(length / 4);
  fill(words, randomWords(`code ${number}`));
  return new Int8Array(words.buffer);
}

/** Spread of a number that is drawn evenly from 0 to 15, from -128 to 127, and what the scales of Q4_K's parts are set to. */
const SPREAD = { Q4_0: 4.61, Q8_0: 73.9, Q4_K: 4.61 };
const Q4_K_SCALE = 32;
/** Enough different numbers for weights; drawing one of them is much cheaper than computing each. */
const BELL_SIZE = 1 << 12;

function randomWriter(type: TensorType, deviation: number): (bytes: Uint8Array, next: () => number) => void {
  switch (type) {
    case "F32":
    case "F16": {
      const bell = bellCurve(deviation);
      const values = type === "F32" ? new Float32Array(bell) : Uint16Array.from(bell, halfOf);
      return (bytes, next) => {
        const target =
          type === "F32"
            ? new Float32Array(bytes.buffer, 0, bytes.length / 4)
            : new Uint16Array(bytes.buffer, 0, bytes.length / 2);
        for (let index = 0; index < target.length; index += 1) target[index] = values[next() % BELL_SIZE] ?? 0;
      };
    }
    case "Q8_0":
    case "Q4_0":
      return signedBlockWriter(TENSOR_TYPES[type].bytes, deviation / SPREAD[type]);
    case "Q4_K": {
      // Number = scale * part's scale * drawn - least * part's least. The 8 parts' scales and leasts are 6 bits each, packed into 12 bytes: all 32 here.
      const head = Buffer.alloc(16);
      const scale = deviation / SPREAD.Q4_K / Q4_K_SCALE;
      head.writeUInt16LE(halfOf(scale), 0);
      head.writeUInt16LE(halfOf(scale * 7.5), 2);
      head.fill(0b10_100000, 4, 12);
      return blockWriter(TENSOR_TYPES.Q4_K.bytes, head);
    }
  }
}

/** Fills with random bytes and puts the scale at the head of each block. */
function blockWriter(blockBytes: number, head: Uint8Array): (bytes: Uint8Array, next: () => number) => void {
  return (bytes, next) => {
    const words = new Uint32Array(Math.ceil(bytes.length / 4));
    fill(words, next);
    bytes.set(new Uint8Array(words.buffer, 0, bytes.length));
    for (let at = 0; at < bytes.length; at += blockBytes) bytes.set(head, at);
  };
}

/** As `blockWriter`, where the numbers of a block reach one step further below 0 than above: half of the scales are negative, so that the mean is 0. */
function signedBlockWriter(blockBytes: number, scale: number): (bytes: Uint8Array, next: () => number) => void {
  const head = Buffer.alloc(2);
  head.writeUInt16LE(halfOf(scale));
  const write = blockWriter(blockBytes, head);
  return (bytes, next) => {
    write(bytes, next);
    for (let at = 1; at < bytes.length; at += blockBytes) bytes[at] = (bytes[at] ?? 0) | (next() & 0x80);
  };
}

function fill(words: Uint32Array, next: () => number): void {
  for (let index = 0; index < words.length; index += 1) words[index] = next();
}

/** Numbers that are spread as a bell curve (Box and Muller 1958). Their mean is 0 to the last digit: the rows of a large matrix would add up what is missing. */
function bellCurve(deviation: number): number[] {
  const next = randomWords("bell curve");
  const half = Array.from({ length: BELL_SIZE / 2 }, () => {
    const radius = Math.sqrt(-2 * Math.log((next() + 1) / 2 ** 32));
    return deviation * radius * Math.cos((2 * Math.PI * next()) / 2 ** 32);
  });
  return [...half, ...half.map((value) => -value)];
}

/** Random words of 32 bits, the same for the same seed (xorshift128, Marsaglia 2003). */
function randomWords(seed: string): () => number {
  const hash = createHash("sha256").update(seed).digest();
  let a = hash.readUInt32LE(0) | 1;
  let b = hash.readUInt32LE(4);
  let c = hash.readUInt32LE(8);
  let d = hash.readUInt32LE(12);
  return () => {
    let mixed = d ^ (d << 11);
    mixed ^= mixed >>> 8;
    d = c;
    c = b;
    b = a;
    a = mixed ^ a ^ (a >>> 19);
    return a >>> 0;
  };
}

/** The bits of a number in half precision, the last place cut off. Numbers are small here: none overflows. */
function halfOf(value: number): number {
  const bits = new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 127 + 15;
  const fraction = bits & 0x7fffff;
  if (exponent > 0) return sign | (exponent << 10) | (fraction >> 13);
  // Below the smallest power: fewer and fewer digits, at last none.
  return exponent < -10 ? sign : sign | ((fraction | 0x800000) >> (14 - exponent));
}

function bytesOf(numbers: Float32Array | Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(numbers.buffer);
}
