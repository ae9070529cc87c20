import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Case } from "./fit/prepare.ts";

/** Folders of `test/cases` whose cases are one file and code. */
const GROUPS = ["blocks", "lazy", "whole-file", "refuse"];

/**
 * The project's own cases as rows for the fit, in the order of their names. They count as three repositories, so that most of them take part
 * in each fold.
 */
export async function readOwnCases(directory: string): Promise<Case[]> {
  const cases: Case[] = [];
  for (const group of GROUPS)
    for (const name of (await readdir(join(directory, group))).sort()) {
      const folder = join(directory, group, name);
      const files = await readdir(folder);
      const [original, ...others] = files.filter((file) => file.startsWith("original."));
      const expected =
        group === "refuse" ? original : files.find((file) => file === original?.replace("original", "expected"));
      if (original === undefined || others.length > 0 || expected === undefined) continue;
      const read = (file: string): Promise<string> => readFile(join(folder, file), "utf8");
      cases.push({
        id: name,
        source: `own-${String(cases.length % 3)}:${group}/${name}`,
        path: original,
        original: await read(original),
        sketch: await read("sketch.md"),
        instruction: files.includes("instruction.txt") ? await read("instruction.txt") : undefined,
        expected: await read(expected),
        expect_refusal: group === "refuse",
      });
    }
  return cases;
}
