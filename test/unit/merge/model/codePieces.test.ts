import { expect, it } from "vitest";
import type { Step } from "../../../../extension/core/merge/assemble.ts";
import { certaintyOfPieces } from "../../../../extension/core/merge/model/codePieces.ts";
import { observeCode } from "../../../../extension/core/merge/model/observeCode.ts";
import type { RankedReading } from "../../../../extension/core/merge/model/ranking.ts";
import { readOriginal } from "../../../../extension/core/merge/original.ts";
import { readShownCode } from "../../../../extension/core/merge/shownCode.ts";
import { beginWork } from "../../../../extension/core/text/work.ts";

const FILE = "first();\n\nsecond();\nthird();\n";
/** A line that the file has, a marker, and a line that is new. */
const CODE = "first();\n// ... existing code ...\naudit();\n";

/** Items of the code: an implied marker, `first();`, a marker, `audit();`, an implied marker. */
const [FOUND, REST, NEW] = [1, 2, 3];
const match = (line: number): Step => ({ type: "match", item: FOUND, line, adopt: false });
const keep = (line: number): Step => ({ type: "keep", line, item: REST });
const write: Step = { type: "insert", item: NEW };
const cut = (line: number): Step => ({ type: "delete", line });

type Reading = readonly [certainty: number, ...steps: readonly Step[]];

/** How sure the treatment of the line that the file has is, and that of the new one. */
function check(...readings: readonly Reading[]): readonly number[] {
  const original = readOriginal(FILE, "javascript", undefined);
  const shown = readShownCode(CODE, original);
  if ("nothing" in shown) expect.fail(shown.nothing);
  const observed = observeCode(shown, false, original, beginWork());
  const [, found, added] = certaintyOfPieces(
    observed,
    readings.map(([certainty, ...steps]): RankedReading => ({
      ...{ certainty, steps, text: "", ruled: undefined, placements: [], probability: 0, variant: undefined },
    })),
  );
  return [found ?? -1, added ?? -1];
}

it.each<[string, readonly Reading[], readonly number[]]>([
  ["all where there is one reading", [[0.5, match(0), keep(1), keep(2), keep(3), write]], [1, 1]],
  [
    "the share of those that write new lines at the same place",
    [
      [0.75, match(0), keep(1), keep(2), write, keep(3)],
      [0.25, match(0), keep(1), keep(2), keep(3), write],
    ],
    [1, 0.75],
  ],
  [
    "the same on both sides of a blank line, and of a line that is deleted",
    [
      [0.5, match(0), keep(1), write, cut(2), keep(3)],
      [0.5, match(0), write, keep(1), cut(2), keep(3)],
    ],
    [1, 1],
  ],
  [
    "the share of those that delete the same lines",
    [
      [0.5, match(0), keep(1), keep(2), keep(3), write],
      [0.5, match(0), cut(2), keep(3), write],
    ],
    [0.5, 1],
  ],
])("how sure the likeliest treatment of each piece is: %s", (_, readings, want) => {
  expect(check(...readings)).toEqual(want);
});
