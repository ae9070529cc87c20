import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import type { BatchVerifier } from "../../../extension/core/speculation/batchVerifier.ts";
import {
  speculate,
  type SpeculationEvent,
  type SpeculationTask,
} from "../../../extension/core/speculation/speculate.ts";
import { END, greedy, modelOf, toyVerifier, type ToyModel } from "./toyModel.ts";

const DEFAULTS: Omit<SpeculationTask, "drafts"> = {
  ends: new Set([END]),
  maxTokens: 10_000,
  draftLengths: [10_000],
  rejectedPerToken: Infinity,
  minMatched: 0,
  plainTokens: 1,
};

/** A verifier that tells of the first token that is not the draft's only that it differs. */
function silent<Failure>(verifier: BatchVerifier<Failure>): BatchVerifier<Failure> {
  return {
    ...verifier,
    async verify(output, draft, signal) {
      const verdict = await verifier.verify(output, draft, signal);
      if (verdict.type === "failed") return verdict;
      const right = verdict.next.findIndex((token, index) => token !== draft[index]);
      return { type: "tokens", next: [...verdict.next.slice(0, right), undefined] };
    },
  };
}

async function run<Failure>(
  verifier: BatchVerifier<Failure>,
  task: SpeculationTask,
): Promise<{ output: number[]; last: SpeculationEvent<Failure> | undefined }> {
  const output: number[] = [];
  let last: SpeculationEvent<Failure> | undefined;
  for await (const event of speculate(verifier, task, new AbortController().signal)) {
    if (event.type === "step") {
      expect(event.tokens).not.toEqual([]);
      output.push(...event.tokens);
    }
    last = event;
  }
  return { output, last };
}

/** Few different tokens, so that drafts match in many wrong places. */
const Tokens = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 });
const Drafts = fc.array(Tokens, { maxLength: 3 });
const Sizes = fc.record({
  maxTokens: fc.integer({ min: 0, max: 80 }),
  draftLengths: fc
    .uniqueArray(fc.integer({ min: 1, max: 70 }), { maxLength: 4 })
    .map((lengths) => lengths.toSorted((a, b) => a - b)),
  rejectedPerToken: fc.constantFrom(0, 0.25, 2, Infinity),
  minMatched: fc.nat(4),
  plainTokens: fc.integer({ min: 1, max: 9 }),
});
/** A model whose choice depends on its last tokens and on how far it is; now and then it ends. */
const Model = fc.tuple(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 7, maxLength: 40 })).map(
  ([table]): ToyModel =>
    (output) =>
      table[(output.length * 3 + (output.at(-1) ?? 1) * 5 + (output.at(-2) ?? 2)) % table.length] ?? END,
);

describe("the output is that of plain decoding, in no more passes", () => {
  it("whatever the drafts are", async () => {
    await fc.assert(
      fc.asyncProperty(Model, Drafts, Sizes, async (model, drafts, sizes) => {
        const plain = greedy(model, sizes.maxTokens);
        const { verifier, passes } = toyVerifier(model);
        const { output, last } = await run(verifier, { ...DEFAULTS, ...sizes, drafts });
        expect(output).toEqual(plain);
        const endsItself = plain.length < sizes.maxTokens;
        expect(passes()).toBeLessThanOrEqual(plain.length + (endsItself ? 1 : 0));
        expect(last).toMatchObject({ type: "end", reason: endsItself ? "stop" : "length" });
        expect(last?.counts).toMatchObject({ passes: passes(), tokens: plain.length });
      }),
      runs(500),
    );
  });

  it("with drafts that are nearly right", async () => {
    const Edited = fc.tuple(
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 80 }),
      fc.array(fc.tuple(fc.nat(79), fc.nat(3), fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 })), {
        maxLength: 4,
      }),
    );
    await fc.assert(
      fc.asyncProperty(Edited, Sizes, async ([text, edits], sizes) => {
        const draft = [...text];
        for (const [at, removed, added] of edits) draft.splice(at, removed, ...added);
        const { verifier, passes } = toyVerifier(modelOf(text));
        const { output } = await run(verifier, { ...DEFAULTS, ...sizes, maxTokens: 10_000, drafts: [draft, text] });
        expect(output).toEqual(text);
        expect(passes()).toBeLessThanOrEqual(text.length + 1);
      }),
      runs(300),
    );
  });

  it("where the verifier does not tell which token it is that differs", async () => {
    await fc.assert(
      fc.asyncProperty(Model, Drafts, Sizes, async (model, drafts, sizes) => {
        const { output } = await run(silent(toyVerifier(model).verifier), { ...DEFAULTS, ...sizes, drafts });
        expect(output).toEqual(greedy(model, sizes.maxTokens));
      }),
      runs(300),
    );
  });
});

describe("counts", () => {
  const count = async (
    text: readonly number[],
    drafts: readonly (readonly number[])[],
    want: object,
    sizes: Partial<SpeculationTask> = {},
  ): Promise<void> => {
    const { output, last } = await run(toyVerifier(modelOf(text)).verifier, { ...DEFAULTS, ...sizes, drafts });
    expect(output).toEqual(text);
    expect(last?.counts).toEqual({ tokens: text.length, ...want });
  };
  const text = Array.from({ length: 20 }, (_, index) => index + 1);

  it("a perfect draft takes one pass", () =>
    count(text, [text], { drafted: 20, accepted: 20, mismatches: 0, passes: 1 }));

  it("the end may stand in the draft", () =>
    count(text, [[...text, END]], { drafted: 21, accepted: 20, mismatches: 0, passes: 1 }));

  it("no draft is plain decoding", () => count(text, [], { drafted: 0, accepted: 0, mismatches: 0, passes: 21 }));

  it("one token that differs costs the passes until two tokens lie together again", () =>
    count(text, [text.with(9, 99)], { drafted: 20 + 8, accepted: 9 + 8, mismatches: 1, passes: 1 + 2 + 1 }));

  it("so do missing tokens", () =>
    count(text, [text.toSpliced(9, 1)], { drafted: 19 + 8, accepted: 9 + 8, mismatches: 1, passes: 1 + 2 + 1 }));

  it("tokens that the draft has too many are skipped", () =>
    count(text, [text.toSpliced(9, 0, 90, 91, 92)], { drafted: 23 + 9, accepted: 9 + 9, mismatches: 1, passes: 3 }));

  it("what the first draft lacks is found in the second, and the rest in the first again", () =>
    count(text, [text.toSpliced(5, 8), text.slice(3, 15)], { drafted: 25, accepted: 18, mismatches: 1, passes: 3 }));

  it("a match of more tokens may be asked for, with plain decoding until then", () =>
    count(
      text,
      [text.with(9, 99)],
      { drafted: 20 + 7, accepted: 9 + 7, mismatches: 1, passes: 1 + 3 + 1 },
      { minMatched: 3, plainTokens: 3 },
    ));

  it("a match of more tokens than lie together is waited for", () =>
    count(
      text,
      [text.with(9, 99)],
      { drafted: 20 + 6, accepted: 9 + 6, mismatches: 1, passes: 1 + 4 + 1 },
      { minMatched: 4 },
    ));

  it("a draft that repeats itself is followed to its end", () => {
    const repeated = [...Array<number>(60).fill(7), 8];
    return count(repeated, [repeated], { drafted: 55, accepted: 55, mismatches: 0, passes: 7 }, { draftLengths: [9] });
  });

  it("drafts are short after a mismatch and grow again", () =>
    count(
      text,
      [text.with(2, 99)],
      { drafted: 8 + 2 + 4 + 7, accepted: 2 + 2 + 4 + 7, mismatches: 1, passes: 1 + 2 + 3 },
      { draftLengths: [2, 4, 8] },
    ));

  it("by one length at a time", () => {
    const short = text.slice(0, 16);
    return count(
      short,
      [short.with(2, 99)],
      { drafted: 8 + 2 + 4 + 3, accepted: 2 + 2 + 4 + 3, mismatches: 1, passes: 1 + 2 + 3 },
      { draftLengths: [2, 4, 8] },
    );
  });

  it("without a length there is no draft", () =>
    count(text, [text], { drafted: 0, accepted: 0, mismatches: 0, passes: 21 }, { draftLengths: [] }));

  it("twice the longest length may be rejected: with shorter drafts, then without any", () =>
    count(
      text,
      [text.map((token) => (token % 3 === 0 ? 99 : token))],
      { drafted: 2 + 2 + 1 + 1, accepted: 2, mismatches: 3, passes: 21 - 2 },
      { draftLengths: [1, 2], rejectedPerToken: 0 },
    ));
});

describe("a verifier that does not tell which token differs", () => {
  it("is asked for that one without a draft", async () => {
    const text = Array.from({ length: 20 }, (_, index) => index + 1);
    const { output, last } = await run(silent(toyVerifier(modelOf(text)).verifier), {
      ...DEFAULTS,
      drafts: [text.with(9, 99)],
    });
    expect(output).toEqual(text);
    // The draft, three tokens until two lie together again, the rest as a draft, and the end.
    expect(last?.counts).toEqual({
      tokens: 20,
      drafted: 20 + 8,
      accepted: 9 + 8,
      mismatches: 1,
      passes: 1 + 3 + 1 + 1,
    });
  });
});

describe("failures and limits", () => {
  it("no draft is longer than the answer may be", async () => {
    const text = Array.from({ length: 20 }, (_, index) => index + 1);
    const { output, last } = await run(toyVerifier(modelOf(text)).verifier, {
      ...DEFAULTS,
      maxTokens: 10,
      drafts: [text],
    });
    expect(output).toEqual(text.slice(0, 10));
    const counts = { tokens: 10, drafted: 9, accepted: 9, mismatches: 0, passes: 1 };
    expect(last).toEqual({ type: "end", reason: "length", counts });
  });

  it("a failure is the last event", async () => {
    const failing: BatchVerifier<string> = {
      verify: () => Promise.resolve({ type: "failed", failure: "no" }),
      generate: () => Promise.resolve({ type: "failed", failure: "no" }),
    };
    const { output, last } = await run(failing, { ...DEFAULTS, drafts: [[1, 2]] });
    expect(output).toEqual([]);
    expect(last).toMatchObject({ type: "failed", failure: "no" });
  });

  it("an abort throws its reason", async () => {
    const abort = new AbortController();
    abort.abort(new Error("stopped"));
    const steps = speculate(toyVerifier(modelOf([1])).verifier, { ...DEFAULTS, drafts: [] }, abort.signal);
    await expect(steps.next()).rejects.toThrow("stopped");
  });
});
