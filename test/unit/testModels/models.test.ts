import { stat } from "node:fs/promises";
import type { Llama, LlamaModel } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { TENSOR_TYPES, type TensorType } from "../../models/gguf.ts";
import { randomModel } from "../../models/randomModel.ts";
import { scriptedModel } from "../../models/scriptedModel.ts";
import { byteVocabulary, controlTokens, tokenize } from "../../models/vocabulary.ts";
import { saidBy, START_MILLISECONDS, startLlama } from "./llama.ts";

const vocabulary = byteVocabulary();
const quantizations = Object.keys(TENSOR_TYPES) as TensorType[];
const prompt = "<|im_start|>user\nfunction total(items) {}<|im_end|>\n<|im_start|>assistant\n";
const promptTokens = tokenize(vocabulary, prompt, true);
const script = tokenize(
  vocabulary,
  "export function total(items) {\r\n\treturn items.length; // 漢字 😀\r\n}\r\n".repeat(5),
);

let llama: Llama;
beforeAll(async () => {
  llama = await startLlama();
}, START_MILLISECONDS);
afterAll(() => llama.dispose());

async function load(modelPath: string): Promise<LlamaModel> {
  const model = await llama.loadModel({ modelPath });
  onTestFinished(() => model.dispose());
  return model;
}

describe.each(quantizations)("a tiny model of %s", (quantization) => {
  it("says its script, then the end", async () => {
    const path = await scriptedModel({ shape: "tiny", quantization, promptTokens: promptTokens.length, script });
    const model = await load(path);
    expect(await saidBy(model, promptTokens, script.length + 1)).toEqual(script);
    // What the prompt says does not matter, only how long it is.
    expect(await saidBy(model, [...promptTokens].reverse(), 20)).toEqual(script.slice(0, 20));
  });

  it("says the same noise each time when its weights are random", async () => {
    const path = await randomModel({ shape: "tiny", quantization, seed: 7 });
    const model = await load(path);
    const said = await saidBy(model, promptTokens, 150);
    expect(await saidBy(model, promptTokens, 150)).toEqual(said);
    expect(said).toHaveLength(150);
    expect(new Set(said).size).toBeGreaterThan(30);
    expect(Math.max(...said)).toBeLessThan(vocabulary.texts.length);
    // All of the prompt counts, also its first word.
    expect(await saidBy(model, tokenize(vocabulary, prompt.replace("user", "used"), true), 150)).not.toEqual(said);
  });
});

it("has the chat template ChatML, a name, and no state that cannot be taken back", async () => {
  const name = "FastApply-1.5B-v1.0";
  const model = await load(await randomModel({ shape: "tiny", quantization: "Q8_0", seed: 7, name }));
  expect(model.fileInfo.metadata.general.name).toBe(name);
  expect(model.fileInfo.metadata.tokenizer.chat_template).toContain("<|im_start|>");
  expect(model.tokens.eos).toBe(controlTokens(vocabulary).messageEnd);
  const context = await model.createContext({ contextSize: 256, threads: 1 });
  expect(context.getSequence().needsCheckpoints).toBe(false);
  await context.dispose();
});

it("writes a file once for the same options, and another one for others", async () => {
  const options = { shape: "tiny", quantization: "Q4_0", seed: 1 } as const;
  const [path, again, other] = await Promise.all([
    randomModel(options),
    randomModel({ ...options }),
    randomModel({ ...options, seed: 2 }),
  ]);
  expect(again).toBe(path);
  expect(other).not.toBe(path);
  const { ino } = await stat(path);
  await randomModel(options);
  expect((await stat(path)).ino).toBe(ino);
});
