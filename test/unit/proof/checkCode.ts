import { expect } from "vitest";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { namedLines, type Finding } from "../../../extension/core/proof/proof.ts";
import type { Sketch } from "../../../extension/core/sketch/sketch.ts";

/**
 * The findings of the proof of a result after lazy code, read without a grammar: `lost-line: lines 2 to 3`. What is lost is counted in the
 * file, what is missing in the sketch, and all else in the result.
 */
export function checkCode(
  original: string,
  sketch: string,
  result: string,
  findings: readonly string[],
  language?: string,
): void {
  checkSketch(original, { type: "code", text: sketch }, result, findings, language);
}

/** The same after any sketch. */
export function checkSketch(
  original: string,
  sketch: Sketch,
  result: string,
  findings: readonly string[],
  language?: string,
): void {
  const file = { text: original, language, parser: undefined, tree: undefined };
  const place = ({ type, original: old, rewrite, sketch: shown }: Finding): string => {
    const range = type.startsWith("lost") ? old : (shown ?? rewrite);
    return range === undefined ? type : `${type}: ${namedLines(range)}`;
  };
  expect(judgeRewrite(file, sketch, result).findings.map(place)).toEqual(findings);
}

/** A text without some of its lines, or with other lines in the place of the first of them. */
export const cut = (text: string, lines: readonly number[], ...instead: readonly string[]): string =>
  text
    .split("\n")
    .flatMap((line, at) => (at + 1 === lines[0] ? instead : lines.includes(at + 1) ? [] : [line]))
    .join("\n");
