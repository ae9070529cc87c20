import { expect, test } from "vitest";
import { boundCheckpoints } from "../../../extension/core/chat/boundCheckpoints.ts";
import type { Answer, Conversation } from "../../../extension/core/chat/chatSchemas.ts";
import { emptyConversation } from "../../../extension/core/chat/conversation.ts";

const answer = (id: string, size: number): Answer => ({
  id,
  parent: "",
  role: "assistant",
  text: "",
  reasoning: "",
  model: { id: "", name: "" },
  state: { type: "done" },
  leftOut: [],
  blocks: {
    "0": {
      state: { type: "applied", total: 1 },
      target: "file:///a",
      ...(size === 0
        ? {}
        : { accepted: [{ target: "file:///a", kind: "change" as const, before: "", after: "x".repeat(size) }] }),
    },
  },
});
const conversation = (...sizes: readonly number[]): Conversation => ({
  ...emptyConversation("c", 0),
  messages: sizes.map((size, index) => answer(String(index), size)),
});

test.each([
  [
    [4, 4],
    [true, true],
  ],
  [
    [4, 4, 4],
    [false, true, true],
  ],
  [[11], [false]],
  [
    [4, 11, 0, 4],
    [false, false, false, true],
  ],
])("of checkpoints of %j characters those are kept: %j", (sizes, kept) => {
  const { messages } = boundCheckpoints(conversation(...sizes), 10);
  const found = messages.map((message) => message.role === "assistant" && message.blocks["0"]?.accepted !== undefined);
  expect(found).toEqual(kept);
  for (const message of messages) {
    expect(message.role === "assistant" && message.blocks["0"]?.state).toEqual({ type: "applied", total: 1 });
  }
});

test("a conversation that is small enough is the same", () => {
  const small = conversation(1, 2);
  expect(boundCheckpoints(small, 10)).toBe(small);
});
