import { describe, expect, test } from "vitest";
import { answerBlocks } from "../../../extension/core/chat/answerBlocks.ts";
import { applyContext } from "../../../extension/core/chat/applyContext.ts";
import {
  bySureness,
  isWhole,
  pathOfBlock,
  rememberedTargets,
  stateOfHunks,
} from "../../../extension/core/chat/blockStates.ts";
import type { Certainty } from "../../../extension/core/chat/chatProtocol.ts";
import type { Answer, BlockRecord, Conversation, Message } from "../../../extension/core/chat/chatSchemas.ts";

const question = (id: string, parent: string, text: string): Message => ({
  role: "user",
  id,
  parent,
  text,
  attachments: [],
});

const answer = (id: string, parent: string, text: string, blocks: Record<string, BlockRecord> = {}): Answer => ({
  role: "assistant",
  id,
  parent,
  text,
  reasoning: "",
  model: { id: "a/b", name: "B" },
  state: { type: "done" },
  leftOut: [],
  blocks,
});

const conversation = (...messages: Message[]): Conversation => ({
  version: 1,
  id: "c",
  title: "",
  changed: 0,
  messages,
  head: messages.at(-1)?.id ?? "",
});

describe("the state of a block by its hunks", () => {
  test.each([
    [{ total: 0, accepted: 0, pending: 0 }, { type: "unchanged" }],
    [
      { total: 3, accepted: 0, pending: 3 },
      { type: "review", decided: 0, total: 3 },
    ],
    [
      { total: 3, accepted: 1, pending: 1 },
      { type: "review", decided: 2, total: 3 },
    ],
    [
      { total: 3, accepted: 3, pending: 0 },
      { type: "applied", total: 3 },
    ],
    [
      { total: 3, accepted: 1, pending: 0 },
      { type: "partly", accepted: 1, total: 3 },
    ],
    [{ total: 3, accepted: 0, pending: 0 }, { type: "rejected" }],
  ])("%o", (hunks, want) => {
    expect(stateOfHunks(hunks)).toEqual(want);
  });
});

test("targets are sorted by how sure they are", () => {
  const all: readonly Certainty[] = ["none", "new", "refused", "certain", "unsure", "likely"];
  const sorted = all.map((certainty) => ({ certainty })).sort(bySureness);
  expect(sorted.map(({ certainty }) => certainty)).toEqual(["certain", "likely", "new", "unsure", "none", "refused"]);
});

test("a block's path is the one that it names", () => {
  const paths = answerBlocks("```ts ./src/a.ts\na();\n```\n\n```ts\nb();\n```\n").map(pathOfBlock);
  expect(paths).toEqual(["src/a.ts", undefined]);
});

describe("the target that the user has chosen for a path", () => {
  const text = "```ts src/a.ts\na();\n```\n\n```ts src/b.ts\nb();\n```\n";
  const chosen = (target: string): BlockRecord => ({ target, isChosen: true, state: { type: "idle" } });
  const reported = (chat: Conversation): Record<string, string> =>
    Object.fromEntries(rememberedTargets(chat, ({ blocks }) => blocks, answerBlocks));
  const first = answer("1", "0", text, { "0": chosen("file:///x.ts") });

  test("counts for that path in the whole conversation, and for no other", () => {
    const chat = conversation(question("0", "", "Do it."), first, question("2", "1", "More."), answer("3", "2", text));
    expect(reported(chat)).toEqual({ "src/a.ts": "file:///x.ts" });
  });

  test("is the one that was said last", () => {
    const chat = conversation(first, answer("3", "1", text, { "0": chosen("file:///y.ts") }));
    expect(reported(chat)).toEqual({ "src/a.ts": "file:///y.ts" });
  });

  test("is none where the target was found, not chosen", () => {
    const found = answer("1", "0", text, { "0": { target: "file:///x.ts", state: { type: "idle" } } });
    expect(reported(conversation(found))).toEqual({});
  });

  test("is found by reading each answer once, and none without a choice", () => {
    const both = answer("4", "3", text, { "0": chosen("file:///y.ts"), "1": chosen("file:///z.ts") });
    const chat = conversation(first, answer("3", "1", "Other text."), both);
    const read: string[] = [];
    rememberedTargets(
      chat,
      ({ blocks }) => blocks,
      (asked) => {
        read.push(asked);
        return answerBlocks(asked);
      },
    );
    expect(read).toEqual([first.text, both.text]);
  });
});

test("a rewriter hears the question, what was said before, and the answer without its code", () => {
  const chat = conversation(
    question("1", "", "What is this?"),
    answer("2", "1", "A cart.\n\n```ts\nsecret();\n```\n"),
    question("3", "2", " Round the total. "),
    answer("4", "3", "It rounds now:\n\n```ts a.ts\nround();\n```\n"),
    answer("5", "3", "Another answer."),
  );
  expect(applyContext(chat, "4")).toEqual({
    instruction: "Round the total.",
    conversation: [
      { role: "user", text: "What is this?" },
      { role: "assistant", text: "A cart.\n\n[code]" },
      { role: "assistant", text: "It rounds now:\n\n[code]" },
    ],
  });
});

describe("a block is all there", () => {
  test.each([
    ["closed, in an answer that streams", "```ts a.ts\nx\n```\n", { type: "streaming" }, true],
    ["closed, in an answer that was stopped", "```ts a.ts\nx\n```\n", { type: "stopped" }, true],
    ["open, in an answer that the model has ended", "```ts a.ts\nx\n", { type: "done" }, true],
    ["open, in an answer that streams", "```ts a.ts\nx\n", { type: "streaming" }, false],
    ["open, in an answer that was stopped", "```ts a.ts\nx\n", { type: "stopped" }, false],
    ["open, in an answer that was cut off", "```ts a.ts\nx\n", { type: "failed", message: "Cut." }, false],
    ["torn Markdown, in an answer that streams", "```md R.md\n```ts\nx\n```\n", { type: "streaming" }, false],
    ["torn Markdown, in an answer that was stopped", "```md R.md\n```ts\nx\n```\n", { type: "stopped" }, false],
    ["such Markdown, in an answer that the model has ended", "```md R.md\n```ts\nx\n```\n", { type: "done" }, true],
  ] as const)("%s: %j", (_, text, state, expected) => {
    const given: Answer = { ...answer("a", "q", text), state };
    expect(answerBlocks(text).map((block) => isWhole(block, given))).toEqual([expected]);
  });
});
