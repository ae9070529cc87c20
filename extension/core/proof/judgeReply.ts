import type { FileSketch } from "../sketch/sketch.ts";
import type { LineRange } from "../text/lines.ts";
import { beginWork } from "../text/work.ts";
import type { JudgedFile } from "./comparison.ts";
import { judgeTogether } from "./judge.ts";
import type { Contradiction, Proof } from "./proof.ts";

/**
 * Judges a rewrite against all sketches that a reply has for the file, which together must explain it. Lines of
 * sketches are counted in the reply.
 */
export function judgeReply(
  original: JudgedFile,
  sketches: readonly FileSketch[],
  rewrite: string,
  contradictions: readonly Contradiction[] = [],
): Proof {
  const offered = sketches.map(({ sketch, replyLine }) => ({ sketch, offset: replyLine - 1 }));
  return judgeTogether(original, offered, rewrite, beginWork(), contradictions);
}

/** Moves a proof's lines of the sketch to lines of the reply, zero-based. */
export function inReplyLines(proof: Proof, found: FileSketch): Proof {
  const findings = proof.findings.map((finding) =>
    finding.sketch ? { ...finding, sketch: inReply(finding.sketch, found) } : finding,
  );
  return { ...proof, findings };
}

/** Moves lines of a sketch to lines of the reply. Those of code count from its beginning; those of edits are lines of the reply already. */
export function inReply(range: LineRange, { sketch, replyLine }: FileSketch): LineRange {
  if (sketch.type === "edits") return range;
  return { start: range.start + replyLine - 1, end: range.end + replyLine - 1 };
}
