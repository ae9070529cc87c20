import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyToFile } from "../../../extension/core/apply/applyToFile.ts";
import { EXAMPLE_CALL } from "../../../extension/core/tools/exampleCall.ts";
import { readEditSketch } from "../../../extension/core/tools/readEditSketch.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";

const FILE = `import type { Item } from "./item";

export function total(items: Item[]): number {
  let sum = 0;
  for (const { price, quantity } of items) {
    // Samples are free.
    if (price === undefined) continue;
    sum += price * quantity;
  }
  return sum;
}

export function count(items: Item[]): number {
  let sum = 0;
  for (const { quantity } of items) sum += quantity;
  return sum;
}
`;

test("the call that models are shown works", async () => {
  const { target_file: path, code_edit: edit } = EXAMPLE_CALL;
  const read = readEditSketch(edit, path, FILE);
  if (read.type === "bad") throw new Error(read.message);
  const parsers = createSyntaxParsers(sourceGrammarsDirectory());
  const { sketches } = read.job;
  const request = { original: FILE, sketches, path, language: undefined, instruction: "", conversation: [] };
  const outcome = await applyToFile({ parsers, rewriters: [] }, request, new AbortController().signal);
  expect(outcome).toMatchObject({
    type: "merged",
    text: FILE.replace("  return sum;", "  return Math.round(sum * 100) / 100;"),
  });
});

test("the documentation shows that call", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/agents.md"), "utf8");
  const shown = /```json\n(\{\n {2}"target_file".*?)```/s.exec(page)?.[1] ?? "null";
  expect(JSON.parse(shown)).toEqual(EXAMPLE_CALL);
});
