import { isList } from "./statementPhrases.ts";
import type { Sentence, Token } from "./statementTokens.ts";
import { DECLARED, NEGATIONS, USES } from "./statementWords.ts";

const REMOVED: Token = { type: "word", text: "removed", raw: "removed", isQuoted: false };

/** What a sentence says as a whole that leads to a list of what was deleted: "Removed from `cart.ts`:", "What's gone:", "Delete these:". */
const LEADS =
  /^(?:(?:(?:i|we|i've|we've|i have|we have|also|and|now|then) ){0,3}(?:removed|deleted|dropped)(?: (?:the following|these))?|(?:what's|what is|what was) (?:gone|removed|deleted)|(?:please )?(?:remove|delete|drop) (?:the following|these))(?: (?:from|in) (?:the |this )?(?:root )?(?:file|class|module|name)(?: (?:class|file|module))?)? ?:$/;
/** Ends what an item names: the rest says why, and what goes with it. */
const REASON = /^(?:at|which|that|because|since|as|with|together|including|[(:;.–—-])$/;

/**
 * Puts the verb of a sentence that leads to a list before each item of it: "Removed from `cart.ts`:" above "- the `total` helper". Only
 * where all items of the list name something and say nothing else of it than why.
 */
export function joinListHeads(sentences: readonly Sentence[]): readonly Sentence[] {
  const result = [...sentences];
  for (const [at, head] of sentences.entries()) {
    if (sentences[at + 1]?.begins !== "item" || !LEADS.test(wordsOf(head.tokens))) continue;
    const next = sentences.findIndex(({ begins }, index) => index > at && begins === "block");
    const list = [...sentences.entries()]
      .slice(at + 1, next < 0 ? sentences.length : next)
      .filter(([, { begins }]) => begins === "item");
    const named = list.map(([index, { tokens }]) => ({ index, tokens: namedIn(tokens) }));
    if (named.some(({ tokens }) => tokens.length === 0)) continue;
    for (const { index, tokens } of named) {
      const sentence = sentences[index];
      if (sentence) result[index] = { ...sentence, tokens: [REMOVED, ...tokens] };
    }
  }
  return result;
}

/** The words of a sentence, with `name` in the place of each name and path. */
const wordsOf = (tokens: readonly Token[]): string =>
  tokens.map(({ type, text }) => (type === "name" || type === "path" ? "name" : text)).join(" ");

/** The list of names that an item begins with, with the words that say what they are; empty if it says anything else. */
function namedIn(tokens: readonly Token[]): readonly Token[] {
  const reason = tokens.findIndex(({ type, text }) => type !== "name" && REASON.test(text));
  let end = reason < 0 ? tokens.length : reason;
  while (end > 0 && tokens[end - 1]?.text === ",") end--;
  const named = tokens.slice(0, end);
  // What follows a name says what it is, or names another: "`a` rounds" is a sentence.
  const isNoun = ({ type, text }: Token): boolean =>
    type !== "word" || /^(?:and|or)$/.test(text) || DECLARED.has(text) || USES.has(text);
  const areNouns = named.every((token, at) => named[at - 1]?.type !== "name" || isNoun(token));
  const isNamed = areNouns && named.some(({ type }) => type === "name") && isList(tokens, 0, end);
  return isNamed && !tokens.some(({ text }) => NEGATIONS.has(text)) ? named : [];
}
