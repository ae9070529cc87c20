import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { lineDiff, type LineChange } from "../../../extension/core/diff/lineDiff.ts";
import { applyLineEdits, editsOf } from "../../../extension/core/diff/lineEdits.ts";
import { settleChanges, slideBy, slideRoom } from "../../../extension/core/diff/slide.ts";

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
  check("is the lowest of equal places", " a\n b\n b\n+b\n c");
});

const lines = fc.array(fc.constantFrom("", "a", "  a", "  }", "}"), { minLength: 1, maxLength: 12 });

describe("settleChanges", () => {
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
