import type { BatchVerifier } from "../../../extension/core/speculation/batchVerifier.ts";

export const END = 0;

/** What a model chooses after an output. */
export type ToyModel = (output: readonly number[]) => number;

/** A verifier of a deterministic model, and how often it was passed through. */
export function toyVerifier(model: ToyModel): { verifier: BatchVerifier<string>; passes: () => number } {
  let passes = 0;
  const verifier: BatchVerifier<string> = {
    verify(output, draft) {
      passes++;
      const next = [0, ...draft].map((_, index) => model([...output, ...draft.slice(0, index)]));
      return Promise.resolve({ type: "tokens", next });
    },
    generate(output, count) {
      const next: number[] = [];
      while (next.length < count && next.at(-1) !== END) next.push(model([...output, ...next]));
      passes += next.length;
      return Promise.resolve({ type: "tokens", next });
    },
  };
  return { verifier, passes: () => passes };
}

/** A model that writes one text to the letter. */
export function modelOf(text: readonly number[]): ToyModel {
  return (output) => text[output.length] ?? END;
}

/** What a model gives token by token. */
export function greedy(model: ToyModel, maxTokens: number): number[] {
  const output: number[] = [];
  while (output.length < maxTokens) {
    const token = model(output);
    if (token === END) break;
    output.push(token);
  }
  return output;
}
