import { describe, expect, test } from "vitest";
import fc from "../fastCheck.ts";
import type { Answer, BlockRecord, Conversation, Message } from "../../../extension/core/chat/chatSchemas.ts";
import { addMessage, changeAnswer, emptyConversation } from "../../../extension/core/chat/conversation.ts";
import { mergeConversations } from "../../../extension/core/chat/mergeConversations.ts";

function question(id: string, parent: string): Message {
  return { id, parent, role: "user", text: id, attachments: [] };
}

function answer(id: string, parent: string, change: Partial<Answer> = {}): Answer {
  const model = { id: "test/model", name: "Model" };
  const empty = { reasoning: "", model, state: { type: "done" as const }, leftOut: [], blocks: {} };
  return { id, parent, role: "assistant", text: id, ...empty, ...change };
}

const APPLIED: BlockRecord = { state: { type: "applied", total: 1 } };
const IDLE: BlockRecord = { state: { type: "idle" } };

const base = [question("q", ""), answer("a", "q", { text: "One.", blocks: { 0: IDLE, 1: IDLE } })].reduce(
  (conversation, message) => addMessage(conversation, message, 1),
  emptyConversation("c", 0),
);
const asked = (name: string, changed: number): Conversation =>
  [question(`q-${name}`, "a"), answer(`a-${name}`, `q-${name}`)].reduce(
    (conversation, message) => addMessage(conversation, message, changed),
    base,
  );
const ids = ({ messages }: Conversation): string => messages.map(({ id }) => id).join(" ");
const answerOf = ({ messages }: Conversation, id = "a"): Answer => {
  const found = messages.find((message) => message.id === id);
  if (found?.role !== "assistant") throw new Error(`There is no answer ${id}.`);
  return found;
};

describe("two windows on one conversation", () => {
  test("both keep their questions and answers, and this one goes on where it is", () => {
    const merged = mergeConversations(asked("own", 2), asked("other", 3), base);
    expect(ids(merged)).toBe("q a q-other a-other q-own a-own");
    expect([merged.head, merged.changed]).toEqual(["a-own", 3]);
  });

  test("where only the other goes on, this one follows", () => {
    const merged = mergeConversations({ ...base, title: "" }, { ...asked("other", 3), title: "Named" }, base);
    expect(merged).toEqual({ ...asked("other", 3), title: "Named" });
    expect(mergeConversations({ ...base, title: "Mine" }, { ...base, title: "Named" }, base).title).toBe("Mine");
  });

  const grown = (text: string, state: Answer["state"]): Conversation => changeAnswer(base, "a", { text, state });
  const failed = { type: "failed", message: "VS Code was closed" } as const;
  const streaming = { type: "streaming" } as const;
  const done = { type: "done" } as const;
  const cases: readonly [name: string, own: Conversation, stored: Conversation, base: Conversation, text: string][] = [
    ["a stale copy of this window", grown("On", failed), grown("One. Two.", done), grown("On", failed), "One. Two."],
    ["a stale copy on the disk", grown("One. Two.", done), grown("On", failed), grown("On", streaming), "One. Two."],
    ["what streams here", grown("One", streaming), grown("One", failed), grown("One", streaming), "One"],
    ["both changed", grown("One. T", failed), grown("One. Two.", streaming), base, "One. Two."],
  ];
  for (const [name, own, stored, before, text] of cases) {
    test(`the answer that has more counts: ${name}`, () => {
      const merged = answerOf(mergeConversations(own, stored, before));
      expect(merged.text).toBe(text);
      const winner = answerOf(own).text === text ? own : stored;
      expect(merged.state).toEqual(answerOf(winner).state);
    });
  }

  test("each has applied a block", () => {
    const own = changeAnswer(base, "a", { blocks: { 0: APPLIED, 1: IDLE } });
    const stored = changeAnswer(base, "a", { blocks: { 0: IDLE, 1: APPLIED } });
    expect(answerOf(mergeConversations(own, stored, base)).blocks).toEqual({ 0: APPLIED, 1: APPLIED });
  });
});

describe("whatever two windows have done,", () => {
  const state = fc.constantFrom<Answer["state"]["type"]>("streaming", "done", "stopped");
  const record = fc.constantFrom(APPLIED, IDLE);
  /** Ids that may be those of the other window as well. */
  const step = fc.record({
    id: fc.integer({ min: 0, max: 7 }).map(String),
    isQuestion: fc.boolean(),
    parent: fc.nat(),
    text: fc.string({ maxLength: 4 }),
    state,
    blocks: fc.dictionary(fc.constantFrom("0", "1"), record),
  });
  const conversation = fc
    .tuple(fc.array(step, { maxLength: 8 }), fc.constantFrom("", "A", "B"), fc.nat(3))
    .map(([steps, title, changed]): Conversation =>
      steps.reduce<Conversation>(
        (grown, { id, isQuestion, parent, text, state: type, blocks }) => {
          if (grown.messages.some((message) => message.id === `${isQuestion ? "q" : "a"}${id}`)) return grown;
          const above = grown.messages[parent % (grown.messages.length + 1)]?.id ?? "";
          const message = isQuestion
            ? question(`q${id}`, above)
            : answer(`a${id}`, above, { text, state: { type } as Answer["state"], blocks });
          return addMessage(grown, message, changed);
        },
        { ...emptyConversation("c", changed), title },
      ),
    );

  test("no message of either is lost, and none is there twice", () => {
    fc.assert(
      fc.property(conversation, conversation, fc.option(conversation, { nil: undefined }), (own, stored, before) => {
        const merged = mergeConversations(own, stored, before);
        const all = merged.messages.map(({ id }) => id);
        expect(new Set(all)).toEqual(new Set([...own.messages, ...stored.messages].map(({ id }) => id)));
        expect(all.length).toBe(new Set(all).size);
        for (const { id, text } of merged.messages) {
          const texts = [own, stored].flatMap(({ messages }) => messages.find((each) => each.id === id)?.text ?? []);
          expect(texts).toContain(text);
        }
        expect(merged.head === "" || all.includes(merged.head)).toBe(true);
      }),
    );
  });

  test("merging once more changes nothing", () => {
    fc.assert(
      fc.property(conversation, conversation, fc.option(conversation, { nil: undefined }), (own, stored, before) => {
        const merged = mergeConversations(own, stored, before);
        expect(mergeConversations(merged, stored, before)).toEqual(merged);
        expect(mergeConversations(merged, merged, before)).toEqual(merged);
        expect(mergeConversations(merged, merged, merged)).toEqual(merged);
        expect(mergeConversations(own, merged, own).messages.length).toBe(merged.messages.length);
      }),
    );
  });
});
