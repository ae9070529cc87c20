import { describe, expect, it } from "vitest";
import fc, { draws } from "../fastCheck.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { readLazyCode } from "../../../extension/core/sketch/lazyCode.ts";
import { loadStructuralEngine, runs } from "./structuralEngine.ts";

const engine = await loadStructuralEngine();

/** A line of a file, and what a sketch shows in its place: the line with dots for a part of it. */
interface Cut {
  readonly line: string;
  readonly shown: string;
}

const FORMS: readonly ((words: readonly string[]) => string)[] = [
  (words) => `announce("${words.join(" ")}");`,
  (words) => `className="${words.join(" ")}"`,
  (words) => `title: '${words.join(" ")}',`,
  (words) => `// ${words.join(" ")}`,
  (words) => `remember(${words.join(", ")});`,
  (words) => `handler: Handler<[${words.join(", ")}], Answer>;`,
  (words) => `const chosen = { ${words.join(", ")} };`,
  (words) => `printAll("${words.slice(0, 3).join(" ")}", ${words.slice(3).join(", ")});`,
];

const words = fc.uniqueArray(
  fc.constantFrom("order", "price", "label", "owner", "total", "stock", "route", "badge", "tone", "size", "items"),
  { minLength: 5, maxLength: 9 },
);

const cut: fc.Arbitrary<Cut> = fc
  .tuple(words, fc.constantFrom(...FORMS), fc.nat(), fc.nat(), fc.constantFrom("...", "…", " ...", " …"))
  .map(([all, write, start, size, dots]) => {
    const line = write(all);
    const from = start % line.length;
    const to = from + (size % (line.length - from)) + 1;
    return { line, shown: (line.slice(0, from).trimEnd() + dots + line.slice(to)).trim() };
  })
  .filter(({ line, shown }) => {
    const [item, ...others] = readLazyCode(shown, []);
    // Dots in place of a whole comment or body are a marker.
    return shown !== line && others.length === 0 && item?.type === "code" && item.also === undefined;
  });

/** A cut as people make it: at the end of a string or of a comment. */
const endOfString: fc.Arbitrary<Cut> = fc
  .tuple(words, fc.constantFrom(...FORMS.slice(0, 3)), fc.constantFrom("...", "…"))
  .map(([all, write, dots]) => ({ line: write(all), shown: write([...all.slice(0, 2), dots]) }));

const MARKER = "// ... existing code ...";
const file = (line: string, call: string): string =>
  `function open(store) {\n  first(store);\n  ${line}\n  ${call}\n  last(store);\n}\n\nfunction close(store) {\n  release(store);\n}\n`;
const sketchOf = (shown: string): string =>
  [MARKER, "  first(store);", `  ${shown}`, "  check(2);", MARKER, ""].join("\n");

const apply = ({ line, shown }: Cut) => engine.apply(file(line, "check(1);"), sketchOf(shown), {});

/** Dots behind a blank at the end of a string or of a comment, which may stand for the rest of it. */
const ENDS_TEXT = /^(?:[^"']*["'][^"']+|\/\/ .*)\s(?:\.{3}|…)(?:["'].*)?$/;
const inCode = cut.filter(({ shown }) => !ENDS_TEXT.test(shown));

describe("a line that a sketch shows with dots", () => {
  it("is written as it is shown where the dots are not the end of a string or of a comment", () => {
    fc.assert(
      fc.property(inCode, (how) => {
        const outcome = apply(how);
        if (outcome.type !== "merged") return;
        expect(outcome.text.split("\n").map((line) => line.trim())).toContain(how.shown);
      }),
      runs(600),
    );
  });

  it("does not vanish then from a result for which the proof holds", () => {
    fc.assert(
      fc.property(inCode, ({ line, shown }) => {
        const original = readOriginal(file(line, "check(1);"), undefined, undefined);
        const proof = judgeRewrite(original, { type: "code", text: sketchOf(shown) }, file(line, "check(2);"));
        expect(proof.holds).toBe(false);
      }),
      runs(600),
    );
  });

  it("is mostly merged where a string is cut short", () => {
    const samples = fc.sample(endOfString, draws(100));
    const merged = samples.filter((how) => {
      const outcome = apply(how);
      return outcome.type === "merged" && outcome.text === file(how.line, "check(2);");
    });
    expect(merged.length / samples.length).toBeGreaterThan(0.9);
  });
});
