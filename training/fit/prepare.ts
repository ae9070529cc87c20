import { contextOf, observeCode } from "../../extension/core/merge/model/observeCode.ts";
import type { Observation } from "../../extension/core/merge/model/observation.ts";
import { readShownCode } from "../../extension/core/merge/shownCode.ts";
import type { Factors } from "../../extension/core/merge/model/factors.ts";
import { buildLattice } from "../../extension/core/merge/model/lattice.ts";
import { readWritten } from "../../extension/core/merge/model/written.ts";
import { likelyPart } from "./likelyPart.ts";
import { findTextPaths } from "./textPaths.ts";
import { readOriginal } from "../../extension/core/merge/original.ts";
import { beginWork } from "../../extension/core/text/work.ts";
import { joinCode } from "../../extension/core/apply/joinCode.ts";
import { languageOfPath } from "../../extension/core/sketch/languages.ts";
import { readReply } from "../../extension/core/sketch/readReply.ts";
import type { FileSketch } from "../../extension/core/sketch/sketch.ts";
import type { LatticeCase } from "./fitLattice.ts";

/** A case as a line of a file of cases has it; other fields are not looked at. */
export interface Case {
  readonly id: string;
  /** `repository:path` or `repository@commit:path`. */
  readonly source: string;
  readonly path: string;
  readonly original: string;
  /** The whole answer. */
  readonly sketch: string;
  readonly instruction?: string | undefined;
  readonly expected: string;
  readonly expected_alts?: readonly string[] | undefined;
  /** Nothing is right but to refuse. */
  readonly expect_refusal?: boolean | undefined;
}

/** The repository of a case: cases of one repository are never on both sides of a fit. */
export const repositoryOf = ({ source }: Case): string => source.split(/[@:]/, 1)[0] ?? "";

/** The sketches of a case's answer, read as the product reads them. */
export function readCase({ sketch, path, original, instruction }: Case): FileSketch[] {
  return [...joinCode(readReply(sketch, { path, language: languageOfPath(path), original, instruction }), original)];
}

/** Lattices above this size cost more time than they teach. */
const MAX_EDGES = 400_000;

/**
 * The lattice of a case with the readings that give a text that was meant. A string says why the case cannot be fitted: an answer
 * of several sketches, of exact edits, or one of which no reading gives the text that was meant. `isNear`: the fit stays near the scores of
 * the factors, so that only what they find likely is needed.
 */
export function prepareCase(one: Case, factors: Factors, weight: number, isNear = false): LatticeCase | string {
  if (one.expect_refusal === true) return "must be refused";
  const sketches = readCase(one);
  const [found] = sketches;
  if (sketches.length !== 1 || found?.sketch.type !== "code") return "not one sketch of code";
  const original = readOriginal(one.original, languageOfPath(one.path), undefined);
  const shown = readShownCode(found.sketch.text, original);
  if ("nothing" in shown) return "no code";
  const observed = observeCode(shown, found.sketch.isWhole === true, original, beginWork(), contextOf(found, false));
  const whole = buildLattice(observed, factors, MAX_EDGES);
  if (!whole) return "too large";
  const lattice = isNear ? likelyPart(whole, factors.scores) : whole;
  const written = readWritten(observed, lattice);
  const golds = [one.expected, ...(one.expected_alts ?? [])].flatMap(
    (text) => findTextPaths(lattice, written, foldLines(textLines(text), observed)) ?? [],
  );
  return golds.length === 0 ? "no reading gives the text" : { lattice, golds, weight };
}

/** The lines of a text with the folds of the file that it still has, each as the one line that stands for it. */
function foldLines(lines: readonly string[], { folds, whole }: Observation): string[] {
  const folded = [...lines];
  let from = 0;
  folds?.lines.forEach(({ start, end }, line) => {
    if (end === start + 1) return;
    const run = whole.trimmed.slice(start, end).filter((text) => text !== "");
    for (let at = from; at + run.length <= folded.length; at++) {
      if (!run.every((text, offset) => folded[at + offset] === text)) continue;
      folded.splice(at, run.length, folds.original.trimmed[line] ?? "");
      from = at + 1;
      return;
    }
  });
  return folded;
}

/** The lines of a text without their indentation and without blank lines. */
function textLines(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
