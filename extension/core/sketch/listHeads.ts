import { isConditional } from "./statementCertainty.ts";
import type { Sentence, Token } from "./statementTokens.ts";
import { MODALS, NEGATIONS, VERBS } from "./statementWords.ts";

const REMOVED: Token = { type: "word", text: "removed", raw: "removed", isQuoted: false };

/**
 * Puts the verb of a sentence that leads to a list before each item of it: "Removed from `cart.ts`:" above "- the `total` helper". Only
 * where what it says is that all of the items are deleted; an item with a verb of its own stays as it is.
 */
export function joinListHeads(sentences: readonly Sentence[]): readonly Sentence[] {
  if (!sentences.some(({ isItem }) => isItem)) return sentences;
  let isDeleted = false;
  return sentences.map((sentence) => {
    if (!sentence.isItem) isDeleted = leadsToDeleted(sentence);
    else if (isDeleted && !sentence.tokens.some(isVerb)) return { ...sentence, tokens: [REMOVED, ...sentence.tokens] };
    return sentence;
  });
}

const isVerb = ({ type, text }: Token): boolean => type === "word" && VERBS.has(text);

/** Whether a sentence ends with a colon and says that something is deleted, and names nothing but where that stood. */
function leadsToDeleted({ tokens }: Sentence): boolean {
  if (tokens.at(-1)?.text !== ":" || isConditional(tokens)) return false;
  const verb = tokens.findIndex(({ type, text }) => type === "word" && VERBS.get(text)?.kind === "delete");
  if (verb < 0 || tokens.some(({ text }) => MODALS.has(text) || NEGATIONS.has(text))) return false;
  const names = tokens.flatMap(({ type }, at) => (type === "name" ? [at] : []));
  return names.every((at) => isOrigin(tokens, verb, at));
}

/** Whether a name stands behind "from" or "in". */
const isOrigin = (tokens: readonly Token[], verb: number, name: number): boolean =>
  tokens.slice(verb + 1, name).some(({ text }) => text === "from" || text === "in");
