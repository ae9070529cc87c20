import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import type { LineChange } from "../../../extension/core/diff/lineChange.ts";
import { applyLineEdits, editsOf } from "../../../extension/core/diff/lineEdits.ts";
import { settleChanges, slideBy, slideRoom } from "../../../extension/core/diff/slide.ts";
import { changeOf, changeText } from "./rangeText.ts";

/** Lines that come are marked with `+`, those that go with `-`. */
function check(name: string, signed: string): void {
  it(name, () => {
    const rows = signed.split("\n").map((row) => ({ sign: row[0], text: row.slice(1) }));
    const before = rows.filter(({ sign }) => sign !== "+").map(({ text }) => text);
    const after = rows.filter(({ sign }) => sign !== "-").map(({ text }) => text);
    const found: string[] = [];
    let at = 0;
    for (const { old, new: now } of lineDiff(before, after)) {
      found.push(...before.slice(at, old.start).map((text) => ` ${text}`));
      found.push(...before.slice(old.start, old.end).map((text) => `-${text}`));
      found.push(...after.slice(now.start, now.end).map((text) => `+${text}`));
      at = old.end;
    }
    found.push(...before.slice(at).map((text) => ` ${text}`));
    expect(found.join("\n")).toBe(signed);
  });
}

describe("an insertion or deletion among equal lines", () => {
  check(
    "takes whole methods",
    ` class Cart {
   add() {
   }
${" "}
+  remove() {
+  }
+
   clear() {
   }
 }`,
  );
  check(
    "takes a last method with the blank line before it",
    ` class Cart {
   add() {
   }
+
+  remove() {
+  }
 }`,
  );
  check(
    "takes away whole functions",
    ` def one():
     return 1
${" "}
-def two():
-    return 1
-
 def three():
     return 1`,
  );
  check(
    "takes a whole block, though it could stand lower",
    ` x
+foo {
+  a
+}
 foo {
   b
 }`,
  );
  check(
    "takes a whole block away, though it could stand lower",
    ` x
-foo {
-  a
-}
 foo {
   b
 }`,
  );
  check("begins below a blank line, though it could stand lower", " x\n \n+p\n+q\n+\n p\n r");
  check("begins at the start of the text, though it could stand lower", "+p\n+q\n+\n p\n r");
  check("rather begins at a line than at a blank one", " x\n \n+ k\n+\n  k\n }");
  check("is the lowest of equal places", " a\n b\n b\n+b\n c");
});

const lines = fc.array(fc.constantFrom("", "a", "  a", "  }", "}"), { minLength: 1, maxLength: 12 });

describe("settleChanges", () => {
  it.each([
    [
      "moves a change up to where it reads best",
      "x|foo {|  b|}",
      "x|foo {|  a|}|foo {|  b|}",
      ["2-2>2-5"],
      ["1-1>1-4"],
    ],
    ["moves a change down to where it reads best", "p|q|q", "p|q|q|q", ["1-1>1-2"], ["3-3>3-4"]],
    ["leaves an equal line above the next change", "a|X|z", "a|a|a|z", ["0-0>0-1", "1-2>2-3"], ["0-0>0-1", "1-2>2-3"]],
    ["leaves an equal line below the last change", "X|a|z", "a|a|a|z", ["0-1>0-1", "2-2>2-3"], ["0-1>0-1", "2-2>2-3"]],
    ["leaves lines in the place of others alone", "a|X|a", "a|a|X|a|a", ["1-3>1-5"], ["1-3>1-5"]],
  ])("%s", (_, before, after, changes, want) => {
    const settled = settleChanges(before.split("|"), after.split("|"), changes.map(changeOf));
    expect(settled.map(changeText)).toEqual(want);
  });

  it("moves a change by a thousand lines at most", () => {
    const equal = Array<string>(4_000).fill("a");
    expect(slideRoom(equal, { start: 2_000, end: 2_001 }, 4_000, 4_000)).toEqual({ up: 1_000, down: 1_000 });
  });

  it("gives the same text, with an equal line between changes", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const changes = lineDiff(before, after);
        expect(applyLineEdits(before, editsOf(changes, after))).toEqual(after);
        changes.slice(1).forEach(({ old }, index) => {
          expect(old.start).toBeGreaterThan(changes[index]?.old.end ?? 0);
        });
      }),
      runs(1_000),
    );
  });

  it("does not depend on where the diff began with it", () => {
    fc.assert(
      fc.property(lines, lines, lines, fc.nat(), (above, block, below, choice) => {
        fc.pre(block.length > 0);
        const [before, after] = [
          [...above, ...below],
          [...above, ...block, ...below],
        ];
        const change: LineChange = {
          old: { start: above.length, end: above.length },
          new: { start: above.length, end: above.length + block.length },
        };
        const { up, down } = slideRoom(after, change.new, above.length, below.length);
        const elsewhere = slideBy(change, (choice % (up + down + 1)) - up);
        expect(settleChanges(before, after, [elsewhere])).toEqual(settleChanges(before, after, [change]));
      }),
      runs(1_000),
    );
  });
});
