import { expect, test } from "vitest";
import type { Answer, ReadRecord } from "../../../extension/core/chat/chatSchemas.ts";
import { continuationOf } from "../../../extension/core/chat/continuation.ts";

const read = (what: string, state: ReadRecord["state"] = "done"): ReadRecord => ({
  tool: "read_file",
  written: "{}",
  what,
  state,
  text: "",
});
const CLOSED = { type: "failed", message: "VS Code was closed.", canContinue: true } as const;
const TEXT = "I look.\n\nAnd there.\n\nIt is empt";
const rounds: NonNullable<Answer["rounds"]> = [
  { at: 7, reads: [read("a.ts"), read("b.ts", "refused")] },
  { at: 19, reads: [read("c.ts")] },
];

const answer = (own: Partial<Answer> = {}): Answer => ({
  id: "a",
  parent: "q",
  role: "assistant",
  text: TEXT,
  reasoning: "",
  model: { id: "m", name: "M" },
  state: CLOSED,
  leftOut: [],
  blocks: {},
  rounds,
  ...own,
});

test.each<[string, Partial<Answer>, string | undefined, number?]>([
  ["after what was read last", {}, "I look.\n\nAnd there.", 2],
  ["also where the user has stopped it", { state: { type: "stopped" } }, "I look.\n\nAnd there.", 2],
  [
    "before what was not read to its end",
    { rounds: [...rounds.slice(0, 1), { at: 19, reads: [read("c.ts"), read("d.ts", "stopped")] }] },
    "I look.",
    1,
  ],
  ["nowhere where nothing was read to its end", { rounds: [{ at: 7, reads: [read("a.ts", "stopped")] }] }, undefined],
  ["nowhere where nothing was read", { rounds: [] }, undefined],
  ["nowhere where it is whole", { state: { type: "done" } }, undefined],
  ["nowhere while it comes", { state: { type: "streaming" } }, undefined],
  ["nowhere where it would fail again", { state: { type: "failed", message: "Too long." } }, undefined],
  ["where its blocks were only looked at", { blocks: { 0: { state: { type: "idle" } } } }, "I look.\n\nAnd there.", 2],
  [
    "nowhere where one of its blocks was applied",
    { blocks: { 0: { state: { type: "applied", total: 1 } } } },
    undefined,
  ],
])("an answer that broke off goes on %s", (_, own, text, count) => {
  const found = continuationOf(answer(own));
  expect(found?.text).toBe(text);
  expect(found?.rounds?.length).toBe(count);
});
