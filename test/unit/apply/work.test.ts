import { describe, expect, it } from "vitest";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { MAX_STEPS, TOO_MUCH_WORK, beginWork } from "../../../extension/core/text/work.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import type { FileSketch } from "../../../extension/core/sketch/sketch.ts";
import fc from "../fastCheck.ts";
import { runs } from "../properties/structuralEngine.ts";

const MARKER = "// ... existing code ...";
const lines = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join("\n") + "\n";

/** Applies sketches and tells the outcome, with the steps that it took. */
function apply(original: string, sketches: readonly FileSketch[], budget: number) {
  const work = beginWork(budget);
  const outcome = applyStructural({ original, sketches, language: "plaintext", parser: undefined }, work);
  return { outcome, steps: budget - work.left, isSpent: work.isSpent };
}

const read = (sketch: string, original: string): readonly FileSketch[] => readReply(sketch, { original });
const code = (text: string): FileSketch => ({
  path: undefined,
  moveTo: undefined,
  language: undefined,
  sketch: { type: "code", text },
  replyLine: 1,
});

/** A file of `size` lines and a sketch of about as many, each hard for some part of the engine. */
const hard: Readonly<Record<string, (size: number) => { original: string; sketch: string }>> = {
  "pieces of a line that the file has once": (size) => ({
    original: lines(size, (i) => `  const total${String(i)} = load(order);`),
    sketch: lines(
      size,
      (i) => [MARKER, `  const total${String(i)} = load(order);`, `  add(${String(i)});`][i % 3] ?? "",
    ),
  }),
  "pieces of a line that the file has twice": (size) => ({
    original: lines(size, (i) => `  const total${String(i % Math.ceil(size / 2))} = load(order);`),
    sketch: lines(size, (i) =>
      i % 2 === 0 ? MARKER : `  const total${String(i % Math.ceil(size / 2))} = load(order);`,
    ),
  }),
  "changed lines, each of a piece of its own": (size) => ({
    original: lines(size, (i) => `  const total${String(i)} = load(order, ${String(i % 7)});`),
    sketch: lines(size, (i) => (i % 2 === 0 ? MARKER : `  const total${String(i)} = load(changed, ${String(i % 7)});`)),
  }),
  "blocks in blocks": (size) => {
    const depth = Math.ceil(size / 2);
    const nested = (count: number): string[] => [
      ...Array.from({ length: count }, (_, i) => `${" ".repeat(i % 200)}if (a) {`),
      MARKER,
      ...Array.from({ length: count }, (_, i) => `${" ".repeat((count - 1 - i) % 200)}}`),
    ];
    return {
      original: nested(depth)
        .filter((line) => line !== MARKER)
        .join("\n"),
      sketch: nested(depth).join("\n"),
    };
  },
  "functions of the same words": (size) => ({
    original: lines(size, (i) => ["function render(input) {", "  return load(input);", "}", ""][i % 4] ?? ""),
    sketch: lines(size, (i) => ["function render(input) {", "  return save(input);", "}", MARKER][i % 4] ?? ""),
  }),
  "lines of two hundred words": (size) => ({
    original: lines(size / 4, (i) => `${"value + other ".repeat(100)}${String(i)}`),
    sketch: lines(size / 4, (i) => (i % 2 === 0 ? MARKER : `${"value - other ".repeat(100)}${String(i)}`)),
  }),
  "edits that search what is not quite there": (size) => ({
    original: lines(size, (i) => `const name${String(i)} = value${String(i * 7)} + 1;`),
    sketch: lines(size / 30, (i) =>
      [
        "<<<<<<< SEARCH",
        ...Array.from({ length: 30 }, (_, at) => `const name${String(i * 20 + at)} = value + 1;`),
        "=======",
        "const other = 1;",
        ">>>>>>> REPLACE",
      ].join("\n"),
    ),
  }),
};

describe("an apply", () => {
  it.each(Object.entries(hard))(
    "of %s takes no more steps than there are, and is not sure without them",
    (_, write) => {
      fc.assert(
        fc.property(fc.integer({ min: 30, max: 300 }), fc.integer({ min: 10, max: 100 }), (size, share) => {
          const { original, sketch } = write(size);
          const sketches = read(sketch, original);
          const budget = Math.ceil((size * size * share) / 10);
          const { outcome, steps, isSpent } = apply(original, sketches, budget);
          expect(steps).toBeLessThanOrEqual(budget);
          if (isSpent) expect(outcome.type).toBe("ambiguous");
          // What is sure with few steps is so with many.
          else expect(apply(original, sketches, MAX_STEPS).outcome).toEqual(outcome);
        }),
        runs(8),
      );
    },
  );

  it("just below the limits of one alignment stops before the next is too many", { timeout: 120_000 }, () => {
    const { original, sketch } = hard["pieces of a line that the file has once"]?.(3_300) ?? {
      original: "",
      sketch: "",
    };
    const { outcome, isSpent } = apply(original, read(sketch, original), MAX_STEPS);
    expect(isSpent).toBe(true);
    expect(outcome).toMatchObject({ type: "ambiguous", reason: TOO_MUCH_WORK });
    // The best guess so far comes along.
    expect(outcome.type === "ambiguous" ? outcome.draft : "").toContain("  add(2);");
  });

  it("of many sketches has one budget", () => {
    const original = lines(300, (i) => `const name${String(i)} = value${String(i * 7)} + 1;`);
    const kept = (i: number): string => `const name${String(i)} = value${String(i * 7)} + 1;`;
    const sketches = Array.from({ length: 9 }, (_, i) =>
      code([MARKER, kept(i * 30), `added(${String(i)});`, kept(i * 30 + 1), MARKER, ""].join("\n")),
    );
    const alone = apply(original, sketches.slice(0, 1), MAX_STEPS);
    expect(alone.outcome.type).toBe("merged");
    expect(apply(original, sketches, 20 * alone.steps).outcome.type).toBe("merged");
    const { outcome, isSpent } = apply(original, sketches, 3 * alone.steps);
    expect(isSpent).toBe(true);
    expect(outcome.type === "ambiguous" ? outcome.draft : "").toContain("added(0);");
  });

  it("of an everyday size takes few steps", () => {
    const original = lines(1_000, (i) => `const name${String(i)} = value${String(i * 7)} + 1;`);
    const sketch = `${MARKER}\nconst name70 = value490 + 1;\nconst added = 1;\nconst name71 = value497 + 1;\n${MARKER}\n`;
    const { outcome, steps } = apply(original, read(sketch, original), MAX_STEPS);
    expect(outcome.type).toBe("merged");
    expect(steps).toBeLessThan(MAX_STEPS / 1_000);
  });
});

it("more blocks than anybody writes for one file are not applied one by one", () => {
  const original = lines(20, (i) => `call${String(i)}();`);
  const block = (at: number): string => `Then:\n\n\`\`\`\nnew${String(at)}();\n\`\`\`\n`;
  const { outcome, isSpent } = apply(original, read(lines(300, block), original), MAX_STEPS / 20);
  expect(outcome).toMatchObject({ type: "ambiguous", reason: TOO_MUCH_WORK });
  expect(isSpent).toBe(true);
});
