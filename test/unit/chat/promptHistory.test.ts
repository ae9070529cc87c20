import { expect, test } from "vitest";
import {
  mentionAtEnd,
  readHistory,
  shownPrompt,
  walkOn,
  withMention,
  withPrompt,
} from "../../../extension/core/chat/promptHistory.ts";

test("a prompt is remembered once, the newest first, and not without end", () => {
  expect(withPrompt(["a", "b"], " b ")).toEqual(["b", "a"]);
  expect(withPrompt(["a"], "  ")).toEqual(["a"]);
  expect(withPrompt(["a"], "x".repeat(5_000))).toEqual(["a"]);
  const many = Array.from({ length: 80 }, (_, index) => String(index)).reduce<readonly string[]>(withPrompt, []);
  expect([many.length, many[0]]).toEqual([50, "79"]);
});

test("what is stored and is no history is none", () => {
  expect(readHistory(["a", "", "b"])).toEqual(["a", "b"]);
  for (const stored of [undefined, "a", [1], { 0: "a" }]) expect(readHistory(stored)).toEqual([]);
});

test("a walk goes from the draft to the oldest prompt and back, and no further", () => {
  const history = ["new", "old"];
  const seen = ([1, 1, 1, -1, -1, -1] as const).reduce<{ walk: { draft: string; at: number }; shown: string[] }>(
    ({ walk, shown }, step) => {
      const next = walkOn(walk, history, step);
      return { walk: next, shown: [...shown, shownPrompt(next, history)] };
    },
    { walk: { draft: "typed", at: -1 }, shown: [] },
  );
  expect(seen.shown).toEqual(["new", "old", "old", "new", "typed", "typed"]);
  expect(shownPrompt(walkOn({ draft: "typed", at: -1 }, [], 1), [])).toBe("typed");
});

test("a mention is what follows the last @ of a word, and is replaced by what was chosen", () => {
  expect(mentionAtEnd("like @src/ca")).toBe("src/ca");
  expect(mentionAtEnd("@")).toBe("");
  for (const text of ["", "mail a@b.c", "like @cart.ts and", "like @cart.ts "])
    expect(mentionAtEnd(text)).toBeUndefined();
  expect(withMention("like @ca", "src/cart.ts")).toBe("like @src/cart.ts ");
  expect(mentionAtEnd(withMention("like @ca", "src/my cart.ts"))).toBeUndefined();
});
