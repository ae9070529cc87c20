import { lineEvidence, SAID } from "../sketch/lineEvidence.ts";
import type { Statement } from "../sketch/statement.ts";
import { concludeProof, type Proof } from "./proof.ts";

/** What the words of the answer may say of a line that is gone from where it stood. */
const GOES: ReadonlySet<number> = new Set([SAID.deleted, SAID.moved, SAID.replaced]);

/**
 * Takes out of a proof the losses that the words of the answer ask for: lines of what they say is deleted, moved or replaced. A loss is
 * excused only as a whole. `ends`: for each line of the original one past the last line of the block that it opens.
 */
export function excuseSaidLosses(
  proof: Proof,
  said: readonly Statement[],
  lines: readonly string[],
  ends: Int32Array,
): Proof {
  if (proof.holds || said.length === 0) return proof;
  const { codes } = lineEvidence(said, lines, ends);
  const findings = proof.findings.filter(({ type, original }) => {
    if ((type !== "lost-line" && type !== "lost-comment") || !original) return true;
    for (let line = original.start; line < original.end; line++)
      if (lines[line]?.trim() !== "" && !GOES.has(codes[line] ?? SAID.nothing)) return true;
    return false;
  });
  return concludeProof(findings, proof.verbatimLines, proof.adaptedLines);
}
