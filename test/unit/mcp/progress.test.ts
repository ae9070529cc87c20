import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApplyEvent } from "../../../extension/core/apply/applyEvents.ts";
import { createCallProgress } from "../../../extension/mcp/progress.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const text = (length: number, isCopied = false): ApplyEvent => ({
  type: "text",
  text: "x".repeat(length),
  ...(isCopied && { isCopied: true }),
});

test("a client hears who is asked, how much has come, and in a silence the same again", () => {
  const reported: string[] = [];
  const progress = createCallProgress(
    (count, message) => reported.push(`${String(count)} ${message}`),
    () => Date.now(),
  );
  const pass = (ms: number, ...events: readonly ApplyEvent[]): void => {
    vi.advanceTimersByTime(ms);
    events.forEach(progress.take);
  };
  pass(0, { type: "step", engine: "structural" }, text(1000));
  pass(12_000);
  pass(0, { type: "step", engine: "Model A" }, text(10), text(50, true));
  pass(499, text(10));
  pass(1, text(10));
  pass(600, text(1000, true), text(5));
  pass(0, { type: "step", engine: "Model B" });
  pass(700, text(3));
  progress.say("Waiting for the review");
  pass(9_000);
  progress.end();
  pass(100_000);
  expect(reported).toEqual([
    "1 At work",
    "2 Asking Model A",
    "3 Model A has written 30 characters",
    "4 Model A has written 35 characters",
    "5 Asking Model B",
    "6 Model B has written 3 characters",
    "7 Waiting for the review",
    "8 Waiting for the review",
  ]);
});
