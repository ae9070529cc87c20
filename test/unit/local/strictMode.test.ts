import { afterAll, beforeAll, describe, expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { speculate } from "../../../extension/core/speculation/speculate.ts";
import { END_TOKEN } from "../../../extension/local/engine/llamaVerifier.ts";
import { loadModel, type LoadedModel } from "../../../extension/local/engine/loadedModel.ts";
import { randomModel } from "../../models/randomModel.ts";
import { runs } from "../properties/structuralEngine.ts";
import { stressed } from "../stress.ts";

const signal = new AbortController().signal;
const LENGTHS = [7, 63, 127];
const ANSWER_TOKENS = 200;
const RUNS = stressed(6, 2);

/** Decodes after a prompt with these drafts. */
async function decode(
  { verifier }: LoadedModel,
  prompt: readonly number[],
  drafts: readonly (readonly number[])[],
): Promise<{ readonly output: readonly number[]; readonly accepted: number }> {
  await verifier.read(prompt, signal);
  const limits = { maxTokens: ANSWER_TOKENS, draftLengths: LENGTHS, rejectedPerToken: Infinity };
  const task = { drafts, ends: new Set([END_TOKEN]), ...limits, minMatched: 2, plainTokens: 1 };
  const output: number[] = [];
  let accepted = 0;
  for await (const event of speculate(verifier, task, signal)) {
    if (event.type === "step") output.push(...event.tokens);
    accepted = event.counts.accepted;
  }
  return { output, accepted };
}

const letter = fc.integer({ min: 32, max: 121 });
const prompts = fc.array(letter, { minLength: 500, maxLength: 1_200, size: "max" });
/** Places of a text are given as parts of it, since its length is only known later. */
const edits = fc.array(
  fc.record({
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(12),
    added: fc.array(letter, { maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 5 },
);
type Edits = typeof edits extends fc.Arbitrary<infer Value> ? Value : never;

function edited(text: readonly number[], changes: Edits): readonly number[] {
  const result = [...text];
  for (const { place, removed, added } of changes) result.splice(Math.floor(place * result.length), removed, ...added);
  return result;
}

// Near ties are frequent with random weights, so that another order of sums would show at once. The prompts are long, since the
// library computes long contexts in other ways than short ones.
describe.each(["Q8_0", "F16"] as const)("strict mode with %s", (quantization) => {
  let model: LoadedModel;

  beforeAll(async () => {
    const path = await randomModel({ shape: "tiny", quantization, seed: 7 });
    const loading = await loadModel({ path, usesGpu: false, isStrict: true, threads: 1, costs: [] }, signal);
    if (loading.type === "failed") throw new Error(loading.failure.message);
    model = loading.model;
  }, 60_000);
  afterAll(() => model.dispose());

  test("drafts change nothing", async () => {
    const property = fc.asyncProperty(prompts, edits, async (prompt, changes) => {
      const plain = await decode(model, prompt, []);
      expect(plain.accepted).toBe(0);
      const drafted = await decode(model, prompt, [edited(plain.output, changes), prompt]);
      expect(drafted.output).toEqual(plain.output);
    });
    await fc.assert(property, runs(RUNS));
  }, 120_000);

  test("a draft that is right is accepted", async () => {
    const prompt = Array.from({ length: 600 }, (_, index) => 32 + ((index * index) % 90));
    const { output } = await decode(model, prompt, []);
    const { accepted } = await decode(model, prompt, [output]);
    expect(accepted).toBeGreaterThan(ANSWER_TOKENS * 0.9);
  }, 60_000);

  test("what is kept from before changes nothing", async () => {
    const property = fc.asyncProperty(prompts, edits, async (prompt, changes) => {
      const fresh = await decode(model, prompt, []);
      const shared = 401;
      await decode(model, [...prompt.slice(0, shared), ...edited(prompt.slice(shared), changes)], []);
      expect(await model.verifier.read(prompt, signal)).toBeGreaterThanOrEqual(shared);
      expect((await decode(model, prompt, [])).output).toEqual(fresh.output);
    });
    await fc.assert(property, runs(stressed(2)));
  }, 120_000);
});
