import { describe, expect, it } from "vitest";
import { findBestEdits, type EditChoice } from "../../../training/placing/bestEdits.ts";
import fc from "../fastCheck.ts";

const lines = (text: string): string[] => text.split("");
const choice = (
  text: string,
  windows: readonly (readonly [number, number, number?])[],
  isRepeated = false,
): EditChoice => ({
  lines: lines(text),
  windows: windows.map(([from, to, changes = 1]) => ({ from, to, changes })),
  isRepeated,
});

describe("the places of blocks", () => {
  it.each<[string, string, string, EditChoice[], [number, number][], number[][] | undefined]>([
    [
      "are those that give the file that was meant",
      "abcd",
      "abXd",
      [
        choice("X", [
          [0, 1],
          [2, 3],
        ]),
      ],
      [],
      [[1]],
    ],
    [
      "are found together, where one alone would take that of another",
      "axbx",
      "aYbZ",
      [
        choice("Y", [[1, 2]]),
        choice("Z", [
          [1, 2],
          [3, 4],
        ]),
      ],
      [],
      [[0], [1]],
    ],
    ["are none for a block that the file does not have", "abc", "abc", [choice("X", [[1, 2]])], [], [[]]],
    [
      "are several for one that stands in each of them",
      "axbx",
      "aYbY",
      [
        choice(
          "Y",
          [
            [1, 2],
            [3, 4],
          ],
          true,
        ),
      ],
      [],
      [[0, 1]],
    ],
    [
      "are one for one that stands once",
      "axbx",
      "aYbx",
      [
        choice("Y", [
          [1, 2],
          [3, 4],
        ]),
      ],
      [],
      [[0]],
    ],
    [
      "change as little as they can",
      "abcd",
      "abcX",
      [
        choice("cX", [
          [2, 4, 1],
          [2, 4, 2],
        ]),
      ],
      [],
      [[0]],
    ],
    [
      "leave to the words what these delete",
      "abcdX",
      "aYX",
      [
        choice("Y", [
          [1, 4, 4],
          [1, 2, 2],
        ]),
      ],
      [[2, 4]],
      [[1]],
    ],
    [
      "hold what they replace, though words may delete it",
      "abc",
      "aYc",
      [
        choice("Y", [
          [1, 2, 2],
          [1, 1, 1],
        ]),
      ],
      [[1, 2]],
      [[0]],
    ],
    ["say nothing of lines that just go", "abcd", "aXd", [choice("X", [[1, 2]])], [], [[0]]],
    ["say nothing of lines that are just new", "ab", "aNXb", [choice("X", [[1, 1]])], [], [[0]]],
  ])("%s", (_, before, wanted, blocks, erased, expected) => {
    const erasures = erased.map(([from, to]) => ({ from, to }));
    expect(findBestEdits(lines(before), lines(wanted), blocks, erasures)).toEqual(expected);
  });

  it("are found for any file that they were put into", () => {
    const file = fc.array(fc.constantFrom("a", "b", "c", "}"), { maxLength: 12 });
    const spots = fc.array(fc.tuple(fc.nat(12), fc.nat(2)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(file, spots, (before, given) => {
        const windows: { from: number; to: number }[] = [];
        for (const [from, size] of given.toSorted(([a], [b]) => a - b)) {
          const start = Math.max(from, (windows.at(-1)?.to ?? -1) + 1);
          if (start + size <= before.length) windows.push({ from: start, to: start + size });
        }
        const wanted: string[] = [];
        let at = 0;
        for (const [nth, { from, to }] of windows.entries()) {
          wanted.push(...before.slice(at, from), `new ${String(nth)}`);
          at = to;
        }
        wanted.push(...before.slice(at));
        const blocks = windows.map((window, nth): EditChoice => ({
          lines: [`new ${String(nth)}`],
          windows: [{ ...window, changes: 1 + window.to - window.from }],
          isRepeated: false,
        }));
        expect(findBestEdits(before, wanted, blocks)).toEqual(windows.map(() => [0]));
      }),
    );
  });
});
