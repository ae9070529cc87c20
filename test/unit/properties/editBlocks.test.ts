import { describe, expect, it } from "vitest";
import fc, { draws } from "../fastCheck.ts";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import { changedRegions, editedFile, writeSearchReplace, type EditedFile, type Region } from "./randomEdits.ts";
import { checkNeverWrong, loadStructuralEngine, runs } from "./structuralEngine.ts";

const engine = await loadStructuralEngine();

const textOf = (lines: readonly string[]): string => lines.join("\n") + "\n";

/** What stands in a hunk's header: true numbers, numbers that are off by some lines, or none. */
type Numbering = { readonly off: number } | "dots" | "bare";

function writeUnifiedDiff(
  { before, after, dialect }: EditedFile,
  regions: readonly Region[],
  numbering: Numbering,
  redundant: boolean,
): string {
  const lines = [`--- a/${dialect.path}`, `+++ b/${dialect.path}`];
  for (const region of regions) {
    const old = before.slice(region.old.start, region.old.end);
    const fresh = after.slice(region.new.start, region.new.end);
    lines.push(writeHeader(region, numbering));
    if (redundant) lines.push(...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`));
    else lines.push(...writeHunk(old, fresh));
  }
  return ["```diff", ...lines, "```", ""].join("\n");
}

function writeHeader({ old, new: fresh }: Region, numbering: Numbering): string {
  if (numbering === "dots") return "@@ ... @@";
  if (numbering === "bare") return "@@";
  const [oldLine, newLine] = [old.start, fresh.start].map((start) => Math.max(1, start + 1 + numbering.off));
  return `@@ -${String(oldLine)},${String(old.end - old.start)} +${String(newLine)},${String(fresh.end - fresh.start)} @@`;
}

function writeHunk(old: readonly string[], fresh: readonly string[]): string[] {
  const lines: string[] = [];
  let at = 0;
  for (const change of lineDiff(old, fresh)) {
    lines.push(...old.slice(at, change.old.start).map((line) => ` ${line}`));
    lines.push(...old.slice(change.old.start, change.old.end).map((line) => `-${line}`));
    lines.push(...fresh.slice(change.new.start, change.new.end).map((line) => `+${line}`));
    at = change.old.end;
  }
  return [...lines, ...old.slice(at).map((line) => ` ${line}`)];
}

describe("a random edit", () => {
  it.each<[string, number, (edited: EditedFile, context: number) => string]>([
    ["search/replace blocks", 0.8, writeSearchReplace],
    [
      "a unified diff",
      0.8,
      (edited, context) => writeUnifiedDiff(edited, changedRegions(edited, context), { off: 0 }, false),
    ],
  ])("as %s mostly merges", (_, floor, write) => {
    const samples = fc.sample(fc.tuple(editedFile, fc.integer({ min: 2, max: 4 })), draws(200));
    const merged = samples.filter(
      ([edited, context]) =>
        engine.apply(textOf(edited.before), write(edited, context), edited.dialect).type === "merged",
    );
    expect(merged.length / samples.length).toBeGreaterThan(floor);
  });

  it("as search/replace blocks merges exactly or is ambiguous", () => {
    fc.assert(
      fc.property(editedFile, fc.integer({ min: 1, max: 4 }), (edited, context) => {
        const reply = writeSearchReplace(edited, context);
        checkNeverWrong(engine.apply(textOf(edited.before), reply, edited.dialect), textOf(edited.after));
      }),
      runs(500),
    );
  });

  it("as a unified diff merges exactly or is ambiguous, whatever its numbers", () => {
    const numbering = fc.constantFrom<Numbering[]>({ off: 0 }, { off: 1 }, { off: -2 }, { off: 700 }, "dots", "bare");
    fc.assert(
      fc.property(
        editedFile,
        fc.integer({ min: 1, max: 4 }),
        numbering,
        fc.boolean(),
        (edited, context, numbers, redundant) => {
          const reply = writeUnifiedDiff(edited, changedRegions(edited, context), numbers, redundant);
          checkNeverWrong(engine.apply(textOf(edited.before), reply, edited.dialect), textOf(edited.after));
        },
      ),
      runs(500),
    );
  });
});
