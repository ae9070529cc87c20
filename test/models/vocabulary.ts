import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { BYTE_LETTERS, learnMerges, lettersOf, mergeLetters, wordsOf, type Merge } from "./bytePairs.ts";
import { cachedFile, projectRoot } from "./modelCache.ts";
import { readSourceTexts } from "./sourceTexts.ts";

/** A byte-level vocabulary as Qwen 2 has it, only smaller. */
export interface Vocabulary {
  readonly name: string;
  /** The texts of the tokens in letters that stand for bytes; a token's id is its index. The three control tokens follow. */
  readonly texts: readonly string[];
  readonly merges: readonly Merge[];
}

/** ChatML's tokens, in the order of their ids. */
export const CONTROL_TEXTS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"] as const;

export interface ControlTokens {
  readonly endOfText: number;
  readonly messageStart: number;
  /** Ends the generation. */
  readonly messageEnd: number;
}

export function controlTokens({ texts }: Vocabulary): ControlTokens {
  return { endOfText: texts.length, messageStart: texts.length + 1, messageEnd: texts.length + 2 };
}

/** Every byte of a text is a token, its id the byte's number: for small tests. */
export function byteVocabulary(): Vocabulary {
  return { name: "bytes", texts: BYTE_LETTERS, merges: [] };
}

const MERGES = 12_000;
const Merges = v.array(v.tuple([v.string(), v.string()]));

/** Learned from source code below `node_modules`, which takes seconds the first time: its tokens are about as long as a real model's are. */
export async function trainedVocabulary(): Promise<Vocabulary> {
  const { key, read } = readSourceTexts(join(projectRoot, "node_modules"));
  const path = await cachedFile({ start: "vocabulary", end: ".json" }, { key, MERGES }, (part) =>
    writeFile(part, JSON.stringify(learnMerges(read(), MERGES))),
  );
  const merges = v.parse(Merges, JSON.parse(await readFile(path, "utf8")));
  // Two merges may lead to the same text.
  const texts = [...new Set([...BYTE_LETTERS, ...merges.map(([left, right]) => left + right)])];
  return { name: "trained", texts, merges };
}

const indexes = new WeakMap<Vocabulary, { readonly ids: Map<string, number>; readonly ranks: Map<string, number> }>();

/**
 * The tokens of a text, the same ones that llama.cpp gives.
 *
 * @param isControlRead whether names of control tokens in the text become these tokens, as in a prompt's frame; in a file they are ordinary text
 */
export function tokenize(vocabulary: Vocabulary, text: string, isControlRead = false): readonly number[] {
  if (isControlRead) {
    return text.split(CONTROL).flatMap((part) => {
      const control = CONTROL_TEXTS.findIndex((name) => name === part);
      return control < 0 ? tokenize(vocabulary, part) : [vocabulary.texts.length + control];
    });
  }
  const { ids, ranks } = indexOf(vocabulary);
  const rankOf = (left: string, right: string) => ranks.get(`${left} ${right}`) ?? Infinity;
  const known = new Map<string, readonly number[]>();
  return wordsOf(text).flatMap((word) => {
    const tokens = known.get(word) ?? mergeLetters(lettersOf(word), rankOf).map((part) => ids.get(part) ?? 0);
    known.set(word, tokens);
    return tokens;
  });
}

const CONTROL = /(<\|(?:endoftext|im_start|im_end)\|>)/;

function indexOf(vocabulary: Vocabulary) {
  const made = indexes.get(vocabulary) ?? {
    ids: new Map(vocabulary.texts.map((text, id) => [text, id])),
    ranks: new Map(vocabulary.merges.map(([left, right], rank) => [`${left} ${right}`, rank])),
  };
  indexes.set(vocabulary, made);
  return made;
}
