import { mergeSketch } from "../merge/mergeSketch.ts";
import { readOriginal } from "../merge/original.ts";
import type { SyntaxParser } from "../merge/syntax.ts";
import { judgeRewrite } from "../proof/judge.ts";
import { inReply, inReplyLines } from "../proof/judgeReply.ts";
import type { Proof } from "../proof/proof.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import type { StructuralOutcome } from "./outcome.ts";

/** What the structural engine needs to know of the target. */
export interface StructuralRequest {
  /** Text of the file; empty for a new one. */
  readonly original: string;
  /** What the model wrote for this file, one sketch after the other. */
  readonly sketches: readonly FileSketch[];
  /** VS Code language id, as far as it is known. */
  readonly language: string | undefined;
  /** The language's parser, where it has one. */
  readonly parser: SyntaxParser | undefined;
}

/**
 * Applies sketches to a file without a model, each to what the one before gave. A merge counts only when its proof
 * holds; otherwise the outcome is `ambiguous`, with the best guess as a draft. Never throws.
 */
export function applyStructural({ original, sketches, language, parser }: StructuralRequest): StructuralOutcome {
  let outcome: StructuralOutcome = { type: "no-sketch", reason: "The reply holds no code for this file." };
  let text = original;
  for (const sketch of sketches) {
    const next = applyOne(text, sketch, language, parser);
    if (next.type === "ambiguous") return next;
    if (next.type === "no-sketch") {
      if (outcome.type === "no-sketch") outcome = next;
      continue;
    }
    outcome =
      outcome.type === "merged"
        ? {
            ...next,
            placements: [...outcome.placements, ...next.placements],
            proof: joinProofs(outcome.proof, next.proof),
          }
        : next;
    text = next.text;
  }
  return outcome;
}

function applyOne(
  text: string,
  found: FileSketch,
  language: string | undefined,
  parser: SyntaxParser | undefined,
): StructuralOutcome {
  if (found.sketch.type !== "delete" && countLines(text) > MAX_LINES) {
    const reason = `The file has more than ${String(MAX_LINES)} lines, which is too much for the structural engine.`;
    return { type: "ambiguous", reason, draft: text, candidates: [], proof: undefined };
  }
  const original = readOriginal(text, language, parser);
  try {
    const result = mergeSketch(found.sketch, original);
    if (result.type === "no-sketch") return result;
    if (result.type === "ambiguous") return { ...result, proof: undefined };
    const proof = inReplyLines(judgeRewrite(original, found.sketch, result.text), found);
    const placements = result.placements.map((placement) => ({
      ...placement,
      sketch: inReply(placement.sketch, found),
    }));
    if (proof.holds) return { ...result, placements, proof };
    return {
      type: "ambiguous",
      reason: proof.findings[0]?.message ?? "The result could not be proven.",
      draft: result.text,
      candidates: placements.map((placement) => ({
        original: placement.original,
        label: original.trimmed[placement.original.start] ?? "",
      })),
      proof,
    };
  } finally {
    original.tree?.dispose();
  }
}

/** Lines of a file that can be read within a second. */
const MAX_LINES = 250_000;

function countLines(text: string): number {
  let count = 0;
  for (let at = text.search(/[\r\n]/); at >= 0 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}

/** Ranges of the original and of the rewrite are those of the step that each finding belongs to. */
function joinProofs(first: Proof, second: Proof): Proof {
  return {
    holds: first.holds && second.holds,
    findings: [...first.findings, ...second.findings],
    verbatimLines: first.verbatimLines + second.verbatimLines,
    adaptedLines: first.adaptedLines + second.adaptedLines,
  };
}
