import { describe, expect, it } from "vitest";
import fc, { draws } from "../fastCheck.ts";
import { checkNeverWrong, loadStructuralEngine, runs } from "./structuralEngine.ts";
import { wrap, writeWrappedFile, writeWrappingSketch, type Wrap } from "./wrappedLines.ts";

const engine = await loadStructuralEngine();

describe("a block that a sketch puts around lines of the file", () => {
  const apply = (how: Wrap) =>
    engine.apply(writeWrappedFile(how, false), writeWrappingSketch(how), { language: "python" });

  it("takes in all of them at their depth, or is a question", () => {
    fc.assert(
      fc.property(wrap, (how) => {
        checkNeverWrong(apply(how), writeWrappedFile(how, true));
      }),
      runs(400),
    );
  });

  it("is mostly merged", () => {
    const samples = fc.sample(wrap, draws(200));
    const merged = samples.filter((how) => apply(how).type === "merged");
    expect(merged.length / samples.length).toBeGreaterThan(0.7);
  });
});
