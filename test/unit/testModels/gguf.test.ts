import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readGgufFileInfo } from "node-llama-cpp";
import { afterAll, expect, it } from "vitest";
import { rowBytes, TENSOR_TYPES, writeGguf, type Tensor, type TensorType } from "../../models/gguf.ts";

const folder = mkdtempSync(join(tmpdir(), "gguf-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Row n is full of the byte n + 1. */
function countedRows(name: string, type: TensorType, rowLength: number, rowCount?: number): Tensor {
  const bytes = rowBytes(type, rowLength);
  return {
    name,
    type,
    rowLength,
    ...(rowCount !== undefined && { rowCount }),
    rows: (first, count) =>
      Buffer.concat(Array.from({ length: count }, (_, row) => Buffer.alloc(bytes, (first + row + 1) % 256))),
  };
}

it("writes metadata and tensors as node-llama-cpp reads them", async () => {
  const path = join(folder, "all.gguf");
  const tensors = [
    countedRows("vector", "F32", 3),
    countedRows("halves", "F16", 5, 3),
    countedRows("bytes", "Q8_0", 64, 3),
    countedRows("fours", "Q4_0", 32, 1),
    countedRows("superblocks", "Q4_K", 512, 2),
    // Larger than what is asked for at a time.
    countedRows("large", "F32", 1000, 700),
  ];
  await writeGguf(
    path,
    new Map([
      ["general.architecture", { type: "string", value: "qwen2" }],
      ["general.name", { type: "string", value: "Modèle 😀" }],
      ["general.count", { type: "uint32", value: 4_000_000_000 }],
      ["general.ratio", { type: "float32", value: 0.25 }],
      ["general.isReal", { type: "boolean", value: false }],
      ["tokenizer.ggml.tokens", { type: "strings", values: ["a", "", "ü"] }],
      ["tokenizer.ggml.token_type", { type: "int32s", values: [1, -1] }],
      ["tokenizer.ggml.merges", { type: "strings", values: [] }],
    ]),
    tensors,
  );

  const info = await readGgufFileInfo(path);
  expect(info.version).toBe(3);
  expect(info.metadata).toEqual({
    general: { architecture: "qwen2", name: "Modèle 😀", count: 4_000_000_000, ratio: 0.25, isReal: false },
    tokenizer: { ggml: { tokens: ["a", "", "ü"], token_type: [1, -1], merges: [] } },
  });
  const file = readFileSync(path);
  const read = (info.fullTensorInfo ?? []).map(({ name, dimensions, ggmlType, fileOffset }) => {
    return { name, dimensions: dimensions.map(Number), id: ggmlType, start: Number(fileOffset) };
  });
  expect(read.map(({ start, ...described }) => ({ ...described, remainder: start % 32 }))).toEqual(
    tensors.map(({ name, rowLength, rowCount, type }) => {
      const dimensions = rowCount === undefined ? [rowLength] : [rowLength, rowCount];
      return { name, dimensions, id: TENSOR_TYPES[type].id, remainder: 0 };
    }),
  );
  for (const [index, tensor] of tensors.entries()) {
    const start = read[index]?.start ?? 0;
    const bytes = tensor.rows(0, tensor.rowCount ?? 1);
    expect(file.subarray(start, start + bytes.length).equals(bytes), tensor.name).toBe(true);
  }
});

it("refuses rows that are not made of whole blocks", () => {
  expect(() => rowBytes("Q4_K", 896)).toThrow("A row of 896 numbers does not divide into blocks of Q4_K.");
});
