import type { Asked } from "./answer.ts";
import { countTokens } from "./tokens.ts";

/** OpenAI keeps beginnings of at least so many tokens, in steps. */
const LEAST = 1_024;
const STEP = 128;

/** What a server still has of the prompts that it has read, as OpenAI documents it, or Anthropic where requests mark what to keep. */
export class PromptCache {
  readonly #prompts: { readonly model: string; readonly prompt: string }[] = [];

  /** How many tokens of a prompt it has already; from now on it has all of them. */
  look({ model, prompt, keeps }: Asked): number {
    if (keeps !== undefined) return this.#lookMarked(model, prompt, keeps);
    const shared = this.#prompts
      .filter((known) => known.model === model)
      .reduce((longest, known) => Math.max(longest, sharedLength(known.prompt, prompt)), 0);
    this.#prompts.push({ model, prompt });
    const tokens = countTokens(prompt.slice(0, shared));
    return tokens < LEAST ? 0 : tokens - (tokens % STEP);
  }

  /** It is kept to the letter up to each mark, and found by whoever begins with all of that. */
  #lookMarked(model: string, prompt: string, keeps: readonly string[]): number {
    const known = this.#prompts.filter((each) => each.model === model && prompt.startsWith(each.prompt));
    const longest = known.reduce((most, each) => Math.max(most, each.prompt.length), 0);
    this.#prompts.push(...keeps.map((kept) => ({ model, prompt: kept })));
    const tokens = countTokens(prompt.slice(0, longest));
    return tokens < LEAST ? 0 : tokens;
  }
}

function sharedLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}
