import { describe, expect, it } from "vitest";
import fc, { draws } from "../fastCheck.ts";
import type { StructuralOutcome } from "../../../extension/core/apply/outcome.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { reportedEdits, writeBlocks, type ReportedEdits } from "./elidedEdits.ts";
import { checkNeverWrong, runs } from "./structuralEngine.ts";

const joined = (lines: readonly string[], eol: string): string => lines.map((line) => line + eol).join("");

/** Without a grammar: what random edits make is no program. */
function apply(reported: ReportedEdits, eol: string): StructuralOutcome {
  const sketches = readReply(writeBlocks(reported), { path: reported.dialect.path });
  return applyStructural({ original: joined(reported.before, eol), sketches, language: undefined, parser: undefined });
}

/** Blocks that leave lines out are told apart from the others, so that a share of them says something. */
const hasElisions = ({ blocks }: ReportedEdits): boolean =>
  blocks.some(({ search }) => search.some((line) => /\.{3}|…/.test(line)));

describe("random edits told as exact edits with random elisions", () => {
  it("give exactly the edit or are not sure", () => {
    fc.assert(
      fc.property(reportedEdits, fc.constantFrom("\n", "\r\n"), (reported, eol) => {
        checkNeverWrong(apply(reported, eol), joined(reported.after, eol));
      }),
      runs(1000),
    );
  });

  it("mostly give it", () => {
    const reported = fc.sample(reportedEdits.filter(hasElisions), draws(300));
    const merged = reported.filter((one) => apply(one, "\n").type === "merged");
    expect(merged.length / reported.length).toBeGreaterThan(0.93);
  });
});

describe("the proof of edits that leave lines out", () => {
  /** What the proof says of a text as the result of the edits. */
  function judge(reported: ReportedEdits, result: readonly string[]): readonly string[] {
    const original = readOriginal(joined(reported.before, "\n"), undefined, undefined);
    const [found] = readReply(writeBlocks(reported), { path: reported.dialect.path });
    if (found === undefined) throw new Error("The answer holds blocks.");
    return judgeRewrite(original, found.sketch, joined(result, "\n")).findings.map(({ type }) => type);
  }

  const mistake = fc.record({
    type: fc.constantFrom("delete" as const, "duplicate" as const, "indent" as const, "swap" as const),
    at: fc.nat(500),
  });

  it("catches any mistake in their result", () => {
    fc.assert(
      fc.property(reportedEdits.filter(hasElisions), mistake, (reported, { type, at: nth }) => {
        const { after } = reported;
        fc.pre(judge(reported, after).length === 0);
        const filled = after.flatMap((line, index) => (line.trim() === "" ? [] : [index]));
        const at = filled[nth % filled.length] ?? 0;
        const [line = "", next = ""] = [after[at], after[at + 1]];
        const wrong = {
          delete: after.toSpliced(at, 1),
          duplicate: after.toSpliced(at, 0, line),
          indent: after.with(at, `  ${line}`),
          swap: at + 1 < after.length ? after.with(at, next).with(at + 1, line) : after,
        }[type];
        const code = (lines: readonly string[]): string => lines.filter((one) => one.trim() !== "").join("\n");
        fc.pre(code(wrong) !== code(after));
        expect(judge(reported, wrong)).not.toEqual([]);
      }),
      runs(600),
    );
  });
});
