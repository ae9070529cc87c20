import { expect, test } from "vitest";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import type { StructuralRequest } from "../../../extension/core/apply/applyInTurn.ts";
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

function tell(reported: ShownAlternatives, of: NamedEdit, original = ORIGINAL): void {
  const outcome = applyStructural(requestFor(original));
  if (outcome.type !== "ambiguous") expect.fail(outcome.type);
  reported.remember(of, { original, outcome, left: original });
}

function choose(reported: ShownAlternatives, of: NamedEdit, alternative = 1, current = ORIGINAL) {
  return reported.choose(of, new Map([[0, alternative]]), current, (text) => Promise.resolve(requestFor(text)));
}

test("what was told can be chosen, also again, and also in a file that has changed elsewhere", async () => {
  const reported = new ShownAlternatives();
  tell(reported, edit);
  const first = await choose(reported, edit);
  expect(first).toMatchObject({
    type: "chosen",
    outcome: { type: "merged", text: "same\nother\nnew\n" },
    reported: { left: ORIGINAL },
  });
  // The same number would be another line by now.
  const later = await choose(reported, edit, 1, `same\n${ORIGINAL}`);
  expect(later).toMatchObject({ outcome: { text: "same\nsame\nother\nnew\n" }, reported: undefined });
});

test("what was never told cannot, nor by another agent, of another file or for another edit", async () => {
  const reported = new ShownAlternatives();
  tell(reported, edit);
  for (const other of [
    { ...edit, session: "two" },
    { ...edit, file: "/b.txt" },
    { ...edit, codeEdit: `${codeEdit}\n` },
  ])
    expect(await choose(reported, other)).toMatchObject({
      type: "refused",
      reason: expect.stringMatching(/have been told/) as string,
      reported: undefined,
    });
});

test("a number that was not told is refused, and what was told still stands", async () => {
  const reported = new ShownAlternatives();
  tell(reported, edit);
  const refused = await choose(reported, edit, 5);
  expect(refused).toMatchObject({
    type: "refused",
    reason: "Piece 1 has no alternative 6.",
    reported: { original: ORIGINAL },
  });
});

test("what was told last counts, and what is clear by then has nothing to choose", async () => {
  const reported = new ShownAlternatives();
  tell(reported, edit);
  tell(reported, edit, `same\n${ORIGINAL}`);
  expect(await choose(reported, edit, 1, `same\n${ORIGINAL}`)).toMatchObject({
    outcome: { text: "same\nnew\nother\nsame\n" },
  });
  const outcome = { type: "ambiguous", reason: "", draft: "", candidates: [], pieces: [], proof: undefined } as const;
  reported.remember(edit, { original: ORIGINAL, outcome, left: ORIGINAL });
  expect((await choose(reported, edit)).type).toBe("refused");
});

test("what agents were told long ago is forgotten, by count and by size", async () => {
  const reported = new ShownAlternatives();
  tell(reported, edit);
  for (let index = 0; index < 50; index++) tell(reported, { ...edit, file: `/${String(index)}.txt` });
  expect((await choose(reported, edit)).type).toBe("refused");
  expect((await choose(reported, { ...edit, file: "/0.txt" })).type).toBe("chosen");
  tell(reported, { ...edit, file: "/long.txt", codeEdit: codeEdit + " ".repeat(30_000_000) });
  expect((await choose(reported, { ...edit, file: "/49.txt" })).type).toBe("refused");
});
