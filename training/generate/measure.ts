// `npx tsx training/generate/measure.ts REAL.jsonl GENERATED.jsonl`: how two sets of answers look, side by side.
import { readFile } from "node:fs/promises";
import { measureShares, type MeasuredCase, type Shares } from "./shares.ts";

const files = process.argv.slice(2);
if (files.length === 0) throw new Error("Name one or more files of cases, each line a case in JSON.");
const columns: Shares[] = [];
for (const file of files) {
  const text = await readFile(file, "utf8");
  const cases = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as MeasuredCase]));
  columns.push(measureShares(cases));
}
const names = [...new Set(columns.flatMap((shares) => [...shares.keys()]))].sort();
for (const name of names) {
  const values = columns.map((shares) => (shares.get(name) ?? 0).toFixed(2).padStart(9)).join("");
  console.log(name.padEnd(60) + values);
}
