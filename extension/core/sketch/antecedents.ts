import { wordOf, type Sentence, type Token } from "./statementTokens.ts";
import { ADJECTIVES, ADVERBS, BE, DECLARED, DETERMINERS, USES, VERBS } from "./statementWords.ts";

/**
 * Puts names in the place of words that stand for several of them, or for one of the sentence before: "`a` and `b` have no callers. Delete
 * both functions.", "so they are gone", "remove these:" above a list of names. Only beside a verb that deletes; other sentences stay as they
 * are.
 */
export function nameAntecedents(sentences: readonly Sentence[]): readonly Sentence[] {
  return sentences.map((sentence, at) => {
    const { tokens } = sentence;
    const subject = tokens.findIndex((_, index) => isSubject(tokens, index));
    if (subject >= 0) {
      const named = readUnused(subject > 0 ? tokens.slice(0, subject) : (sentences[at - 1]?.tokens ?? []));
      return named.length === 0
        ? sentence
        : { ...sentence, tokens: [...tokens.slice(0, subject), ...named, ...tokens.slice(subject + 1)] };
    }
    const verb = tokens.findIndex((token, index) => isDeletion(token) && readWords(tokens, index + 1) !== undefined);
    const words = verb < 0 ? undefined : readWords(tokens, verb + 1);
    if (words === undefined) return sentence;
    // "Delete it to start over" is what a user does.
    const isPurpose = tokens[words.end]?.text === "to";
    const names = isPurpose ? [] : words.isPlural ? findMany(sentences, at, verb) : findOne(sentences, at, verb);
    if (names.length === 0) return sentence;
    const list = names.flatMap((name, nth) => (nth === 0 ? [name] : [COMMA, name]));
    return { ...sentence, tokens: [...tokens.slice(0, verb + 1), ...list, ...tokens.slice(words.end)] };
  });
}

/** "They" of "so they are gone": several that are deleted, and nothing more is said of it. */
function isSubject(tokens: readonly Token[], at: number): boolean {
  if (wordOf(tokens[at]) !== "they" || !BE.has(wordOf(tokens[at + 1]))) return false;
  let verb = at + 2;
  while (ADVERBS.has(wordOf(tokens[verb]))) verb++;
  const { kind, form } = VERBS.get(wordOf(tokens[verb])) ?? {};
  const rest = tokens.slice(verb + 1).map(({ text }) => text);
  return (
    kind === "delete" &&
    (form === "past" || form === "gone") &&
    /^(?:too|also|as well|now)?[.!]?$/.test(rest.join(" ").replace(/ (?=[.!])/, ""))
  );
}

/** Why several things go, and nothing else: what stands between them and "so they are gone". */
const UNUSED =
  /^(?:(?:are|were) (?:now |both |all )?(?:unused|dead|obsolete|redundant|unneeded|(?:not|never|no longer) (?:used|needed|called)|only (?:used|needed|called) (?:there|here|(?:by|in|for) (?:the )?(?:former|latter|it|that|this|name)))|(?:have|had) no (?:other |more )?(?:callers|users|uses|references)(?: left| now| any more)?) ?,? ?(?:so|and)? ?[.!]?$/;

/** The list of several names that tokens begin with, if they go on with why these are not used; empty if they say anything else. */
function readUnused(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex((token, index) => !isName(token) && !isOfList(tokens, index));
  const list = tokens.slice(0, Math.max(0, end));
  const why = tokens.slice(list.length).map((token) => (isName(token) ? "name" : token.text));
  return list.filter(isName).length > 1 && UNUSED.test(why.join(" ")) ? list : [];
}

/** "The imports of" before names, and what joins these. */
function isOfList(tokens: readonly Token[], at: number): boolean {
  const { text = "" } = tokens[at] ?? {};
  if (text === "of") return DECLARED.has(wordOf(tokens[at - 1])) || USES.has(wordOf(tokens[at - 1]));
  return text === "," || text === "and" || [DETERMINERS, DECLARED, USES, ADJECTIVES].some((words) => words.has(text));
}

const COMMA: Token = { type: "mark", text: ",", raw: ",", isQuoted: false };

const isDeletion = ({ type, text }: Token): boolean => type === "word" && VERBS.get(text)?.kind === "delete";

/** Reads "them", "both functions", "these two elements", "the function"; `undefined` if something else follows, or a name. */
function readWords(tokens: readonly Token[], start: number): { isPlural: boolean; end: number } | undefined {
  const wordAt = (index: number): string => wordOf(tokens[index]);
  const isPlural = /^(?:them|both|these|those|all)$/.test(wordAt(start));
  if (!isPlural && !/^(?:it|the|this|that)$/.test(wordAt(start))) return undefined;
  let end = start + 1;
  while (/^(?:of|them|the|these|those|two|three|four|five|six|whole|entire)$/.test(wordAt(end))) end++;
  const isNoun = DECLARED.has(wordAt(end)) || USES.has(wordAt(end));
  if (isNoun) end++;
  const isNamed = tokens[end]?.type === "name" || tokens[end]?.type === "path";
  if (isNamed || (wordAt(start) === "the" && !isNoun)) return undefined;
  // "the functions" may be any.
  return !isPlural && isNoun && wordAt(end - 1).endsWith("s") ? undefined : { isPlural, end };
}

/** Names in a list below, or those that this sentence or the one before begins with. */
function findMany(sentences: readonly Sentence[], at: number, verb: number): readonly Token[] {
  const { tokens } = sentences[at] ?? { tokens: [] };
  if (tokens.at(-1)?.text === ":") {
    const next = sentences.findIndex((one, index) => index > at && !one.tokens.every(isListed));
    const listed = sentences
      .slice(at + 1, next < 0 ? sentences.length : next)
      .flatMap((one) => one.tokens.filter(isName));
    if (listed.length > 0) return listed;
  }
  const own = leadingNames(tokens.slice(0, verb));
  const many = own.length > 1 ? own : leadingNames(sentences[at - 1]?.tokens ?? []);
  return many.length > 1 ? many : [];
}

/** The one name of the sentence before, where this one has none. */
function findOne(sentences: readonly Sentence[], at: number, verb: number): readonly Token[] {
  const { tokens } = sentences[at] ?? { tokens: [] };
  const before = sentences[at - 1]?.tokens ?? [];
  const names = before.filter(isName);
  // A bare "it" is the subject of the sentence before, "the function" what it names.
  const isMeant = wordOf(tokens[verb + 1]) === "the" || leadingNames(before).length === 1;
  return tokens.slice(0, verb).some(isName) || names.length !== 1 || !isMeant ? [] : names;
}

const isName = ({ type }: Token): boolean => type === "name";
const isListed = ({ type, text }: Token): boolean => type === "name" || text === "," || text === "and";

/** The names of the list that a sentence begins with. */
function leadingNames(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex((token, at) => !isName(token) && (token.text === "of" || !isOfList(tokens, at)));
  return tokens.slice(0, end < 0 ? tokens.length : end).filter(isName);
}
