import { open } from "node:fs/promises";

/** A value of a GGUF file's metadata. */
export type MetadataValue =
  | { readonly type: "uint32" | "float32"; readonly value: number }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "strings"; readonly values: readonly string[] }
  | { readonly type: "int32s"; readonly values: readonly number[] };

/** Weights are written in blocks: `length` numbers of a row in `bytes` bytes. `id` is ggml's number of the type. */
export const TENSOR_TYPES = {
  F32: { id: 0, length: 1, bytes: 4 },
  F16: { id: 1, length: 1, bytes: 2 },
  Q4_0: { id: 2, length: 32, bytes: 18 },
  Q8_0: { id: 8, length: 32, bytes: 34 },
  Q4_K: { id: 12, length: 256, bytes: 144 },
} as const;

export type TensorType = keyof typeof TENSOR_TYPES;

export interface Tensor {
  readonly name: string;
  readonly type: TensorType;
  /** How many numbers a row has: whole blocks of the type. */
  readonly rowLength: number;
  /** Absent for a vector, which has one row only. */
  readonly rowCount?: number;
  /** The bytes of `count` rows from row `first` on. Asked for in pieces, always the same ones. */
  readonly rows: (first: number, count: number) => Uint8Array;
}

/** Each tensor starts at a multiple of so many bytes. */
const ALIGNMENT = 32;
/** How much of a tensor is asked for at a time, in bytes. */
const PIECE_BYTES = 1 << 20;

const VALUE_IDS = { uint32: 4, int32: 5, float32: 6, boolean: 7, string: 8, array: 9 } as const;

/** How many bytes a row of so many numbers takes. Throws where the row is not made of whole blocks. */
export function rowBytes(type: TensorType, rowLength: number): number {
  const { length, bytes } = TENSOR_TYPES[type];
  if (rowLength % length !== 0)
    throw new Error(`A row of ${rowLength} numbers does not divide into blocks of ${type}.`);
  return (rowLength / length) * bytes;
}

/**
 * Writes a GGUF file of version 3: header, metadata, the tensors' descriptions, the tensors' data.
 * The format is described in ggml's docs/gguf.md. The data is never in memory as a whole.
 *
 * @param path written in place: who needs all or nothing renames afterwards
 */
export async function writeGguf(
  path: string,
  metadata: ReadonlyMap<string, MetadataValue>,
  tensors: readonly Tensor[],
): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.write(header(metadata, tensors));
    for (const tensor of tensors) {
      const { rowCount = 1 } = tensor;
      const bytes = rowBytes(tensor.type, tensor.rowLength);
      const rowsOfPiece = Math.max(1, Math.floor(PIECE_BYTES / bytes));
      for (let first = 0; first < rowCount; first += rowsOfPiece) {
        await file.write(tensor.rows(first, Math.min(rowsOfPiece, rowCount - first)));
      }
      await file.write(new Uint8Array(padding(bytes * rowCount)));
    }
  } finally {
    await file.close();
  }
}

function header(metadata: ReadonlyMap<string, MetadataValue>, tensors: readonly Tensor[]): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from("GGUF"), uint32(3), uint64(tensors.length), uint64(metadata.size)];
  for (const [key, value] of metadata) parts.push(string(key), Buffer.concat(valueParts(value)));
  let offset = 0;
  for (const { name, type, rowLength, rowCount } of tensors) {
    const dimensions = rowCount === undefined ? [rowLength] : [rowLength, rowCount];
    parts.push(string(name), uint32(dimensions.length), ...dimensions.map(uint64));
    parts.push(uint32(TENSOR_TYPES[type].id), uint64(offset));
    const bytes = rowBytes(type, rowLength) * (rowCount ?? 1);
    offset += bytes + padding(bytes);
  }
  const written = Buffer.concat(parts);
  return Buffer.concat([written, new Uint8Array(padding(written.length))]);
}

function valueParts(value: MetadataValue): Uint8Array[] {
  switch (value.type) {
    case "uint32":
      return [uint32(VALUE_IDS.uint32), uint32(value.value)];
    case "float32":
      return [uint32(VALUE_IDS.float32), new Uint8Array(Float32Array.of(value.value).buffer)];
    case "boolean":
      return [uint32(VALUE_IDS.boolean), Uint8Array.of(value.value ? 1 : 0)];
    case "string":
      return [uint32(VALUE_IDS.string), string(value.value)];
    case "strings":
      return [...arrayStart("string", value.values.length), ...value.values.map(string)];
    case "int32s":
      return [...arrayStart("int32", value.values.length), new Uint8Array(Int32Array.from(value.values).buffer)];
  }
}

function arrayStart(type: "string" | "int32", length: number): Uint8Array[] {
  return [uint32(VALUE_IDS.array), uint32(VALUE_IDS[type]), uint64(length)];
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function string(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function padding(bytes: number): number {
  return (ALIGNMENT - (bytes % ALIGNMENT)) % ALIGNMENT;
}
