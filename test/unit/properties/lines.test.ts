import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { lineDiff, longestAscending, mapNewToOld } from "../../../extension/core/diff/lineDiff.ts";
import { joinLines, lineTexts, splitLines } from "../../../extension/core/text/lines.ts";

const text = fc
  .array(fc.oneof(fc.constantFrom("\n", "\r\n", "\r", "\uFEFF", " ", "a"), fc.string({ unit: "binary" })))
  .map((parts) => parts.join(""));

/** Few different lines, so that they repeat, and some long runs of them. */
const lines = fc.array(fc.constantFrom("a", "b", "c", "", "}", "return x", " a"), { maxLength: 40 });

describe("splitLines", () => {
  it("is undone by joinLines", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(joinLines(splitLines(given))).toBe(given);
      }),
      runs(1_000),
    );
  });

  it("leaves no line end in a line, and none open but the last", () => {
    fc.assert(
      fc.property(text, (given) => {
        const found = splitLines(given).lines;
        expect(found.every((line) => !/[\r\n]/.test(line.text))).toBe(true);
        expect(found.slice(0, -1).every(({ eol }) => eol !== "")).toBe(true);
        expect(lineTexts(given)).toEqual(found.map((line) => line.text));
      }),
      runs(500),
    );
  });
});

describe("lineDiff", () => {
  it("turns the old lines into the new ones", () => {
    fc.assert(
      fc.property(lines, lines, (old, fresh) => {
        const rebuilt: string[] = [];
        let at = 0;
        for (const change of lineDiff(old, fresh)) {
          rebuilt.push(...old.slice(at, change.old.start), ...fresh.slice(change.new.start, change.new.end));
          at = change.old.end;
        }
        expect([...rebuilt, ...old.slice(at)]).toEqual(fresh);
      }),
      runs(1_000),
    );
  });

  it("gives changes that ascend, are not empty, and have equal lines between them", () => {
    fc.assert(
      fc.property(lines, lines, (old, fresh) => {
        let [oldAt, newAt] = [0, 0];
        for (const [index, change] of lineDiff(old, fresh).entries()) {
          const kept = change.old.start - oldAt;
          expect(kept).toBe(change.new.start - newAt);
          expect(kept).toBeGreaterThanOrEqual(index === 0 ? 0 : 1);
          expect(old.slice(oldAt, change.old.start)).toEqual(fresh.slice(newAt, change.new.start));
          expect(change.old.end - change.old.start + (change.new.end - change.new.start)).toBeGreaterThan(0);
          [oldAt, newAt] = [change.old.end, change.new.end];
        }
        expect(old.slice(oldAt)).toEqual(fresh.slice(newAt));
      }),
      runs(1_000),
    );
  });

  it("finds nothing between equal lines", () => {
    fc.assert(
      fc.property(lines, (same) => {
        expect(lineDiff(same, [...same])).toEqual([]);
      }),
      runs(200),
    );
  });
});

describe("mapNewToOld", () => {
  it("maps equal lines to each other, ascending, and leaves only changed lines out", () => {
    fc.assert(
      fc.property(lines, lines, (old, fresh) => {
        const changes = lineDiff(old, fresh);
        const map = [...mapNewToOld(changes, fresh.length)];
        const kept = map.filter((line) => line >= 0);
        map.forEach((line, index) => {
          if (line >= 0) expect(old[line]).toBe(fresh[index]);
        });
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
        const changed = changes.reduce((total, change) => total + change.new.end - change.new.start, 0);
        expect(kept.length).toBe(fresh.length - changed);
      }),
      runs(500),
    );
  });
});

describe("longestAscending", () => {
  it("finds as long a run as trying all of them", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12), { maxLength: 9 }), (found) => {
        const pairs = found.map((value, index): [number, number] => [index, value]);
        const run = longestAscending(pairs);
        for (const [index, pair] of run.slice(1).entries()) {
          expect(pair[0]).toBeGreaterThan(run[index]?.[0] ?? -1);
          expect(pair[1]).toBeGreaterThan(run[index]?.[1] ?? -1);
        }
        expect(run.every((pair) => pairs.includes(pair))).toBe(true);
        expect(run.length).toBe(longestByTrying(found, -1));
      }),
      runs(300),
    );
  });
});

function longestByTrying([first, ...rest]: readonly number[], above: number): number {
  if (first === undefined) return 0;
  const without = longestByTrying(rest, above);
  return first > above ? Math.max(without, 1 + longestByTrying(rest, first)) : without;
}
