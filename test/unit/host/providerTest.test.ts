import { describe, expect, it } from "vitest";
import type { ModelEvent } from "../../../extension/core/models/model.ts";
import type { Rewriter } from "../../../extension/core/models/rewriter.ts";
import { notingTrouble, type ProviderTrouble } from "../../../extension/host/apply/providerTrouble.ts";
import { testRewriter, TINY_APPLY } from "../../../extension/host/providers/providerTest.ts";

const LIMITS = { contextTokens: 1000, outputTokens: 1000 };
const usage = { acceptedTokens: 9, rejectedTokens: 1 };
const failure = { type: "overloaded", message: "Busy." } as const;
const text = (value: string): ModelEvent => ({ type: "text", text: value });
const end: ModelEvent = { type: "end", reason: "stop" };

function rewriterOf(...events: readonly ModelEvent[]): Rewriter {
  return {
    id: "some",
    name: "Some",
    limits: LIMITS,
    // oxlint-disable-next-line typescript/require-await -- A script has nothing to wait for.
    async *rewrite() {
      yield* events;
    },
  };
}

const never = new AbortController().signal;

describe("the test of a provider", () => {
  const check = (name: string, events: readonly ModelEvent[], want: object): void => {
    it(name, async () => {
      let time = 0;
      const result = await testRewriter(rewriterOf(...events), () => (time += 100), never);
      expect(result).toMatchObject(want);
    });
  };
  const { draft } = TINY_APPLY;
  check("measures a right answer", [text(draft.slice(0, 9)), text(draft.slice(9)), { type: "usage", usage }, end], {
    type: "answered",
    isRight: true,
    characters: draft.length,
    ms: 100,
    usage,
  });
  check("forgives blank lines at the ends", [text(`\n${draft.trimEnd()}`), end], { isRight: true });
  check("sees a file that came back unchanged", [text(TINY_APPLY.original), end], { isRight: false });
  check("sees a marker that was left", [text(TINY_APPLY.sketch), end], { isRight: false });
  check("passes a failure on", [{ type: "failed", failure }], { type: "failed", failure });
  check("sees an answer that breaks off", [text(draft)], { type: "failed", failure: { type: "cut-off" } });
  check("sees the limit", [text(draft), { type: "end", reason: "length" }], { failure: { type: "cut-off" } });
});

it("trouble is noted by its rewriter's id, and the events stay", async () => {
  const noted: ProviderTrouble[] = [];
  const [rewriter] = notingTrouble([rewriterOf(text("a"), { type: "failed", failure })], (one) => noted.push(one));
  const events: ModelEvent[] = [];
  for await (const event of rewriter?.rewrite(TINY_APPLY, never) ?? []) events.push(event);
  expect(events).toEqual([text("a"), { type: "failed", failure }]);
  expect(noted).toEqual([{ id: "some", failure }]);
});
