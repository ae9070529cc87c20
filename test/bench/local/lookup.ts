import { getLlama, InputLookupTokenPredictor, LlamaLogLevel } from "node-llama-cpp";
import type { Measured } from "./measure.ts";

/**
 * The library's own way to draft: tokens that followed the last ones when they stood in the prompt before. The prompt is made
 * of any tokens, since the scripted model answers by their number; what is looked up stands at its end.
 */
export async function measureLookup(
  model: string,
  threads: number,
  promptTokens: number,
  source: string,
  answerTokens: number,
  characters: number,
): Promise<Measured> {
  const llama = await getLlama({
    gpu: false,
    build: "never",
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.error,
  });
  const loaded = await llama.loadModel({ modelPath: model, gpuLayers: 0 });
  const context = await loaded.createContext({
    contextSize: 8_192,
    batchSize: 512,
    threads: { ideal: threads, min: threads },
  });
  const sequence = context.getSequence({ tokenPredictor: new InputLookupTokenPredictor() });
  const looked = loaded.tokenize(source).slice(0, promptTokens - 1);
  const [letter] = loaded.tokenize("a");
  if (letter === undefined) throw new Error("The model's vocabulary has no letters.");
  const filler = Array.from({ length: promptTokens - looked.length }, () => letter);
  const prompt = [...filler, ...looked];
  const start = performance.now();
  let first = start;
  let tokens = 0;
  const said = sequence.evaluate(prompt, { temperature: 0 });
  while (tokens < answerTokens && (await said.next()).done !== true) {
    if (tokens === 0) first = performance.now();
    tokens++;
  }
  await said.return();
  const end = performance.now();
  const { used } = sequence.tokenPredictions;
  await llama.dispose();
  return {
    name: "InputLookupTokenPredictor",
    characters,
    figures: {
      promptTokens,
      cachedTokens: 0,
      prefillMs: first - start,
      decodeMs: end - first,
      tokens,
      passes: tokens - used,
      drafted: 0,
      accepted: used,
    },
  };
}
