import { expect, test } from "vitest";
import type { Choices } from "../../../extension/core/apply/chooseAlternatives.ts";
import { sureText } from "../../../extension/core/apply/outcome.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import type { StructuralRequest } from "../../../extension/core/apply/applyInTurn.ts";
import { takeChoices, takeChoicesLater } from "../../../extension/core/apply/takeChoices.ts";
import { withAlternatives } from "../../../extension/core/merge/alternatives.ts";
import { readForOneFile } from "../../../extension/core/sketch/readReply.ts";

const ORIGINAL = "begin\nsame\nbetween\nsame\nother\nlast\nother\n";
/** An edit that would be made twice if it was read anew, and two that stand twice. */
const EDITS = ["begin|zero\nbegin", "same|new", "other|own"]
  .map((edit) => edit.split("|"))
  .map(([search, replace]) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`)
  .join("");

function requestOf(sketch: string, original: string): StructuralRequest {
  const sketches = readForOneFile(sketch, { path: "a.txt", original });
  return { original, sketches, language: undefined, parser: undefined };
}

function unsure(request: StructuralRequest) {
  const outcome = applyStructural(request);
  if (outcome.type !== "ambiguous") expect.fail(outcome.type);
  return outcome;
}

/** Chooses in `current`, which was left as `left` says. */
function later(left: "original" | "sure", current: string, choices: Choices) {
  const request = requestOf(EDITS, ORIGINAL);
  const outcome = unsure(request);
  const text = left === "original" ? ORIGINAL : sureText(outcome, ORIGINAL);
  return takeChoicesLater({ request, outcome, left: text }, choices, current);
}

function textOf(chosen: ReturnType<typeof later>): string {
  if (chosen.type === "refused") return chosen.reason;
  const { outcome } = chosen;
  return outcome.type === "merged" ? outcome.text : outcome.draft;
}

const SURE = `zero\n${ORIGINAL}`;
const all: Choices = new Map([
  [1, 1],
  [2, 0],
]);
const CHOSEN = "zero\nbegin\nsame\nbetween\nnew\nown\nlast\nother\n";

test.each([
  ["nothing of it was written", "original", ORIGINAL, CHOSEN],
  ["what is sure is there", "sure", SURE, CHOSEN],
  ["somebody has written above, also a line like those", "original", `same\n${ORIGINAL}`, `same\n${CHOSEN}`],
  ["the user has not taken what is sure", "sure", ORIGINAL, CHOSEN.replace("zero\n", "")],
  ["line ends are others by now", "sure", SURE.replaceAll("\n", "\r\n"), CHOSEN.replaceAll("\n", "\r\n")],
  ["it is there already", "original", CHOSEN, CHOSEN],
] as const)("what is chosen is made where it was meant: %s", (_, left, current, want) => {
  expect(textOf(later(left, current, all))).toBe(want);
});

test("a file that has changed in those lines is left alone", () => {
  const refused = later("sure", SURE.replace("between\nsame", "between\nsomething"), all);
  expect(refused).toEqual({ type: "refused", reason: expect.stringContaining("changed since") as string });
});

test("the proof holds for the file as it was and as it is", () => {
  for (const [left, current] of [
    ["original", ORIGINAL],
    ["sure", SURE],
    ["original", `top\n${ORIGINAL}`],
  ] as const) {
    const chosen = later(left, current, all);
    expect(chosen).toMatchObject({ type: "chosen", outcome: { type: "merged", proof: { holds: true } } });
  }
});

test("what is still open has its alternatives in the file as it is", () => {
  const current = `top\n${SURE}`;
  const chosen = later("sure", current, new Map([[1, 0]]));
  if (chosen.type !== "chosen" || chosen.outcome.type !== "ambiguous") expect.fail("It is open.");
  const { draft, pieces } = chosen.outcome;
  expect(draft).toBe(`top\n${SURE.replace("same", "new")}`);
  const [piece] = pieces.filter(({ state }) => state === "open");
  const texts = piece?.state === "open" ? piece.alternatives.map((one) => withAlternatives(current, draft, [one])) : [];
  expect(texts).toEqual([draft.replace("other", "own"), draft.replace("last\nother", "last\nown")]);
});

test("the proof misses nothing that is left out on purpose, of edits and of code", () => {
  const request = requestOf(EDITS, ORIGINAL);
  const dropped = takeChoices(
    request,
    unsure(request),
    new Map<number, number | "none">([
      [1, "none"],
      [2, 1],
    ]),
  );
  expect(dropped).toMatchObject({ outcome: { type: "merged", proof: { holds: true } } });
  const twins = "class A {\n  save() {\n    write(1);\n  }\n}\n\nclass B {\n  save() {\n    write(1);\n  }\n}\n";
  const code = requestOf("save() {\n  write(2);\n}\n", twins);
  const none = takeChoices(code, unsure(code), new Map([[0, "none"]]));
  expect(none).toMatchObject({ outcome: { type: "merged", text: twins, proof: { holds: true } } });
  // The request of the sketch is not changed by it.
  expect(code.sketches).toHaveLength(1);
});
