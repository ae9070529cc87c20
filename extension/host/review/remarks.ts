import { l10n } from "vscode";
import type { ApplyEvent } from "../../core/apply/applyEvents.ts";
import { lineDiff } from "../../core/diff/lineDiff.ts";
import { isPlaced } from "../../core/merge/pieces.ts";
import type { Finding } from "../../core/proof/proof.ts";
import type { Remark } from "../../core/review/remarks.ts";
import type { LineRange } from "../../core/text/lines.ts";

/** Collects what the proof and the pieces say of the rewrite's lines: findings are warnings or mere notes, origins are notes. */
export function remarksOf(
  { proof, pieces }: Extract<ApplyEvent, { type: "done" }>,
  original: readonly string[],
  rewrite: readonly string[],
): Remark[] {
  // An edit that is left out speaks against none of the lines that are there.
  const doubts = proof.findings.filter(({ type }) => type !== "open");
  const warnings = doubts.map((finding): Remark => ({
    kind: finding.isRemark === true ? "note" : "warning",
    message: finding.message,
    range: finding.rewrite ?? whereLost(finding, original, rewrite),
  }));
  const notes = pieces.filter(isPlaced).map(({ sketch, result }): Remark => ({
    kind: "note",
    message:
      sketch.end - sketch.start <= 1
        ? l10n.t("From line {0} of the sketch.", sketch.start + 1)
        : l10n.t("From lines {0} to {1} of the sketch.", sketch.start + 1, sketch.end),
    range: result,
  }));
  return [...warnings, ...notes];
}

/** Where in the rewrite the lines that it lacks would stand. */
function whereLost(finding: Finding, original: readonly string[], rewrite: readonly string[]): LineRange {
  const lost = finding.original;
  const nowhere = { start: 0, end: finding.type === "cut-off" ? rewrite.length : 0 };
  if (lost === undefined) return nowhere;
  const change = lineDiff(original, rewrite).find(({ old }) => old.start < lost.end && lost.start < old.end);
  return change?.new ?? nowhere;
}
