import { describe, expect, test } from "vitest";
import type { AskedPiece, ChoiceQuestion } from "../../../extension/core/models/chooser.ts";
import { readChoice } from "../../../extension/core/models/readChoice.ts";

/** A question with pieces that have so many alternatives each; `Piece.index` of the first is 3. */
function questionOf(...counts: readonly number[]): ChoiceQuestion {
  const splice = { place: { start: 0, end: 1 }, lines: [] };
  const alternative = { original: { start: 0, end: 1 }, lines: [], certainty: 0.2, label: "" };
  const pieces = counts.map((count, at): AskedPiece => {
    const alternatives = Array.from({ length: count }, (_, choice) => ({ choice: choice + 10, alternative, splice }));
    return { index: at + 3, reason: "", isEdit: false, introduction: "", sketch: { start: 0, end: 2 }, alternatives };
  });
  const known = {
    text: "a\nb\n",
    path: "src/run.js",
    language: undefined,
    instruction: "",
    conversation: [],
    places: [],
  };
  return { ...known, pieces, sketch: ["  first", "    second"] };
}

/** What is said of each piece, with the number of alternatives as the answer names them; or why nothing is. */
function read(answer: string, question: ChoiceQuestion): string {
  const said = readChoice(answer, question);
  if (said.type === "undecided") return said.reason;
  const chosen = [...said.choice.choices].map(([, choice]) => (choice === "none" ? choice : String(choice - 9)));
  const edits = said.choice.edits.flatMap(({ sketch }) => (sketch.type === "edits" ? sketch.edits : []));
  const written = edits.map(({ search, replace }) => ` [${search.join("|")} -> ${replace.join("|")}]`);
  return chosen.join(",") + written.join("");
}

const edit = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;

const TWOFOLD = "It said two things of one piece.";
const NOTHING = "It answered neither a number nor an edit.";
const NO_SUCH = "It named an alternative that there is not.";

describe("an answer about one piece", () => {
  test.each([
    ["2", "2"],
    ["1=2", "2"],
    [" 1 = 2 \n", "2"],
    ["**1=2**", "2"],
    ["`1=2`", "2"],
    ["```\n1=2\n```", "2"],
    ["Piece 1: alternative 2", "2"],
    ["Piece 1 -> 2.", "2"],
    ["Alternative 2", "2"],
    ["The answer is 2.", "2"],
    ["Answer: **2**", "2"],
    ["2 is right", "2"],
    ["I think alternative 2 is meant, as line 12 has the call.", "2"],
    ["2\n\nThe other one stands in line 40.", "2"],
    ["It is the second, number 2, since a comes first.", "2"],
    ["1=1\n1=2", TWOFOLD],
    ["1 or 2", NOTHING],
    ["Not 1.", NOTHING],
    ["Alternative 1 isn't meant.", NOTHING],
    ["1=4", NO_SUCH],
    ["1=0", NO_SUCH],
    ["17", NO_SUCH],
    ["1=1\n2=1", "It named a piece that there is not."],
    ["", NOTHING],
    ["I cannot help with that.", NOTHING],
    ["<updated-code>\nlet x = 1, y = 2;\n</updated-code>", NOTHING],
    ["1=none", "It meant none of the alternatives, and said nothing in their place."],
    [`1=none\n${edit("a", "b")}`, "none [a -> b]"],
    [edit("a", "b"), "none [a -> b]"],
    [`Line 7 has it:\n\`\`\`js src/run.js\n${edit("a", "b")}\n${edit("c", "")}\n\`\`\``, "none [a -> b] [c -> ]"],
    [`1=2\n${edit("a", "b")}`, "It chose alternatives and wrote edits besides."],
    ["1=none\n<<<<<<< SEARCH\na\n=======\nb", "Its edits break off."],
    ["1=none\n<<<<<<< SEARCH\na", "Its edits break off."],
    [`\`\`\`js\nsrc/other.js\n${edit("a", "b")}\n\`\`\``, "It wrote edits of another file."],
    [edit("a", "a\n... sketch 1-2 ..."), "none [a -> a|  first|    second]"],
    [edit("a", "a\n... sketch lines 2 ..."), "none [a -> a|    second]"],
    [edit("a", "a\n      ... sketch 1-2 ..."), "none [a -> a|      first|        second]"],
    [edit("a", "... sketch 2-3 ..."), "It named lines that the sketch does not have."],
    [edit("a", "... sketch 2-1 ..."), "It named lines that the sketch does not have."],
  ])("%j says %j", (answer, said) => {
    expect(read(answer, questionOf(3))).toBe(said);
  });
});

describe("an answer about several pieces", () => {
  test.each([
    ["1=2\n2=1", "2,1"],
    ["1=2, 2=1", "2,1"],
    ["2: 1\n1: 2", "2,1"],
    ["- Piece 1 = alternative 2\n- Piece 2 = alternative 1", "2,1"],
    ["1=2", "It did not say what each piece means."],
    ["2", NOTHING],
    ["1=2\n2=9", NO_SUCH],
    [`1=2\n2=none\n${edit("a", "b")}`, "2,none [a -> b]"],
    [`1=2\n${edit("a", "b")}`, "2,none [a -> b]"],
    [edit("a", "b"), "none,none [a -> b]"],
    ["1=2\n2=1\n2=2", TWOFOLD],
  ])("%j says %j", (answer, said) => {
    expect(read(answer, questionOf(2, 2))).toBe(said);
  });
});

test("a piece without alternatives is decided by edits alone", () => {
  expect(read("1=1", questionOf(0))).toBe(NO_SUCH);
  expect(read(edit("a", "b"), questionOf(0))).toBe("none [a -> b]");
});

test("an answer of any length is read", () => {
  for (const part of ["=", "1= = ", " ", "1=9 ", "... sketch 1", "the answer is ", "<<<<<<< SEARCH\n"])
    expect(readChoice(part.repeat(20_000), questionOf(2)).type).toBe("undecided");
});
