import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import {
  speculate,
  type SpeculationCounts,
  type SpeculationTask,
} from "../../../extension/core/speculation/speculate.ts";
import { END, greedy, modelOf, toyVerifier, type ToyModel } from "./toyModel.ts";

const LOCAL: Omit<SpeculationTask, "drafts"> = {
  ends: new Set([END]),
  maxTokens: 500,
  draftLengths: [7, 63, 127],
  rejectedPerToken: 0.25,
  minMatched: 2,
  plainTokens: 1,
};

async function decode(
  model: ToyModel,
  task: SpeculationTask,
): Promise<{ readonly output: readonly number[]; readonly counts: SpeculationCounts; readonly passes: number }> {
  const { verifier, passes } = toyVerifier(model);
  const output: number[] = [];
  for await (const event of speculate(verifier, task, new AbortController().signal)) {
    if (event.type === "step") output.push(...event.tokens);
    else return { output, counts: event.counts, passes: passes() };
  }
  throw new Error("No end.");
}

/** Chooses by a hash of all that it has written, so that nothing is left to follow once it has left its way. */
function hashModel(seed: number, kinds: number): ToyModel {
  return (output) => {
    let hash = seed;
    for (const token of output) hash = Math.imul(hash ^ token, 0x01000193) >>> 0;
    return hash % 97 === 0 ? END : (hash >>> 8) % kinds;
  };
}

const Model = fc.tuple(fc.integer(), fc.integer({ min: 1, max: 12 })).map(([seed, kinds]) => hashModel(seed, kinds));
const Lengths = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 })
  .map((lengths) => lengths.toSorted((a, b) => a - b));
const Numbers = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 60 });
/** What a model would write, edited at some places: drafts that are good, bad and good again. */
const Cuts = fc.array(fc.tuple(fc.nat(80), fc.nat(6), Numbers), { maxLength: 3 });

function cut(text: readonly number[], cuts: readonly (readonly [number, number, readonly number[]])[]): number[] {
  const edited = [...text];
  for (const [at, removed, added] of cuts) edited.splice(at, removed, ...added);
  return edited;
}

describe("speculate", () => {
  it("decodes what the model decodes alone, for any model, sources and lengths, in no more passes", async () => {
    await fc.assert(
      fc.asyncProperty(
        Model,
        fc.array(Cuts, { maxLength: 3 }),
        Lengths,
        fc.record({ minMatched: fc.nat(4), rejectedPerToken: fc.constantFrom(0, 0.25, 1, Infinity) }),
        async (model, edits, draftLengths, sizes) => {
          const alone = greedy(model, 120);
          const drafts = edits.map((cuts) => cut(alone, cuts));
          const { output, passes } = await decode(model, { ...LOCAL, maxTokens: 120, draftLengths, ...sizes, drafts });
          expect(output).toEqual(alone);
          expect(passes).toBeLessThanOrEqual(alone.length + 1);
        },
      ),
      runs(400),
    );
  });

  it("takes ceil(n / k) passes for n tokens, the end counted, with a perfect draft and passes of k tokens", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 90 }),
        fc.integer({ min: 2, max: 40 }),
        fc.boolean(),
        Numbers,
        async (text, k, namesEnd, other) => {
          const draft = namesEnd ? [...text, END] : text;
          const task = { ...LOCAL, draftLengths: [k - 1], drafts: [draft, other] };
          const { output, passes } = await decode(modelOf(text), task);
          expect(output).toEqual(text);
          expect(passes).toBe(Math.ceil((text.length + 1) / k));
        },
      ),
      runs(300),
    );
  });

  it("shows the model 2 * longest + rejectedPerToken * n tokens in vain at most, whatever the drafts are", async () => {
    await fc.assert(
      fc.asyncProperty(
        Model,
        fc.array(Cuts, { maxLength: 3 }),
        fc.array(Numbers, { maxLength: 2 }),
        Lengths,
        fc.constantFrom(0, 0.25, 1),
        async (model, edits, others, draftLengths, rejectedPerToken) => {
          const alone = greedy(model, 200);
          const drafts = [...others, ...edits.map((cuts) => cut(alone, cuts))];
          const task = { ...LOCAL, minMatched: 0, maxTokens: 200, draftLengths, rejectedPerToken, drafts };
          const { counts } = await decode(model, task);
          const longest = draftLengths.at(-1) ?? 0;
          expect(counts.drafted - counts.accepted).toBeLessThanOrEqual(
            2 * longest + rejectedPerToken * (alone.length + 1),
          );
        },
      ),
      runs(300),
    );
  });

  it("costs little where drafts seem good and never are", async () => {
    // Two tokens lie together, and the third one is never the draft's.
    const answer = Array.from({ length: 1_000 }, (_, index) => (index % 3) + 1);
    const draft = Array.from({ length: 1_500 }, (_, index) => [1, 2, 9, 3, 1, 9, 2, 3, 9][index % 9] ?? 9);
    const { output, counts } = await decode(modelOf(answer), { ...LOCAL, maxTokens: 1_500, drafts: [draft] });
    expect(output).toEqual(answer);
    expect(counts.drafted - counts.accepted).toBeGreaterThan(400);
    expect(counts.drafted - counts.accepted).toBeLessThanOrEqual(2 * 127 + 0.25 * 1_001);
  });
});
