import { describe, expect, it } from "vitest";
import { foldFile, foldSteps, unfoldSteps } from "../../../../extension/core/merge/model/foldFile.ts";
import { readOriginal } from "../../../../extension/core/merge/original.ts";

const lines = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, index) => `  ${name}${String(index)}();`);
const FILE = ["class A {", ...lines(200, "first"), "}", "class B {", ...lines(200, "second"), "}", ""].join("\n");

describe("a folded file", () => {
  const original = readOriginal(FILE, "javascript", undefined);
  const at = original.trimmed.indexOf("second100();");
  const folded = foldFile(["second100();"], [[{ line: at }]], original);

  it("keeps the lines around what the sketch may mean, what encloses them, and both ends", () => {
    const kept = new Set(folded.original.trimmed);
    for (const line of ["second100();", "second90();", "second110();", "class A {", "class B {", "}"])
      expect(kept).toContain(line);
    expect(kept).not.toContain("first100();");
    expect(folded.original.lines.length).toBeLessThan(160);
  });

  it("stands for all lines of the file, each once and in order", () => {
    const all = folded.lines.flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, each) => start + each),
    );
    expect(all).toEqual(original.lines.map((_, line) => line));
  });

  it("unfolds a step on a fold into steps on all its lines", () => {
    const fold = folded.lines.findIndex(({ start, end }) => end - start > 1);
    const { start = 0, end = 0 } = folded.lines[fold] ?? {};
    const steps = unfoldSteps(
      [
        { type: "keep", line: fold, item: 0 },
        { type: "insert", item: 1 },
      ],
      folded,
    );
    expect(steps).toHaveLength(end - start + 1);
    expect(steps[0]).toEqual({ type: "keep", line: start, item: 0 });
    expect(steps.at(-1)).toEqual({ type: "insert", item: 1 });
  });

  it("folds the steps that it unfolds, and none that do something else to a part of a fold", () => {
    const steps = folded.lines.map((_, line) => ({ type: "keep", line, item: 0 }) as const);
    expect(foldSteps(unfoldSteps(steps, folded), folded)).toEqual(steps);
    const fold = folded.lines.find(({ start, end }) => end - start > 1)?.start ?? 0;
    const cut = unfoldSteps(steps, folded).map((step) =>
      step.type === "keep" && step.line === fold ? ({ type: "delete", line: fold } as const) : step,
    );
    expect(foldSteps(cut, folded)).toBeUndefined();
  });

  it("folds nothing where every line may be meant", () => {
    const all = original.trimmed.map((_, line) => [{ line }]);
    const same = foldFile([...original.trimmed], all, original);
    expect(same.original.lines).toEqual(original.lines);
  });
});
