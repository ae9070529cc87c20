import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import type { PlannerEvent } from "../../../extension/core/chat/planner.ts";
import { withThinking } from "../../../extension/providers/thinking.ts";

/** What is read as reasoning and as answer, whatever parts the text comes in. */
async function read(parts: readonly string[]): Promise<{ reasoning: string; text: string }> {
  // oxlint-disable-next-line typescript/require-await -- The port wants a stream.
  async function* events(): AsyncGenerator<PlannerEvent> {
    for (const text of parts) yield { type: "text", text };
    yield { type: "usage", usage: { completionTokens: 1 } };
    yield { type: "end", reason: "stop" };
  }
  const found = { reasoning: "", text: "" };
  const types: string[] = [];
  for await (const event of withThinking(events())) {
    if (event.type === "text" || event.type === "reasoning") found[event.type] += event.text;
    types.push(event.type);
  }
  expect(types.at(-1)).toBe("end");
  expect(types).toContain("usage");
  return found;
}

const cases: readonly (readonly [answer: string, reasoning: string, text: string])[] = [
  ["Two.", "", "Two."],
  ["", "", ""],
  ["  Two.", "", "  Two."],
  ["<think>One and one.</think>Two.", "One and one.", "Two."],
  ["\n<think>\nOne and one.\n</think>\n\nTwo.\n", "One and one.\n", "Two.\n"],
  ["<thought>1 < 2</thought>Two.", "1 < 2", "Two."],
  ["<thinking>a </think> b</thinking>c", "a </think> b", "c"],
  ["<think>Never", "Never", ""],
  ["<think></think>Two.", "", "Two."],
  ["<thin", "", "<thin"],
  ["<thinner>", "", "<thinner>"],
  ["Use <think> tags.</think>", "", "Use <think> tags.</think>"],
  ["<think>a</think>b<think>c</think>", "a", "b<think>c</think>"],
];

test.each(cases)("%j is read as reasoning %j and answer %j", async (answer, reasoning, text) => {
  expect(await read([answer])).toEqual({ reasoning, text });
  expect(await read(Array.from(answer))).toEqual({ reasoning, text });
});

test("an answer is the same in whatever parts it comes", async () => {
  const piece = fc.constantFrom("<think>", "</think>", "<", "think", ">", "/", " ", "\n", "a");
  const answer = fc.tuple(fc.constantFrom("", "<think>", "<think>a"), fc.array(piece, { maxLength: 8 }));
  await fc.assert(
    fc.asyncProperty(answer, fc.integer({ min: 1, max: 5 }), async ([begin, pieces], size) => {
      const text = begin + pieces.join("");
      const parts = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      expect(await read(parts)).toEqual(await read([text]));
    }),
  );
});
