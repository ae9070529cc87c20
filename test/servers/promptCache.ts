import type { Asked } from "./answer.ts";
import { countTokens } from "./tokens.ts";

/** OpenAI keeps beginnings of at least so many tokens, in steps. */
const LEAST = 1_024;
const STEP = 128;

/** What a server still has of the prompts that it has read, as OpenAI documents it. */
export class PromptCache {
  readonly #prompts: { readonly model: string; readonly prompt: string }[] = [];

  /** How many tokens of a prompt it has already; from now on it has all of them. */
  look({ model, prompt }: Asked): number {
    const shared = this.#prompts
      .filter((known) => known.model === model)
      .reduce((longest, known) => Math.max(longest, sharedLength(known.prompt, prompt)), 0);
    this.#prompts.push({ model, prompt });
    const tokens = countTokens(prompt.slice(0, shared));
    return tokens < LEAST ? 0 : tokens - (tokens % STEP);
  }
}

function sharedLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}
