import { bareName } from "../../sketch/declaredNames.ts";
import { joinListHeads } from "../../sketch/listHeads.ts";
import { readSentences, wordOf, type Token } from "../../sketch/statementTokens.ts";
import { NEGATIONS } from "../../sketch/statementWords.ts";
import { lineIdentity, splitIdentity } from "../lineKeys.ts";

/** What stands around code: the words of its answer, and what was asked for. */
export interface AnswerText {
  readonly words: string;
  readonly request: string;
}

/** What the words do with the name of a line. */
export interface Mention {
  /** The kind of name, as `splitIdentity` tells it. */
  readonly kind: string;
  /** What is done by the verb nearest before it in its sentence, or else by the first one behind it (`go>`). */
  readonly deed: string;
  /** Whether it stands as code (`n`) or as a word (`w`), in the request (`r`) or in the answer (`a`). */
  readonly how: string;
}

/** What a sentence does with its names, by its verbs. How each of them counts is fitted. */
const DEEDS: readonly (readonly [string, RegExp])[] = [
  ["keep", /^(?:keep\w*|kept|stays?|stayed|remain\w*|unchanged|untouched|still|leave|leaves|left|alone)$/],
  [
    "go",
    /^(?:remov\w*|delet\w*|drop\w*|gone|rid|strip\w*|cut|unused|obsolete|dead|disappears?|longer|unneeded|redundant)$/,
  ],
  [
    "new",
    /^(?:replac\w*|instead|becom\w*|became|turn\w*|rewr\w*|merg\w*|collaps\w*|inlin\w*|convert\w*|switch\w*|swap\w*)$/,
  ],
  ["name", /^(?:renam\w*|called|names?)$/],
  ["move", /^(?:mov\w*|extract\w*|pull\w*|reorder\w*|sort\w*)$/],
  ["add", /^(?:add\w*|new|introduc\w*|insert\w*|append\w*)$/],
];
/** Words that speak of how lines are written. */
const FORM =
  /\b(?:spac(?:e|es|ing)|blanks?|align\w*|whitespace|typos?|format\w*|lint\w*|quot\w*|commas?|semicolons?|trailing|comments?)\b/i;
/** Shorter words are no names that would be told from others. */
const SHORTEST_NAME = 3;

/** Checks whether the words speak of how lines are written, so that a change of spacing, quotes, commas or comments may be meant. */
export const speaksOfForm = ({ words, request }: AnswerText): boolean => FORM.test(words) || FORM.test(request);

/**
 * Finds for each line that names something what the words do with its name. Without a verb it is `asked` where the request deletes
 * something, and `none` otherwise. `undefined` for lines whose names the words do not have. Linear in both texts.
 */
export function findMentions(lines: readonly string[], text: AnswerText): readonly (Mention | undefined)[] {
  const mentions = readMentions(text);
  return lines.map((line) => {
    const identity = mentions.size === 0 ? undefined : lineIdentity(line);
    if (identity === undefined) return undefined;
    const [kind, given] = splitIdentity(identity);
    const name = bareName(given);
    const mention = mentions.get(name) ?? mentions.get(name.split(/[\s.:/]+/).at(-1) ?? "");
    return mention && { kind, ...mention };
  });
}

function readMentions({ words, request }: AnswerText): ReadonlyMap<string, Omit<Mention, "kind">> {
  const found = new Map<string, Omit<Mention, "kind">>();
  const asked = readSentences(request);
  const without = asked.some(({ tokens }) => tokens.some((token) => deedOf(token) === "go")) ? "asked" : "none";
  for (const { tokens } of asked) read(tokens, "r");
  for (const { tokens } of joinListHeads(readSentences(words))) read(tokens, "a");
  return found;

  function read(tokens: readonly Token[], voice: string): void {
    const deeds = tokens.map((token, at) => (isNegated(tokens, at) ? deedOf(token) && "keep" : deedOf(token)));
    const first = deeds.find((deed) => deed !== undefined);
    let last: string | undefined;
    tokens.forEach((token, at) => {
      const name = token.type === "name" || token.type === "word" ? bareName(token.raw) : "";
      last = deeds[at] ?? last;
      if (deeds[at] !== undefined || name.length < SHORTEST_NAME) return;
      const deed = last ?? (first === undefined ? without : `${first}>`);
      // That something goes is said once, and what else is said of it is about why.
      const known = found.get(name);
      if (known === undefined || (deed.startsWith("go") && !known.deed.startsWith("go")))
        found.set(name, { deed, how: `${token.type === "name" ? "n" : "w"}${voice}` });
    });
  }
}

/** Whether a word is denied: "did not remove", "don't delete". */
const isNegated = (tokens: readonly Token[], at: number): boolean =>
  [tokens[at - 1], tokens[at - 2]].some((token) => NEGATIONS.has(wordOf(token)));

const deedOf = (token: Token): string | undefined =>
  token.type === "word" ? DEEDS.find(([, pattern]) => pattern.test(token.text))?.[0] : undefined;
