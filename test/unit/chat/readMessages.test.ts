import { describe, expect, test } from "vitest";
import type { Answer, Message, ReadRecord } from "../../../extension/core/chat/chatSchemas.ts";
import { planRequest } from "../../../extension/core/chat/plannerRequest.ts";

const limits = { contextTokens: 10_000, outputTokens: 1_000 };

const read = (what: string, text: string, own: Partial<ReadRecord> = {}): ReadRecord => ({
  tool: "read_file",
  written: JSON.stringify({ path: what }),
  what,
  state: "done",
  text,
  ...own,
});

const question = (id: string, parent: string, text: string): Message => ({
  id,
  parent,
  role: "user",
  text,
  attachments: [],
});

const answer = (reads: readonly ReadRecord[], text = "I look.\n\nIt is two."): Answer => ({
  id: "a1",
  parent: "q1",
  role: "assistant",
  text,
  reasoning: "",
  rounds: [{ at: "I look.".length, reads: [...reads] }],
  model: { id: "", name: "" },
  state: { type: "done" },
  leftOut: [],
  blocks: {},
});

const branchOf = (reads: readonly ReadRecord[]): readonly Message[] => [
  question("q1", "", "How much?"),
  answer(reads),
  question("q2", "a1", "And now?"),
];

describe("what an answer has read goes along with the next question", () => {
  test("as calls and their answers, where the model takes tools", () => {
    const { messages, fits } = planRequest(
      "P",
      branchOf([read("a.ts", "1\ta"), read("b.ts", "1\tb")]),
      limits,
      undefined,
      {
        tools: [],
      },
    );
    expect(fits).toBe(true);
    expect(messages.map((each) => [each.role, each.text])).toEqual([
      ["system", "P"],
      ["user", "How much?"],
      ["assistant", "I look."],
      ["tool", "1\ta"],
      ["tool", "1\tb"],
      ["assistant", "It is two."],
      ["user", "And now?"],
    ]);
  });

  test("as text with the question, where it takes none", () => {
    const { messages } = planRequest("P", branchOf([read("a.ts", "1\ta")]), limits);
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[1]?.text).toBe("read_file a.ts:\n```\n1\ta\n```\n\nHow much?");
  });

  test("without the oldest that do not fit, which are named", () => {
    const long = "word ".repeat(2_400);
    const reads = ["a.ts", "b.ts", "c.ts"].map((path) => read(path, long));
    const { messages, leftOut, tokens } = planRequest("P", branchOf(reads), limits, undefined, { tools: [] });
    expect(leftOut).toEqual(["a.ts"]);
    expect(messages.filter(({ role }) => role === "tool").map(({ text }) => text.slice(0, 8))).toEqual([
      "Left out",
      "word wor",
      "word wor",
    ]);
    expect(tokens).toBeLessThan(9_000);
  });

  test("without an older state of what was read again", () => {
    const branch = branchOf([read("a.ts", "old")]);
    const begun = { text: "", rounds: [{ at: 0, reads: [read("a.ts", "new")] }] };
    const { messages, leftOut } = planRequest("P", branch, limits, undefined, { tools: [], begun });
    expect(messages.filter(({ role }) => role === "tool").map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Left out, .* read again since/),
      "new",
    ]);
    expect(leftOut).toEqual([]);
  });

  test("and with what was stopped before it was read", () => {
    const { messages } = planRequest("P", branchOf([read("a.ts", "", { state: "stopped" })]), limits, undefined, {
      tools: [],
    });
    expect(messages[3]?.text).toMatch(/stopped/);
  });
});

test("reads of an answer that are more than the window leave the question", () => {
  const begun = { text: "", rounds: [{ at: 0, reads: [read("a.ts", "word ".repeat(20_000))] }] };
  const { fits, leftOut, messages } = planRequest("P", [question("q", "", "How?")], limits, undefined, {
    tools: [],
    begun,
  });
  expect([fits, leftOut]).toEqual([true, ["a.ts"]]);
  expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
});

test.each([
  ["its text behind what it read", "I look.\n\nIt is two."],
  ["nothing behind what it read, since it broke off there", "I look."],
])("an answer that goes with its question is counted as left out: with %s", (_, text) => {
  const branch = [
    question("q1", "", "word ".repeat(20_000)),
    answer([read("a.ts", "1\ta")], text),
    question("q2", "a1", "And now?"),
  ];
  const { leftOut, messages } = planRequest("P", branch, limits, undefined, { tools: [] });
  expect(messages.map((each) => each.text)).toEqual(["P", "And now?"]);
  expect(leftOut).toEqual(["the first 2 messages"]);
});
