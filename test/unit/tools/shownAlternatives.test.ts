import { expect, test } from "vitest";
import { applyStructural, type StructuralRequest } from "../../../extension/core/apply/structural.ts";
import { readForOneFile } from "../../../extension/core/sketch/readReply.ts";
import { ShownAlternatives, type NamedEdit } from "../../../extension/core/tools/shownAlternatives.ts";

const ORIGINAL = "same\nother\nsame\n";
const codeEdit = "<<<<<<< SEARCH\nsame\n=======\nnew\n>>>>>>> REPLACE\n";
const edit: NamedEdit = { session: "one", file: "/a.txt", codeEdit };

function requestFor(original: string): StructuralRequest {
  return {
    original,
    sketches: readForOneFile(codeEdit, { path: "a.txt", original }),
    language: undefined,
    parser: undefined,
  };
}

function tell(told: ShownAlternatives, of: NamedEdit, original = ORIGINAL): void {
  const outcome = applyStructural(requestFor(original));
  if (outcome.type !== "ambiguous") expect.fail(outcome.type);
  told.remember(of, { original, outcome, left: original });
}

function choose(told: ShownAlternatives, of: NamedEdit, alternative = 1, current = ORIGINAL) {
  return told.choose(of, new Map([[0, alternative]]), current, (text) => Promise.resolve(requestFor(text)));
}

test("what was told can be chosen, also again, and also in a file that has changed elsewhere", async () => {
  const told = new ShownAlternatives();
  tell(told, edit);
  const first = await choose(told, edit);
  expect(first).toMatchObject({
    type: "chosen",
    outcome: { type: "merged", text: "same\nother\nnew\n" },
    told: { left: ORIGINAL },
  });
  // The same number would be another line by now.
  const later = await choose(told, edit, 1, `same\n${ORIGINAL}`);
  expect(later).toMatchObject({ outcome: { text: "same\nsame\nother\nnew\n" }, told: undefined });
});

test("what was never told cannot, nor by another agent, of another file or for another edit", async () => {
  const told = new ShownAlternatives();
  tell(told, edit);
  for (const other of [
    { ...edit, session: "two" },
    { ...edit, file: "/b.txt" },
    { ...edit, codeEdit: `${codeEdit}\n` },
  ])
    expect(await choose(told, other)).toMatchObject({
      type: "refused",
      reason: expect.stringMatching(/have been told/) as string,
      told: undefined,
    });
});

test("a number that was not told is refused, and what was told still stands", async () => {
  const told = new ShownAlternatives();
  tell(told, edit);
  const refused = await choose(told, edit, 5);
  expect(refused).toMatchObject({
    type: "refused",
    reason: "Piece 1 has no alternative 6.",
    told: { original: ORIGINAL },
  });
});

test("what was told last counts, and what is clear by then has nothing to choose", async () => {
  const told = new ShownAlternatives();
  tell(told, edit);
  tell(told, edit, `same\n${ORIGINAL}`);
  expect(await choose(told, edit, 1, `same\n${ORIGINAL}`)).toMatchObject({
    outcome: { text: "same\nnew\nother\nsame\n" },
  });
  const outcome = { type: "ambiguous", reason: "", draft: "", candidates: [], pieces: [], proof: undefined } as const;
  told.remember(edit, { original: ORIGINAL, outcome, left: ORIGINAL });
  expect((await choose(told, edit)).type).toBe("refused");
});

test("what agents were told long ago is forgotten, by count and by size", async () => {
  const told = new ShownAlternatives();
  tell(told, edit);
  for (let index = 0; index < 50; index++) tell(told, { ...edit, file: `/${String(index)}.txt` });
  expect((await choose(told, edit)).type).toBe("refused");
  expect((await choose(told, { ...edit, file: "/0.txt" })).type).toBe("chosen");
  tell(told, { ...edit, file: "/long.txt", codeEdit: codeEdit + " ".repeat(30_000_000) });
  expect((await choose(told, { ...edit, file: "/49.txt" })).type).toBe("refused");
});
