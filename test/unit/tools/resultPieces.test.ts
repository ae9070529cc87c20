import { expect, test } from "vitest";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { resultPieces } from "../../../extension/core/tools/resultPieces.ts";

const original = "first\nsame\nother\nsame\n";
const reply =
  "<<<<<<< SEARCH\nfirst\n=======\nnew\nfirst\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nsame\n=======\nx\ny\n>>>>>>> REPLACE\n";

/** The lines of each alternative in the text that the caller is shown. */
function check(shown: "original" | "text", want: readonly string[]): void {
  const outcome = applyStructural({
    original,
    sketches: readReply(reply, { path: "a.txt", language: undefined, original }),
    language: undefined,
    parser: undefined,
  });
  if (outcome.type !== "ambiguous") expect.fail(outcome.type);
  const pieces = resultPieces(outcome.pieces, { original, text: outcome.draft, shown });
  expect(pieces.map(({ number, state, lines }) => [number, state, lines])).toEqual([
    [1, "placed", { start: 1, end: 6 }],
    [2, "open", { start: 7, end: 12 }],
  ]);
  const found = pieces[1]?.alternatives.map(({ lines, text }) => `${lines.start}-${lines.end} ${JSON.stringify(text)}`);
  expect(found).toEqual(want);
}

test("alternatives are told with lines of the file where nothing of the edit is in it", () => {
  check("original", ['2-2 "x\\ny"', '4-4 "x\\ny"']);
});

test("alternatives are told with lines of the text that has what is placed", () => {
  check("text", ['3-3 "x\\ny"', '5-5 "x\\ny"']);
});
