import { findNamings, MAX_NAMES } from "../sketch/declaredNames.ts";
import { readStatements } from "../sketch/statements.ts";
import { readSentences, type Sentence } from "../sketch/statementTokens.ts";
import type { Original } from "../merge/original.ts";
import { Features } from "./features.ts";

/** A sentence that leads to no block, with what speaks for that it asks for a change of the file all the same. */
export interface LooseSentence {
  readonly sentence: Sentence;
  readonly features: Features;
}

const VERBS: readonly (readonly [string, RegExp])[] = [
  ["change", /^(?:chang(?:e|es|ed)|updat(?:e|es|ed)|adjust\w*|edit\w*|modif\w*|correct\w*|fix(?:es|ed)?)$/],
  ["replace", /^(?:replac(?:e|es|ed)|swap\w*|substitut\w*)$/],
  ["rename", /^renam(?:e|es|ed)$/],
  ["add", /^(?:add|adds|added|insert\w*|append\w*|put|import|needs?)$/],
  ["use", /^(?:use|uses|used|call|calls|pass|passes|takes?)$/],
  ["move", /^(?:mov(?:e|es|ed)|swap)$/],
  ["bump", /^(?:bump\w*|rais(?:e|es|ed)|lower\w*|set|sets|increas\w*|turn|make)$/],
  ["become", /^(?:becomes?|reads?|gets?|turns?|shrinks?)$/],
  ["same", /^(?:same|likewise|also|too|everywhere|both|each|every|all)$/],
  ["remove", /^(?:remov\w*|delet\w*|drop\w*|goes|gone)$/],
  ["wrap", /^(?:wrap\w*|indent\w*|uncomment\w*)$/],
];
const CUES: readonly (readonly [string, RegExp])[] = [
  ["not", /^(?:not|never|don't|doesn't|isn't|aren't|won't|no|nothing|without)$/],
  ["keep", /^(?:keep\w*|stays?|remain\w*|left|leave\w*|unchanged|still|kept|already)$/],
  ["if", /^(?:if|unless|would|could|may|might|want|whether|when|later|otherwise)$/],
  ["because", /^(?:because|since|so|therefore|thus|that|which|as|otherwise|why)$/],
  ["note", /^(?:note|remember|careful|mind|run|test|tests|check|file|files|elsewhere)$/],
  ["i", /^(?:i|i'd|i've|we|we've|i'm)$/],
  ["you", /^(?:you|your|you'd|you'll)$/],
  ["should", /^(?:should|must|has|have|now|then)$/],
];

/** Sentences of an answer that are looked at. */
const MOST_SENTENCES = 200;

/** Lists the sentences that do not lead to a block. `leads`: the sentences that do. `shown`: the blocks, as one text. */
export function readLooseSentences(
  words: string,
  leads: ReadonlySet<string>,
  shown: string,
  file: Original,
): LooseSentence[] {
  const sentences = readSentences(words).slice(0, MOST_SENTENCES);
  const stands = new Map<string, boolean>();
  const isKnown = (name: string): boolean => {
    const known =
      stands.get(name) ??
      (file.byTrimmed.has(name) || (stands.size < MAX_NAMES && findNamings(file.lines, name).length > 0));
    stands.set(name, known);
    return known;
  };
  return sentences.flatMap((sentence, nth): LooseSentence[] => {
    if (leads.has(sentence.text)) return [];
    const features = new Features();
    const set = (name: string, value = 1): void => {
      features.add(`u:${name}`, value);
    };
    set("bias");
    const tokens = sentence.tokens.filter(({ type }) => type === "word");
    const first = tokens[0]?.text ?? "";
    for (const [verb, pattern] of VERBS) {
      if (tokens.some(({ text }) => pattern.test(text))) set(`verb:${verb}`);
      if (pattern.test(first)) set(`first:${verb}`);
    }
    for (const [cue, pattern] of CUES) if (tokens.some(({ text }) => pattern.test(text))) set(`cue:${cue}`);
    let [known, inBlocks, unknown, paths] = [0, 0, 0, 0];
    for (const { type, text } of sentence.tokens) {
      if (type === "path") paths++;
      if (type !== "name") continue;
      if (shown.includes(text)) inBlocks++;
      if (isKnown(text)) known++;
      else unknown++;
    }
    set("known", Math.min(3, known));
    if (known > 0) set("hasKnown");
    if (known > 0 && unknown > 0) set("knownAndNew");
    if (known > 1) set("twoKnown");
    if (inBlocks > 0) set("inBlocks");
    if (known > 0 && inBlocks === 0) set("notInBlocks");
    if (paths > 0) set("path");
    for (const { kind, certainty, voice } of readStatements(sentence.text)) set(`says:${kind}:${certainty}:${voice}`);
    set("length", Math.log(1 + tokens.length));
    if (/→|->|=>/.test(sentence.text)) set("arrow");
    if (sentence.text.trim().endsWith(":")) set("colon");
    if (/^\W*(?:\d+[.)]|[-*])\s/.test(sentence.text)) set("item");
    if (nth === 0) set("firstOfAll");
    if (nth === sentences.length - 1) set("lastOfAll");
    return [{ sentence, features }];
  });
}
