import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { chooseLanguage } from "../../../extension/core/apply/chooseLanguage.ts";
import { selectForFile } from "../../../extension/core/targets/fileSketches.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import type { SyntaxParsers } from "../../../extension/core/text/syntax.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { readCases } from "../../unit/cases/readCases.ts";
import { meantTexts } from "./unsureAnswers.ts";

/** A file, what a model wrote for it, and the text that is right. */
export interface BenchCase {
  readonly id: string;
  readonly original: string;
  readonly sketch: string;
  readonly expected: string;
  /** Other texts that are as right. */
  readonly others?: readonly string[];
  readonly instruction?: string;
  readonly path: string | undefined;
  readonly language: string | undefined;
}

const Line = v.object({
  id: v.string(),
  original: v.string(),
  sketch: v.string(),
  expected: v.nullish(v.string()),
  expected_alts: v.nullish(v.array(v.string())),
  instruction: v.nullish(v.string()),
  path: v.nullish(v.string()),
  language: v.nullish(v.string()),
});

/** The cases of a file with one JSON object on each line; without those that have no right answer. */
export function readCaseFile(path: string): BenchCase[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => {
      const { id, original, sketch, expected, ...rest } = v.parse(Line, JSON.parse(line));
      if (typeof expected !== "string") return [];
      const known = { others: rest.expected_alts ?? [], instruction: rest.instruction ?? "" };
      const { path, language } = rest;
      return [{ id, original, sketch, expected, ...known, path: path ?? undefined, language: language ?? undefined }];
    });
}

/** The project's own cases of one file that is there before and after. Where the engine must not be sure, what may be meant. */
export function readOwnCases(): BenchCase[] {
  return readCases(fileURLToPath(new URL("../../cases", import.meta.url))).flatMap((one) => {
    const [before] = one.before;
    if (one.isTree || before === undefined) return [];
    const [path, original] = before;
    const [after] = one.after ?? [];
    const answers = after === undefined ? meantTexts(one.name, original) : [after[1]];
    return answers
      .filter((expected) => expected !== "")
      .map((expected) => ({ id: one.name, original, sketch: one.sketch, expected, path, language: undefined }));
  });
}

/** What the structural engine makes of a case. */
export interface Guess {
  readonly isSure: boolean;
  readonly draft: string;
}

/** The merged text, or the best guess; the original where there is none. */
export async function guess(one: BenchCase, parsers: SyntaxParsers): Promise<Guess> {
  const { path, original } = one;
  const named = chooseLanguage(one.language, path, []);
  const { taken } = selectForFile(readReply(one.sketch, { path, language: named, original }), path);
  const language = chooseLanguage(one.language, path, taken);
  const parser = language === undefined ? undefined : await parsers.load(language);
  const outcome = applyStructural({ original, sketches: taken, language, parser });
  if (outcome.type === "merged") return { isSure: true, draft: outcome.text };
  return { isSure: false, draft: outcome.type === "ambiguous" ? outcome.draft : original };
}

export function caseFileName(path: string): string {
  return basename(path, extname(path));
}
