import { blank, type FoundStatement } from "./makeStatements.ts";
import { isConditional } from "./statementCertainty.ts";
import { wordOf, type Token } from "./statementTokens.ts";
import { NEGATIONS } from "./statementWords.ts";

/** Asks for a change, or tells it as done. */
const BASE = /^(?:change|update|replace|correct|fix|bump|raise|lower|swap)$/;
const PAST = /^(?:changed|updated|replaced|corrected|fixed|bumped|raised|lowered|swapped)$/;
/** Stand before an order, besides the beginning of its sentence. */
const LEADS = /^(?:and|then|also|finally|please|now|just|next|,|:)$/;
const TO = /^(?:to|with|by|→)$/;
/** Words between a verb and what it changes. */
const MOST_BETWEEN = 6;
/** Time and wishes of others: nothing of this change. */
const OTHERS = /^(?:when|while|wants?|should|would|could|might|somebody|someone|yesterday|ago|week|branch|earlier)$/;

/**
 * Reads which quoted text takes the place of which in a sentence that orders it or tells it as done: "change "one call" to "each call"", "I
 * bumped `node:18` to `node:20`". Texts that are one word are names, which other statements are about. Questions, and sentences about other
 * files, say nothing.
 */
export function readRewordings(tokens: readonly Token[], sentence: string): FoundStatement[] {
  const words = tokens.map(wordOf);
  if (sentence.includes("?") || tokens.some(({ type }) => type === "path")) return [];
  if (words.some((word) => NEGATIONS.has(word) || OTHERS.test(word)) || isConditional(tokens)) return [];
  return tokens.flatMap((token, at): FoundStatement[] => {
    if (!isText(token)) return [];
    const from = Math.max(0, at - MOST_BETWEEN);
    const verb = words.findLastIndex(
      (word, index) => index >= from && index < at && (BASE.test(word) || PAST.test(word)),
    );
    if (verb < 0 || !isMeant(tokens, verb)) return [];
    const isNear = tokens.slice(verb, at).every(({ type }) => type === "word");
    const other = tokens[at + 2];
    if (!isNear || !TO.test(tokens[at + 1]?.text ?? "") || other?.type !== "name" || !other.isQuoted) return [];
    return other.text === token.text ? [] : [blank("reword", "said", { names: [token.text], newNames: [other.text] })];
  });
}

/** Whether a verb orders a change, or the answer tells it of itself. */
function isMeant(tokens: readonly Token[], verb: number): boolean {
  const before = tokens[verb - 1];
  if (PAST.test(wordOf(tokens[verb])))
    return /^(?:i|we|i've|we've|also)$/.test(before?.text ?? "") || before === undefined;
  if (before === undefined || LEADS.test(before.text)) return true;
  // "In the docstring of `a` change": what leads to the verb says where.
  return /^(?:in|inside|at|under|within)$/.test(tokens.find(({ text }) => !LEADS.test(text))?.text ?? "");
}

/** Text and no name. */
const isText = ({ type, isQuoted, text }: Token): boolean => type === "name" && isQuoted && /[^\w$]/.test(text);
