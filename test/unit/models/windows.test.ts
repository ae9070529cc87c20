import { describe, expect, it } from "vitest";
import fc from "../fastCheck.ts";
import type { ModelLimits } from "../../../extension/core/models/model.ts";
import { planWindow } from "../../../extension/core/models/windows.ts";
import type { LineRange } from "../../../extension/core/text/lines.ts";
import { runs } from "../properties/structuralEngine.ts";

const NOTHING = { sketch: "", rest: "" };
const LIMITS = { contextTokens: 1_000_000, outputTokens: 500_000 };

/** A file of functions of five lines each, with a blank line between them. */
function functions(count: number): string[] {
  return Array.from({ length: count }, (_, at) => [
    `function f${at}() {`,
    `  a(${at});`,
    `  b(${at});`,
    `}`,
    "",
  ]).flat();
}

function check(
  name: string,
  { lines, places = [], edit = [] }: { lines: number; places?: readonly LineRange[]; edit?: readonly number[] },
  expected: LineRange | "too-long",
  limits: ModelLimits = LIMITS,
): void {
  it(name, () => {
    const original = functions(lines / 5);
    const draft = original.flatMap((line, at) => (edit.includes(at) ? [line, "  new();"] : [line]));
    const window = planWindow(original, draft, places, NOTHING, limits);
    if (expected === "too-long") expect(window.type).toBe("too-long");
    else expect(window).toMatchObject({ type: "window", original: expected });
  });
}

describe("planWindow", () => {
  it("takes more places than a call takes arguments", () => {
    const original = functions(200_000);
    const places = original.map((_, line) => ({ start: line, end: line + 1 }));
    expect(planWindow(original, original, places, NOTHING, { contextTokens: 20_000, outputTokens: 10_000 }).type).toBe(
      "too-long",
    );
  });

  check("takes a short file whole", { lines: 800, edit: [400] }, { start: 0, end: 800 });
  check(
    "takes a margin around what the draft changes, in whole functions",
    { lines: 2_000, edit: [1_001] },
    { start: 960, end: 1_044 },
  );
  check(
    "takes the places that the sketch may mean",
    {
      lines: 2_000,
      places: [
        { start: 500, end: 504 },
        { start: 600, end: 604 },
      ],
    },
    { start: 460, end: 644 },
  );
  check(
    "takes all of a long file where nothing says what the sketch touches",
    { lines: 2_000 },
    { start: 0, end: 2_000 },
  );
  check("ends with the file", { lines: 2_000, edit: [1_996] }, { start: 1_955, end: 1_999 });
  check("says what does not fit", { lines: 2_000 }, "too-long", { contextTokens: 10_000, outputTokens: 4_000 });
  check(
    "takes a window of a short file that does not fit",
    { lines: 700, edit: [300] },
    { start: 260, end: 344 },
    { contextTokens: 10_000, outputTokens: 1_200 },
  );
  check("says where even the window does not fit", { lines: 700, edit: [300] }, "too-long", {
    contextTokens: 10_000,
    outputTokens: 100,
  });

  const slow = { ...LIMITS, window: { wholeLines: 100, marginLines: 10 } };
  check("takes whole what is short for a slow reader", { lines: 100, edit: [50] }, { start: 0, end: 100 }, slow);
  check("takes a narrow margin for a slow reader", { lines: 105, edit: [51] }, { start: 40, end: 64 }, slow);
  check(
    "takes no margin where none is wanted",
    { lines: 500, edit: [201] },
    { start: 202, end: 202 },
    { ...LIMITS, window: { wholeLines: 0, marginLines: 0 } },
  );

  it.each([
    [10, 30],
    [40, 120],
  ])("widens a margin of %d lines by %d lines at most", (marginLines, most) => {
    const original = ["", "function f() {", ...Array<string>(400).fill("  a();"), "}"];
    const startAround = (line: number): number => {
      const limits = { ...LIMITS, window: { wholeLines: 0, marginLines } };
      const window = planWindow(original, original, [{ start: line, end: line + 1 }], NOTHING, limits);
      return window.type === "window" ? window.original.start : -1;
    };
    const farthest = 1 + most + marginLines;
    expect(startAround(farthest)).toBe(1);
    expect(startAround(farthest + 1)).toBe(farthest + 1 - marginLines);
  });

  it("gives the draft's text of the same place", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1_999 }), { minLength: 1, maxLength: 4 }), (edit) => {
        const original = functions(400);
        const draft = original.flatMap((line, at) => (edit.includes(at) ? [line, `  new(${at});`] : [line]));
        const window = planWindow(original, draft, [], NOTHING, LIMITS);
        if (window.type === "too-long") throw new Error("It fits.");
        const spliced = [
          ...original.slice(0, window.original.start),
          ...draft.slice(window.draft.start, window.draft.end),
          ...original.slice(window.original.end),
        ];
        expect(spliced).toEqual(draft);
      }),
      runs(100),
    );
  });
});
