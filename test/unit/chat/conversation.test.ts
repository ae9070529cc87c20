import { describe, expect, test } from "vitest";
import * as v from "valibot";
import fc from "../fastCheck.ts";
import {
  conversationSchema,
  type Answer,
  type Conversation,
  type Message,
  type Question,
} from "../../../extension/core/chat/chatSchemas.ts";
import { answerBlocks } from "../../../extension/core/chat/answerBlocks.ts";
import {
  addMessage,
  branchTo,
  changeAnswer,
  emptyConversation,
  matchesQuery,
  searchableText,
  settleStored,
  showBranch,
  shownBranch,
  siblingsOf,
  titleOf,
} from "../../../extension/core/chat/conversation.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { exportMarkdown } from "../../../extension/core/chat/exportMarkdown.ts";

const question = (id: string, parent: string, text = id): Question => ({
  id,
  parent,
  role: "user",
  text,
  attachments: [],
});

const answer = (id: string, parent: string, text = id, change: Partial<Answer> = {}): Answer => ({
  id,
  parent,
  role: "assistant",
  text,
  reasoning: "",
  model: { id: "test/model", name: "Model" },
  state: { type: "done" },
  leftOut: [],
  blocks: {},
  ...change,
});

const conversationOf = (...messages: readonly Message[]): Conversation =>
  messages.reduce((conversation, message) => addMessage(conversation, message, 1), emptyConversation("c", 0));

const ids = (messages: readonly Message[]): string => messages.map(({ id }) => id).join(" ");

describe("the branches of a conversation", () => {
  const edited = conversationOf(
    question("q1", ""),
    answer("a1", "q1"),
    question("q2", "a1"),
    answer("a2", "q2"),
    // The second question edited, and its answer given twice.
    question("q2b", "a1"),
    answer("a2b", "q2b"),
    answer("a2c", "q2b"),
  );

  test("the newest message is shown", () => {
    expect(ids(shownBranch(edited))).toBe("q1 a1 q2b a2c");
  });

  test("an earlier branch comes back as far as it went", () => {
    expect(ids(shownBranch(showBranch(edited, "q2")))).toBe("q1 a1 q2 a2");
    expect(ids(shownBranch(showBranch(edited, "a2b")))).toBe("q1 a1 q2b a2b");
  });

  test("what stands beside a message is told in the order in which it came", () => {
    expect(siblingsOf(edited, "q2b")).toEqual(["q2", "q2b"]);
    expect(siblingsOf(edited, "a2b")).toEqual(["a2b", "a2c"]);
    expect(siblingsOf(edited, "q1")).toEqual(["q1"]);
  });

  test("a message that is not there changes nothing", () => {
    expect(showBranch(edited, "none")).toBe(edited);
    expect(changeAnswer(edited, "q1", { text: "changed" })).toBe(edited);
    expect(branchTo(edited, "none")).toEqual([]);
  });

  test("a ring has an end", () => {
    const ring = conversationOf(question("a", "b"), question("b", "a"));
    expect(ids(shownBranch(ring))).toBe("a b");
    expect(ids(shownBranch(showBranch(ring, "a")))).toBe("b a");
  });

  test("no branch is ever lost, whatever is edited, asked again and shown", () => {
    const steps = fc.array(fc.record({ at: fc.nat(), isEdit: fc.boolean() }), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (taken) => {
        let conversation = conversationOf(question("0", ""));
        taken.forEach(({ at, isEdit }, index) => {
          const { messages } = conversation;
          const chosen = messages[at % messages.length];
          if (chosen === undefined) return;
          const id = String(index + 1);
          const parent = isEdit ? chosen.parent : chosen.id;
          conversation = addMessage(conversation, question(id, parent), index);
          expect(ids(shownBranch(conversation)).endsWith(id)).toBe(true);
          for (const message of conversation.messages) {
            const shown = showBranch(conversation, message.id);
            expect(shownBranch(shown).some((each) => each.id === message.id)).toBe(true);
            expect(shown.messages).toBe(conversation.messages);
          }
        });
        expect(v.parse(conversationSchema, JSON.parse(JSON.stringify(conversation)))).toEqual(conversation);
      }),
    );
  });
});

test.each([
  ["", "How do I sort a list?", "How do I sort a list?"],
  ["Mine", "How do I sort a list?", "Mine"],
  ["", "one\n\ntwo\tthree", "one two three"],
  ["", `${"word ".repeat(20)}end`, `${"word ".repeat(11)}word…`],
  ["", "x".repeat(100), `${"x".repeat(60)}…`],
])("the title %j of a conversation that begins with %j", (title, text, expected) => {
  expect(titleOf({ ...conversationOf(question("q", "", text)), title })).toBe(expected);
});

test.each([
  ["cart", true],
  ["CART discount", true],
  ["receipt", false],
  ["", true],
  ["answered", true],
])("the search %j finds: %j", (query, expected) => {
  const found = conversationOf(question("q", "", "A discount for the cart"), answer("a", "q", "Answered."));
  expect(matchesQuery(searchableText(found), query)).toBe(expected);
});

test("what was under way when the window went down is told so", () => {
  const stored = conversationOf(
    question("q", ""),
    answer("a", "q", "half an ans", {
      state: { type: "streaming" },
      blocks: {
        0: { state: { type: "applying", engine: "structural", share: 0.5 }, target: "file:///a" },
        1: { state: { type: "rejected" } },
      },
    }),
  );
  const [, settled] = settleStored(stored, "VS Code was closed.").messages;
  expect(settled).toMatchObject({
    text: "half an ans",
    state: { type: "failed", message: "VS Code was closed.", canContinue: true },
    blocks: { 0: { state: { type: "idle" }, target: "file:///a" }, 1: { state: { type: "rejected" } } },
  });
});

test("an exported conversation has the shown branch, its code to the letter", () => {
  const code = "````ts src/a.ts\n// ... existing code ...\n````";
  const asked: Question = {
    ...question("q", "", "Change it."),
    attachments: [{ reference: { type: "file", uri: "file:///w/src/a.ts", path: "src/a.ts" }, text: "secret" }],
  };
  const exported = exportMarkdown(conversationOf(asked, answer("old", "q", "Old."), answer("a", "q", code)));
  expect(exported).toBe(`# Change it.\n\n## You\n\nChange it.\n\n- src/a.ts\n\n## Model\n\n${code}\n`);
});

test.each([
  ["```ts a.ts\nx", "```ts a.ts\nx\n```"],
  ["~~~ts a.ts\nx", "~~~ts a.ts\nx\n~~~"],
  ["```ts a.ts\nx\n```", "```ts a.ts\nx\n```"],
])("the fence that an answer leaves open is closed in its export: %j", (text, expected) => {
  const next = [question("q2", "a"), answer("a2", "q2", "```ts b.ts\ny\n```")];
  const exported = exportMarkdown(conversationOf(question("q", ""), answer("a", "q", text), ...next));
  expect(exported).toContain(`## Model\n\n${expected}\n\n## You`);
  expect(answerBlocks(exported).map(({ sketches }) => sketches[0]?.path)).toEqual(["a.ts", "b.ts"]);
});

test("exact edits are exported to the letter, so that they apply again", () => {
  const original = "a();\nb();\nc();\nd();\n";
  const edits = "<<<<<<< SEARCH\na();\n... 2 lines ...\nd();\n=======\na(1);\n... 2 lines ...\n>>>>>>> REPLACE";
  const text = `Done:\n\n\`\`\`ts a.ts\n${edits}\n\`\`\``;
  const exported = exportMarkdown(conversationOf(question("q", ""), answer("a", "q", text)));
  expect(exported).toContain(edits);
  const sketches = answerBlocks(exported).flatMap((block) => block.sketches);
  const outcome = applyStructural({ original, sketches, language: "typescript", parser: undefined });
  expect(outcome).toMatchObject({ type: "merged", text: "a(1);\nb();\nc();\n" });
});
