import { describe, expect, it } from "vitest";
import { assemble, type Step } from "../../../../extension/core/merge/assemble.ts";
import { observeCode } from "../../../../extension/core/merge/model/observeCode.ts";
import { readShownCode } from "../../../../extension/core/merge/shownCode.ts";
import { variantsOf } from "../../../../extension/core/merge/model/variants.ts";
import { readOriginal } from "../../../../extension/core/merge/original.ts";
import { beginWork } from "../../../../extension/core/text/work.ts";
import { readStatements } from "../../../../extension/core/sketch/statements.ts";

const FILE = `function first() {
  return 1;
}

function second() {
  prepare();
  return compute(2);
}

function third() {
  return 3;
}
`;

/** The texts of the variants of a reading that matches what it finds once, writes the rest and keeps what markers stand for. */
function check(sketch: string, prose: string, steps: readonly Step[], expected: readonly string[]): void {
  const original = readOriginal(FILE, "javascript", undefined);
  const shown = readShownCode(sketch, original);
  if ("nothing" in shown) throw new Error(shown.nothing);
  const o = observeCode(shown, false, original, beginWork(), { said: readStatements(prose) });
  const texts = variantsOf(o, steps).map(
    (variant) => `${variant.kind}: ${assemble(o.items, variant.steps, original).text}`,
  );
  expect(texts).toEqual(expected);
}

const keep = (from: number, to: number, item: number): Step[] =>
  Array.from({ length: to - from }, (_, index) => ({ type: "keep", line: from + index, item }));

describe("readings that no path is", () => {
  it("cut what the words say is deleted, though a marker would keep it", () => {
    const sketch = "// ... existing code ...\nfunction third() {\n  return 4;\n}\n";
    const steps: Step[] = [
      ...keep(0, 9, 0),
      { type: "match", item: 1, line: 9, adopt: false },
      { type: "delete", line: 10 },
      { type: "insert", item: 2 },
      { type: "match", item: 3, line: 11, adopt: false },
    ];
    const rest = "function first() {\n  return 1;\n}\n\nfunction third() {\n  return 4;\n}\n";
    check(sketch, "I removed the `second` function, which nobody calls.", steps, [`said: ${rest}`]);
    check(sketch, "", steps, []);
  });

  it("move what is written anew as it stands elsewhere", () => {
    const sketch = `function second() {
  prepare();
  return compute(2);
}

function first() {
// ... existing code ...
`;
    const steps: Step[] = [
      { type: "insert", item: 1 },
      { type: "insert", item: 2 },
      { type: "insert", item: 3 },
      { type: "insert", item: 4 },
      { type: "insert", item: 5 },
      { type: "match", item: 6, line: 0, adopt: false },
      ...keep(1, 12, 7),
    ];
    const moved = `function second() {
  prepare();
  return compute(2);
}

function first() {
  return 1;
}

function third() {
  return 3;
}
`;
    check(sketch, "", steps, [`moved: ${moved}`]);
  });
});
