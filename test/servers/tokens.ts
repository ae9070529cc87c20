import { countTokens as count, decodeGenerator, encode } from "gpt-tokenizer/encoding/o200k_base";

/** A token of a model's vocabulary. Texts of tokens in a row, joined, are the text that they were made from. */
export interface Token {
  readonly id: number;
  /** Empty where the token ends within a character; the token that ends the character has the whole of it. */
  readonly text: string;
}

/** Names of special tokens in files are ordinary text. */
const plainText = { disallowedSpecial: new Set<string>() };

export function tokenize(text: string): Token[] {
  const tokens: { id: number; text: string }[] = [];
  const ids = encode(text, plainText);
  function* pulled() {
    for (const id of ids) {
      tokens.push({ id, text: "" });
      yield id;
    }
  }
  for (const part of decodeGenerator(pulled())) {
    const last = tokens.at(-1);
    if (last !== undefined) {
      last.text += part;
    }
  }
  return tokens;
}

export function countTokens(text: string): number {
  return count(text, plainText);
}
