import { describe, expect, test } from "vitest";
import fc from "../fastCheck.ts";
import type { Attachment, Message } from "../../../extension/core/chat/chatSchemas.ts";
import { planRequest } from "../../../extension/core/chat/plannerRequest.ts";
import { planningPrompt } from "../../../extension/core/chat/planningPrompt.ts";

const PROMPT = "Help.";

const attached = (path: string, length: number): Attachment => ({
  reference: { type: "file", uri: `file:///${path}`, path },
  text: "x".repeat(length),
});

const asked = (text: string, ...attachments: readonly Attachment[]): Message => ({
  id: text,
  parent: "",
  role: "user",
  text,
  attachments: [...attachments],
});

const answered = (text: string): Message => ({
  id: text,
  parent: "",
  role: "assistant",
  text,
  reasoning: "secret thoughts",
  model: { id: "m", name: "M" },
  state: { type: "done" },
  leftOut: [],
  blocks: {},
});

const limits = (contextTokens: number) => ({ contextTokens, outputTokens: 100 });

describe("what a planner is sent", () => {
  test("the prompt, the turns in order, attachments before the question that they came with", () => {
    const branch = [asked("one", attached("a.ts", 3)), answered("two"), asked("three")];
    const { messages, leftOut, fits } = planRequest(PROMPT, branch, limits(10_000));
    expect(messages).toEqual([
      { role: "system", text: PROMPT },
      { role: "user", text: "a.ts:\n```\nxxx\n```\n\none" },
      { role: "assistant", text: "two" },
      { role: "user", text: "three" },
    ]);
    expect({ leftOut, fits }).toEqual({ leftOut: [], fits: true });
  });

  test("what alone may change, behind a question that was asked in place, and no other prompt", () => {
    const region = { uri: "file:///a.ts", path: "a.ts", startLine: 2, endLine: 3 };
    const question: Message = { id: "q", parent: "", role: "user", text: "Shorter.", attachments: [], region };
    const { messages, tokens } = planRequest(PROMPT, [question], limits(10_000));
    expect(messages.map(({ text }) => text.split("\n")[0])).toEqual([PROMPT, "Shorter."]);
    expect(messages[1]?.text).toMatch(/change only lines 2 to 3 of a\.ts,/);
    expect(tokens).toBeGreaterThan(planRequest(PROMPT, [asked("Shorter.")], limits(10_000)).tokens);
  });

  test("a fence in an attachment does not close that of the attachment", () => {
    const attachment = { ...attached("a.md", 0), text: "````\ncode\n````" };
    const { messages } = planRequest(PROMPT, [asked("q", attachment)], limits(10_000));
    expect(messages[1]?.text).toBe("a.md:\n`````\n````\ncode\n````\n`````\n\nq");
  });

  test("what is attached again goes along once, as it is now", () => {
    const [old, now] = ["old", "now"].map((text) => ({ ...attached("a.ts", 0), text }));
    if (old === undefined || now === undefined) throw new Error("There are two.");
    const branch = [asked("one", old, attached("b.ts", 1)), answered("two"), asked("three", now)];
    const { messages, leftOut } = planRequest(PROMPT, branch, limits(10_000));
    expect(messages.map(({ text }) => text).slice(1)).toEqual([
      "b.ts:\n```\nx\n```\n\none",
      "two",
      "a.ts:\n```\nnow\n```\n\nthree",
    ]);
    expect(leftOut).toEqual([]);
  });

  test("a text of nothing but fences is attached as any other", () => {
    const attachment = { ...attached("a.md", 0), text: "```\n".repeat(200_000) };
    const { messages } = planRequest(PROMPT, [asked("q", attachment)], limits(1_000_000));
    expect(messages[1]?.text.startsWith("a.md:\n````\n")).toBe(true);
  });

  test("what could not be read does not go along", () => {
    const attachment = { ...attached("a.bin", 0), trouble: "It is a binary file." };
    expect(planRequest(PROMPT, [asked("q", attachment)], limits(10_000)).messages[1]?.text).toBe("q");
  });

  test.each([
    ["all fits", 10_000, [], "q1 a1 q2 a2 q3"],
    ["earlier attachments go before turns", 1_000, ["old.ts"], "q1 a1 q2 a2 q3"],
    ["then the oldest turns go, a question with its answer", 140, ["the first 2 messages"], "q2 a2 q3"],
  ])("%s", (_, context, leftOut, turns) => {
    const long = "y".repeat(60);
    const branch = [
      asked(`q1 ${long}`, attached("old.ts", 3_000)),
      answered(`a1 ${long}`),
      asked(`q2 ${long}`),
      answered(`a2 ${long}`),
      asked(`q3 ${long}`),
    ];
    const request = planRequest(PROMPT, branch, limits(context));
    expect(
      request.messages
        .slice(1)
        .map(({ text }) => /[qa]\d (?=y)/.exec(text)?.[0].trim())
        .join(" "),
    ).toBe(turns);
    expect(request.fits).toBe(true);
    expect(leftOut.every((name) => request.leftOut.includes(name))).toBe(true);
    expect(request.leftOut.length > 0).toBe(leftOut.length > 0);
  });

  test("of the question's own attachments the largest are named as left out", () => {
    const branch = [asked("q", attached("large.ts", 9_000), attached("small.ts", 30))];
    const { messages, leftOut, fits } = planRequest(PROMPT, branch, limits(1_000));
    expect(messages[1]?.text).toMatch(/^small\.ts:/);
    expect({ leftOut, fits }).toEqual({ leftOut: ["large.ts"], fits: true });
  });

  test("a question that does not fit at all is not to be sent", () => {
    expect(planRequest(PROMPT, [asked("q".repeat(9_000))], limits(1_000)).fits).toBe(false);
  });

  test("nothing is left out in silence, and what is sent keeps within the window", () => {
    const sizes = fc.array(fc.record({ text: fc.nat(2_000), file: fc.nat(4_000) }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 200, max: 4_000 }), (turns, window) => {
        const branch = turns.flatMap(({ text, file }, index): Message[] => {
          const question = asked(`q${index} ${"t".repeat(text)}`, attached(`f${index}.ts`, file));
          return index === turns.length - 1 ? [question] : [question, answered(`a${index}`)];
        });
        const request = planRequest(planningPrompt("exact").slice(0, 30), branch, limits(window));
        if (!request.fits) return;
        expect(request.tokens).toBeLessThanOrEqual(window);
        const sent = request.messages.map(({ text }) => text).join("\n");
        const roles = request.messages.slice(1).map(({ role }) => role);
        expect(roles.every((role, index) => role === (index % 2 === 0 ? "user" : "assistant"))).toBe(true);
        const firstKept = branch.length - roles.length;
        branch.forEach((message, index) => {
          if (message.role !== "user") return;
          for (const { reference } of message.attachments) {
            const isSent = reference.type === "file" && sent.includes(`${reference.path}:\n`);
            const isNamed = reference.type === "file" && request.leftOut.includes(reference.path);
            expect(isSent || isNamed || index < firstKept).toBe(true);
          }
        });
        expect(request.leftOut.some((name) => name.startsWith("the first"))).toBe(firstKept > 0);
      }),
    );
  });
});
