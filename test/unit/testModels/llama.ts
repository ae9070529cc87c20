import { getLlama, LlamaLogLevel, type Llama, type LlamaModel, type Token } from "node-llama-cpp";

/** How long a start may take: far more than it does. */
export const START_MILLISECONDS = 60_000;

/** llama.cpp with one thread and without a GPU: then it computes the same at every run. */
export function startLlama(): Promise<Llama> {
  return getLlama({
    gpu: false,
    build: "never",
    skipDownload: true,
    progressLogs: false,
    logLevel: LlamaLogLevel.error,
    maxThreads: 1,
  });
}

/**
 * What a model says after a prompt by plain greedy decoding: one token a pass.
 *
 * @param most how many tokens are asked for; the end of the message, which is not among them, comes before or not
 */
export async function saidBy(model: LlamaModel, prompt: readonly number[], most: number): Promise<number[]> {
  const context = await model.createContext({ contextSize: 2048, threads: 1 });
  const said: number[] = [];
  for await (const token of context.getSequence().evaluate(prompt as Token[], { temperature: 0 })) {
    said.push(token);
    if (said.length >= most) break;
  }
  await context.dispose();
  return said;
}
