import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { languageOfPath } from "../../../extension/core/sketch/languages.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import type { FileSketch } from "../../../extension/core/sketch/sketch.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { readCases, type Case } from "./readCases.ts";

const parsers = createSyntaxParsers(sourceGrammarsDirectory());
const NOT_SURE = "not sure";

/** The files after the sketch, or that the engine is not sure of one of them. */
async function applyCase({ before, sketch, isTree }: Case): Promise<ReadonlyMap<string, string> | typeof NOT_SURE> {
  const after = new Map(before);
  const [only] = before;
  const sketches = readReply(sketch, isTree || !only ? {} : { path: only[0], original: only[1] });
  const targets = new Map<string, FileSketch[]>();
  for (const found of sketches) {
    const path = isTree ? (found.path ?? "") : (only?.[0] ?? "original.new");
    targets.set(path, [...(targets.get(path) ?? []), found]);
  }
  if (targets.size === 0) return NOT_SURE;
  for (const [path, found] of targets) {
    const text = await applyOne(path, before.get(path) ?? "", found);
    if (text === undefined) return NOT_SURE;
    after.delete(path);
    const last = found.at(-1);
    if (last?.sketch.type === "delete") after.set(isTree ? "" : "original.deleted", "");
    else after.set((isTree ? last?.moveTo : undefined) ?? path, text);
  }
  after.delete("");
  return after;
}

async function applyOne(path: string, original: string, sketches: readonly FileSketch[]): Promise<string | undefined> {
  const language = languageOfPath(path);
  const parser = language === undefined ? undefined : await parsers.load(language);
  const outcome = applyStructural({ original, sketches, language, parser });
  return outcome.type === "merged" ? outcome.text : undefined;
}

const cases = readCases(fileURLToPath(new URL("../../cases", import.meta.url)));

describe.each([...new Set(cases.map(({ format }) => format))])("%s", (format) => {
  it.each(cases.filter((one) => one.format === format).map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const result = await applyCase(one);
    expect(result === NOT_SURE ? result : Object.fromEntries(result)).toEqual(
      one.after ? Object.fromEntries(one.after) : NOT_SURE,
    );
  });
});
