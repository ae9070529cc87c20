import { concludeProof, type Finding } from "../proof/proof.ts";
import { findContradictions } from "../sketch/contradictions.ts";
import type { FileSketch, SketchDoubt } from "../sketch/sketch.ts";
import { findMissingDeletion } from "./missingDeletion.ts";
import type { Merged, StructuralOutcome } from "./outcome.ts";
import { findMissingRewording } from "./saidRewordings.ts";

/** Why a sketch may not be meant, in words. */
const DOUBTS: Readonly<Record<SketchDoubt, string>> = {
  "cut-off": "The answer breaks off within its code, so that a part of it may be missing.",
  option: "The answer shows several ways to do it, and it is not sure which of them is meant.",
  example: "The code seems to show how the change is used, and not the change itself.",
  "other-file": "The code seems to be for another file: it has little of this one.",
};

/** Turns a merge into a guess if its sketches may not be meant, or if what the words of the answer say is not true of it. */
export function doubtMerged(merged: Merged, sketches: readonly FileSketch[], original: string): StructuralOutcome {
  const { text, proof } = merged;
  const doubt = sketches.find((sketch) => sketch.doubt !== undefined)?.doubt;
  const guess = { type: "ambiguous", draft: text, candidates: [], pieces: [] } as const;
  if (doubt !== undefined) return { ...guess, reason: DOUBTS[doubt], proof };
  // Edits say to the letter what they do; code leaves room for reading.
  const said = sketches.flatMap((sketch) => (sketch.sketch.type === "code" ? (sketch.said ?? []) : []));
  const statements = [...new Set(said)];
  const contradictions = findContradictions(statements, original, text);
  const missing = [
    ...findMissingDeletion(statements, original, text),
    ...findMissingRewording(statements, original, text),
  ];
  const [first] = contradictions.length > 0 ? contradictions : missing;
  if (!first) return merged;
  const findings = [first, ...contradictions.slice(1)].map(({ reason, lines }): Finding => ({
    type: "contradiction",
    message: reason,
    rewrite: lines[0],
  }));
  return { ...guess, reason: first.reason, proof: concludeProof(findings, proof.verbatimLines, proof.adaptedLines) };
}
