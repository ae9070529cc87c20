import { expect, test } from "vitest";
import { chooseAlternatives, type Choices } from "../../../extension/core/apply/chooseAlternatives.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import type { StructuralRequest } from "../../../extension/core/apply/applyInTurn.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { withAlternatives } from "../../../extension/core/merge/alternatives.ts";

const ORIGINAL = "one\nsame\ntwo\nsame\nthree\nother\nfour\nother\n";
const REPLY = ["one|ONE", "same|x", "other|y", "nowhere|z"]
  .map((edit) => edit.split("|"))
  .map(([search, replace]) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`)
  .join("\n");

const request: StructuralRequest = {
  original: ORIGINAL,
  sketches: readReply("```text file.txt\n" + REPLY + "```\n", { path: "file.txt", original: ORIGINAL }),
  language: undefined,
  parser: undefined,
};

/** One sketch with a placed edit, two with two places each, and one with none. */
function unsure() {
  const outcome = applyStructural(request);
  if (outcome.type !== "ambiguous") expect.fail(outcome.type);
  expect(outcome.pieces.map(({ state }) => state)).toEqual(["placed", "open", "open", "not-applicable"]);
  return outcome;
}

function check(choices: readonly (readonly [number, number | "none"])[], text: string, states: readonly string[]) {
  const chosen = chooseAlternatives(request, unsure(), new Map(choices) satisfies Choices);
  if (chosen.type !== "chosen") expect.fail(chosen.reason);
  const { outcome } = chosen;
  const result = outcome.type === "merged" ? outcome.text : outcome.draft;
  expect(result.trim().replaceAll("\n", " ")).toBe(text);
  expect(outcome.pieces.map(({ index, state }) => `${String(index)} ${state}`)).toEqual(states);
  for (const piece of outcome.pieces) {
    if (piece.state === "placed" && piece.index === 1)
      expect(result.split("\n").slice(piece.result.start, piece.result.end)).toEqual(["x"]);
    if (piece.state === "open" && piece.index === 2)
      expect(piece.alternatives.map((one) => withAlternatives(ORIGINAL, result, [one])?.match(/y/g)?.length)).toEqual([
        1, 1,
      ]);
  }
  return outcome;
}

test("a chosen alternative is placed, and those of the others are of the new text", () => {
  const outcome = check([[1, 1]], "ONE same two x three other four other", [
    "0 placed",
    "1 placed",
    "2 open",
    "3 not-applicable",
  ]);
  expect(outcome).toMatchObject({ type: "ambiguous", proof: { findings: [{ type: "open" }, { type: "open" }] } });
});

test("nothing is left open where each piece is chosen or dropped, and the proof judges what that gives", () => {
  const all = [
    [1, 0],
    [2, 1],
    [3, "none"],
  ] as const;
  const outcome = check(all, "ONE x two same three other four y", ["0 placed", "1 placed", "2 placed"]);
  expect(outcome.type).toBe("merged");
  // It says that an edit is not there, which is what was wanted.
  expect(outcome.proof?.holds).toBe(false);
});

test("dropping alone changes no text", () => {
  check([[1, "none"]], "ONE same two same three other four other", ["0 placed", "2 open", "3 not-applicable"]);
});

test("what is not there is refused, in words", () => {
  const reasons = [new Map([[0, 0]]), new Map([[1, 2]]), new Map([[3, 0]]), new Map([[9, "none" as const]])].map(
    (choices) => chooseAlternatives(request, unsure(), choices),
  );
  expect(reasons).toEqual([
    { type: "refused", reason: "No piece 1 is open." },
    { type: "refused", reason: "Piece 2 has no alternative 3." },
    { type: "refused", reason: "Piece 4 has no alternative 1." },
    { type: "refused", reason: "No piece 10 is open." },
  ]);
});
