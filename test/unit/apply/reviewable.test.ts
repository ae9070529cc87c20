import { expect, test } from "vitest";
import type { ApplyEvent } from "../../../extension/core/apply/applyEvents.ts";
import { reviewable } from "../../../extension/core/apply/reviewable.ts";
import type { LeftOut } from "../../../extension/core/merge/mergeResult.ts";

async function eventsOf(event: ApplyEvent): Promise<ApplyEvent[]> {
  const apply = async function* (): AsyncGenerator<ApplyEvent> {
    await Promise.resolve();
    yield event;
  };
  const events: ApplyEvent[] = [];
  for await (const given of reviewable(apply, "apply")("", new AbortController().signal)) events.push(given);
  return events;
}

test("a best guess is a rewrite whose proof says why it is one", async () => {
  const reason = "Two methods have that name.";
  const events = await eventsOf({
    type: "ambiguous",
    reason,
    draft: "a\nb\n",
    candidates: [],
    pieces: [],
    proof: undefined,
  });
  expect(events).toMatchObject([
    { type: "step", engine: "structural" },
    { type: "text", text: "a\nb\n" },
    {
      type: "done",
      text: "a\nb\n",
      proof: { holds: false, findings: [{ message: reason, rewrite: { start: 0, end: 2 } }] },
    },
  ]);
});

test("what the proof of a best guess says of single lines is enough", async () => {
  const finding = { type: "lost-line" as const, message: "A line is gone.", original: { start: 1, end: 2 } };
  const proof = { holds: false, findings: [finding], verbatimLines: 1, adaptedLines: 0 };
  const [, , done] = await eventsOf({ type: "ambiguous", reason: "", draft: "a\n", candidates: [], pieces: [], proof });
  expect(done).toMatchObject({ type: "done", proof });
});

test("a remark on a line says nothing against a best guess, so that its doubt is told all the same", async () => {
  const remark = {
    type: "duplicate" as const,
    message: "It stands twice.",
    rewrite: { start: 0, end: 1 },
    isRemark: true,
  } as const;
  const proof = { holds: true, findings: [remark], verbatimLines: 1, adaptedLines: 0 };
  const reason = "The answer shows several ways.";
  const [, , done] = await eventsOf({ type: "ambiguous", reason, draft: "a\n", candidates: [], pieces: [], proof });
  expect(done).toMatchObject({ type: "done", proof: { holds: false, findings: [{ message: reason }, remark] } });
});

test("what is not ambiguous stays as it is", async () => {
  expect(await eventsOf({ type: "failed", reason: "x" })).toEqual([{ type: "failed", reason: "x" }]);
});

const alternative = { original: { start: 0, end: 0 }, lines: ["x"], certainty: 0.4, label: "at the beginning" };
const open = (count: number): LeftOut => ({
  index: 0,
  sketch: { start: 0, end: 1 },
  written: ["x"],
  reason: "not sure",
  candidates: [],
  state: "open",
  certainty: 0.4,
  alternatives: Array.from({ length: count }, () => alternative),
});
const unfit: LeftOut = { ...open(1), state: "not-applicable", certainty: 0 };
const ambiguous = { type: "ambiguous", reason: "", draft: "a\n", candidates: [], proof: undefined } as const;

test.each<[string, readonly LeftOut[], string, number]>([
  ["a guess alone is a rewrite with doubts", [open(1)], "a\n", 0],
  ["what has several alternatives is a choice, on the file as it is", [open(2)], "", 1],
  ["several pieces are choices", [open(1), open(1)], "", 2],
  ["what fits nowhere is among them", [open(1), unfit], "", 2],
])("%s", async (_, pieces, text, choices) => {
  const [, , done] = await eventsOf({ ...ambiguous, pieces });
  expect(done).toMatchObject({ type: "done", text, proof: { holds: false } });
  expect(done?.type === "done" && done.open?.pieces.length).toBe(choices);
});

test("where nothing has a place, its pieces are there to decide", async () => {
  const [, text, done] = await eventsOf({ ...ambiguous, draft: "", pieces: [unfit] });
  expect(text).toEqual({ type: "text", text: "" });
  expect(done).toMatchObject({ type: "done", text: "", proof: { holds: false }, pieces: [unfit] });
  expect(done?.type === "done" && done.open?.pieces).toEqual([unfit]);
});

test("where nobody can say what the pieces are it stays ambiguous", async () => {
  const event = { ...ambiguous, draft: "", pieces: [] };
  expect(await eventsOf(event)).toEqual([event]);
});
