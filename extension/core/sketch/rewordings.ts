import { blank, type FoundStatement } from "./makeStatements.ts";
import { isConditional } from "./statementCertainty.ts";
import { wordOf, type Token } from "./statementTokens.ts";
import { NEGATIONS } from "./statementWords.ts";

const CHANGES =
  /^(?:chang(?:e|ed|es|ing)|updat(?:e|ed|es|ing)|replac(?:e|ed|es|ing)|correct(?:ed|s)?|fix(?:ed|es)?|bump(?:ed|s)?|rais(?:e|ed|es)|lower(?:ed|s)?|turn(?:ed|s)?|swap(?:ped|s)?|edit(?:ed)?)$/;
const TO = /^(?:to|with|by|into|for|→|->)$/;
/** "`a` should be `b`", "`a` becomes `b`" */
const BECOMES = /^(?:becomes|should (?:be|read|become)|(?:now )?reads|is now|must be)$/;
/** Words between a verb and what it changes. */
const MOST_BETWEEN = 6;

/**
 * Reads which quoted text takes the place of which in a sentence: "change "one call" to "each call"", "`--` becomes `---`". Texts that are one
 * word are names, which other statements are about.
 */
export function readRewordings(tokens: readonly Token[]): FoundStatement[] {
  if (tokens.some((token) => NEGATIONS.has(wordOf(token)))) return [];
  const certainty = isConditional(tokens) ? "hedged" : "said";
  return tokens.flatMap((token, at): FoundStatement[] => {
    if (!isText(token)) return [];
    const [next, second] = [wordOf(tokens[at + 1]) || (tokens[at + 1]?.text ?? ""), wordOf(tokens[at + 2])];
    const before = tokens.slice(Math.max(0, at - MOST_BETWEEN), at);
    const verb = before.findLastIndex((one) => CHANGES.test(wordOf(one)));
    const isChanged = verb >= 0 && before.slice(verb).every(({ type }) => type === "word") && TO.test(next);
    const becomes = BECOMES.test(next) ? 2 : BECOMES.test(`${next} ${second}`) ? 3 : 0;
    const other = isChanged ? tokens[at + 2] : becomes > 0 ? tokens[at + becomes] : undefined;
    if (other?.type !== "name" || !other.isQuoted || other.text === token.text) return [];
    return [blank("reword", certainty, { names: [token.text], newNames: [other.text] })];
  });
}

/** Text and no name. */
const isText = ({ type, isQuoted, text }: Token): boolean => type === "name" && isQuoted && /[^\w$]/.test(text);
