import vocabulary from "gpt-tokenizer/bpeRanks/o200k_base";
import { encode } from "gpt-tokenizer/encoding/o200k_base";

/** No special token of the vocabulary is ordinary text. */
const plainText = { disallowedSpecial: new Set<string>() };

/** The id that ends an answer. */
export const endOfText = 199_999;

export function encodeText(text: string): number[] {
  return encode(text, plainText);
}

/** The tokenizer's own decoder keeps the bytes of half a character for the next text, so it is not used. */
export function decodeIds(ids: readonly number[]): string {
  return Buffer.concat(ids.map((id) => Buffer.from(vocabulary[id] ?? ""))).toString("utf8");
}

/** A token as servers write a single one: a replacement character where it ends within a character. */
export function textOfToken(id: number): string {
  return decodeIds([id]);
}

/**
 * A deterministic model that writes one answer after the line `start` of its prompt, and then ends. Once it was led away
 * from the answer it writes full stops.
 */
export function createModel(answer: string, start: string): (ids: readonly number[]) => number[] {
  const wanted = encodeText(answer);
  const stray = encodeText(".")[0] ?? 0;
  /** Of the output so far, the token that the model chooses next. */
  const choose = (output: readonly number[]): number => {
    if (output.every((id, index) => id === wanted[index])) return wanted[output.length] ?? endOfText;
    // The output is in other tokens than the model's own, and may end within a character.
    for (let whole = output.length; whole >= 0 && whole > output.length - 4; whole--) {
      const text = decodeIds(output.slice(0, whole));
      if (!answer.startsWith(text)) continue;
      const rest = encodeText(answer.slice(text.length));
      const started = output.slice(whole);
      return started.every((id, index) => id === rest[index]) ? (rest[started.length] ?? endOfText) : stray;
    }
    return stray;
  };
  /** What the model chooses after each of the tokens. */
  return (ids) => {
    const begin = startOfOutput(ids, start);
    let isWanted = true;
    return ids.map((_, index) => {
      if (index + 1 < begin) return ids[index + 1] ?? stray;
      const output = ids.slice(begin, index + 1);
      if (!isWanted) return stray;
      const next = choose(output);
      isWanted = next !== stray || answer.startsWith(decodeIds(output).replace(/\uFFFD+$/, ""));
      return next;
    });
  };
}

/** The index of the first token after the line `start`. */
function startOfOutput(ids: readonly number[], start: string): number {
  const text = decodeIds(ids);
  const end = text.indexOf(`${start}\n`) + start.length + 1;
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (decodeIds(ids.slice(0, middle)).length < end) low = middle + 1;
    else high = middle;
  }
  return low;
}
