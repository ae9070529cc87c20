import { expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { sureText, type Ambiguous, type Merged } from "../../../extension/core/apply/outcome.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { withAlternatives } from "../../../extension/core/merge/alternatives.ts";
import { isPlaced } from "../../../extension/core/merge/pieces.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { lineTexts, type LineRange } from "../../../extension/core/text/lines.ts";

const name = fc.constantFrom("open", "close", "load", "save", "constructor", "__proto__", "x");
const line = fc.oneof(
  name.map((one) => `function ${one}(a) {`),
  fc.tuple(name, name).map(([one, other]) => `  const ${one} = ${other}(a);`),
  name.map((one) => `  return ${one};`),
  fc.constantFrom("}", "", "  if (a) {", "  }", "\tb();", "# T", "- x", "[t]", "k = 1"),
);
const words = fc.oneof(
  name.map((one) => `In \`${one}\`:`),
  name.map((one) => `Add this below \`${one}\`:`),
  name.map((one) => `Remove \`${one}\`. Then:`),
  fc.constantFrom(
    "At the end of the file:",
    "Both become:",
    "And:",
    "For example:",
    "Rename `open` to `load` everywhere. Also:",
  ),
);
const blockOf = fc.array(line, { minLength: 1, maxLength: 5 });
const reply = fc
  .array(fc.tuple(words, blockOf), { minLength: 1, maxLength: 4 })
  .map((blocks) => blocks.map(([said, lines]) => [said, "", "```", ...lines, "```", ""].join("\n")).join("\n"));
const file = fc.tuple(fc.array(line, { minLength: 1, maxLength: 30 }), fc.constantFrom("\n", "\r\n"), fc.boolean());
const language = fc.constantFrom("javascript", "python", "markdown", "toml", undefined);

type Outcome = Merged | Ambiguous;

function forEachAnswer(check: (original: string, outcome: Outcome) => void): void {
  fc.assert(
    fc.property(file, reply, language, ([lines, eol, isEnded], answer, of) => {
      const original = lines.join(eol) + (isEnded ? eol : "");
      const sketches = readReply(answer, { language: of, original });
      const outcome = applyStructural({ original, sketches, language: of, parser: undefined });
      if (outcome.type !== "no-sketch") check(original, outcome);
    }),
    runs(120),
  );
}

const isWithin = ({ start, end }: LineRange, count: number): boolean => 0 <= start && start <= end && end <= count;

it("pieces of an answer in blocks lie in the file, in the order of the answer, and what each may mean is a text", () => {
  forEachAnswer((original, outcome) => {
    const { pieces } = outcome;
    const count = lineTexts(original).length;
    expect(pieces.map(({ index }) => index)).toEqual(pieces.map(({ index }) => index).toSorted((a, b) => a - b));
    for (const piece of pieces) {
      expect(piece.certainty).toBeGreaterThanOrEqual(0);
      expect(piece.certainty).toBeLessThanOrEqual(1 + 1e-9);
      const ranges = isPlaced(piece) ? [piece.original] : piece.candidates.map((candidate) => candidate.original);
      for (const range of ranges) expect(isWithin(range, count)).toBe(true);
    }
    if (outcome.type === "merged") return;
    const sure = sureText(outcome, original);
    for (const { alternatives } of outcome.pieces.filter((piece) => piece.state === "open")) {
      for (const alternative of alternatives) {
        const text = withAlternatives(original, sure, [alternative]);
        expect(text).toBeDefined();
        expect(text).not.toBe(sure);
      }
    }
  });
});

it("the same answer gives the same", () => {
  fc.assert(
    fc.property(file, reply, ([lines], answer) => {
      const original = lines.join("\n");
      const apply = (): unknown =>
        applyStructural({
          original,
          sketches: readReply(answer, { original }),
          language: undefined,
          parser: undefined,
        });
      expect(apply()).toEqual(apply());
    }),
    runs(30),
  );
});
