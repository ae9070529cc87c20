import type { Original } from "../merge/original.ts";
import { beginWork } from "../text/work.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import type { LineRange } from "../text/lines.ts";
import { judgeRewrite } from "./judge.ts";
import { concludeProof, type Finding, type Proof } from "./proof.ts";

/**
 * Judges a rewrite against all sketches that a reply has for the file. What one sketch does not explain, another one
 * may, so such a finding stands only where all of them have it. Lines of sketches are counted in the reply.
 */
export function judgeReply(original: Original, sketches: readonly FileSketch[], rewrite: string): Proof {
  const work = beginWork();
  const proofs = sketches.map((found) => inReplyLines(judgeRewrite(original, found.sketch, rewrite, work), found));
  const findings = proofs.flatMap((proof, index) =>
    proof.findings.filter((finding) => {
      if (isUnexplained(finding)) {
        return index === 0 && proofs.every((other) => other.findings.some((match) => meets(finding, match)));
      }
      // The same marker or syntax error is seen by each.
      const isSeen = ({ message }: Finding): boolean => message === finding.message;
      return finding.sketch !== undefined || !proofs.slice(0, index).some((other) => other.findings.some(isSeen));
    }),
  );
  const sum = (count: (proof: Proof) => number): number => proofs.reduce((total, proof) => total + count(proof), 0);
  return concludeProof(
    findings,
    sum(({ verbatimLines }) => verbatimLines),
    sum(({ adaptedLines }) => adaptedLines),
  );
}

const isUnexplained = ({ type }: Finding): boolean => type === "unrelated" || type === "lost-line";

function meets(a: Finding, b: Finding): boolean {
  if (a.type !== b.type) return false;
  return a.type === "lost-line" ? overlap(a.original, b.original) : overlap(a.rewrite, b.rewrite);
}

function overlap(a: LineRange | undefined, b: LineRange | undefined): boolean {
  return a !== undefined && b !== undefined && a.start < b.end && b.start < a.end;
}

/** A proof whose lines of the sketch are lines of the reply, zero-based. */
export function inReplyLines(proof: Proof, found: FileSketch): Proof {
  const findings = proof.findings.map((finding) =>
    finding.sketch ? { ...finding, sketch: inReply(finding.sketch, found) } : finding,
  );
  return { ...proof, findings };
}

/** Lines of code are counted from the code's beginning; those of edits are lines of the reply already. */
export function inReply(range: LineRange, { sketch, replyLine }: FileSketch): LineRange {
  if (sketch.type === "edits") return range;
  return { start: range.start + replyLine - 1, end: range.end + replyLine - 1 };
}
