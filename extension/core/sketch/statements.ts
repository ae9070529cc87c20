import { nameAntecedents } from "./antecedents.ts";
import { readForeign } from "./foreignStatements.ts";
import { blank, makeStatements, type FoundStatement, type Use } from "./makeStatements.ts";
import type { Statement, Voice } from "./statement.ts";
import { isConditional, judgeCertainty } from "./statementCertainty.ts";
import { joinListHeads } from "./listHeads.ts";
import { readRewordings } from "./rewordings.ts";
import { isList, readPhrase, type Phrase } from "./statementPhrases.ts";
import { readSentences, wordOf, type Token } from "./statementTokens.ts";
import {
  ADVERBS,
  BE,
  DECLARED,
  DETERMINERS,
  MODALS,
  NEGATIONS,
  USES,
  VERBS,
  type StatementKind,
  type Verb,
} from "./statementWords.ts";

export type { StatementKind } from "./statementWords.ts";

/**
 * Reads what the sentences of an answer or an instruction say of a change, in order. What is not understood says nothing. Names are parts
 * of `text`. Never throws; takes linear time.
 */
export function readStatements(text: string, voice: Voice = "answer"): Statement[] {
  const sentences = nameAntecedents(joinListHeads(readSentences(text)));
  return sentences.flatMap(({ text: sentence, tokens }) => readSentence(tokens, sentence, voice));
}

/** What whole sentences say, whatever they name. */
const SAYINGS: readonly (readonly [StatementKind, RegExp])[] = [
  [
    "only",
    /\b(?:no other (?:changes?|edits?|modifications?)|nothing else (?:changes?|changed|is|was|needs)|(?:everything|all) else (?:in [\w ]{1,40})?(?:stays?|remains?|is)\b|the rest (?:of [\w ]{1,40})?(?:stays?|remains?|is (?:unchanged|the same|untouched)))/,
  ],
  [
    "example",
    /\b(?:usage examples?|example usage|how (?:you|to) (?:would |can )?(?:use|call) it|not part of (?:the|this) (?:change|edit|file|patch)|(?:just|only|merely) (?:an? )?(?:examples?|illustration)|for illustration|for reference only|example of (?:how|what))/,
  ],
];

/** "everything below `a`" is removed. */
const REST = /^(?:everything|all|rest|anything|lines)$/;
const BELOW = /^(?:after|below|behind|underneath|following)$/;
const REMOVES = /^(?:remov(?:e|ed|ing)|delet(?:e|ed|ing)|drop(?:ped|ping)?|cut|cutting|gone)$/;
const FILE = /^(?:file|page|manifest|document|script|module|config|configuration|stylesheet|template|table|list)$/;

/**
 * Reads after what nothing follows: "everything below `a` is removed", where the block around it goes on, or "the file ends with `a`".
 * `undefined` if the sentence does not say it, or does not name it.
 */
function readEnd(tokens: readonly Token[]): Pick<FoundStatement, "names" | "noun"> | undefined {
  const wordAt = (index: number): string => wordOf(tokens[index]);
  const skip = (index: number, step: number): number => {
    let at = index;
    while (ADVERBS.has(wordAt(at)) || /^(?:directly|immediately)$/.test(wordAt(at))) at += step;
    return at;
  };
  const ends = tokens.findIndex((_, at) => /^(?:ends|stops|finishes)$/.test(wordAt(at)));
  const behind = skip(ends + 1, 1);
  const ofFile =
    ends >= 0 && FILE.test(wordAt(skip(ends - 1, -1))) && /^(?:with|after|at|behind|on)$/.test(wordAt(behind));
  const rest = tokens.findIndex((_, at) => {
    const isBelow = BELOW.test(wordAt(at)) && REST.test(wordAt(at - 1));
    return isBelow && tokens.some(({ text }) => REMOVES.test(text));
  });
  if (!ofFile && rest < 0) return undefined;
  const [group] = readPhrase(tokens, (ofFile ? behind : rest) + 1).groups;
  return group?.names.length === 1 ? { names: group.names, noun: ofFile ? "file" : undefined } : undefined;
}

/** Whether "so is", "so does" or ", as are" begins here: what follows shares the fate of what was spoken of. */
function isSameOf(tokens: readonly Token[], index: number): boolean {
  const [before, word, after] = [tokens[index - 1]?.text, tokens[index]?.text, tokens[index + 1]?.text ?? ""];
  if (tokens[index + 2]?.type === "mark") return false;
  if (word === "so")
    return (before === "and" || before === ",") && /^(?:is|are|was|were|does|do|did|has|have)$/.test(after);
  return word === "as" && before === "," && /^(?:is|are|was|were)$/.test(after);
}

function readSentence(tokens: readonly Token[], sentence: string, voice: Voice): Statement[] {
  const found: FoundStatement[] = [];
  let done = 0;
  let last: { readonly kind: StatementKind; readonly certainty: Statement["certainty"] } | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    const verb = token?.type === "word" ? VERBS.get(token.text) : undefined;
    if (last !== undefined && index >= done && isSameOf(tokens, index)) {
      const about = readPhrase(tokens, index + 2);
      const use = { ...{ verb: index, begin: index, end: about.end }, isPassive: true, isSwap: false, about };
      for (const one of makeStatements(last.kind, { ...use, behind: undefined }, last.certainty)) found.push(one);
      done = Math.max(about.end, index + 2);
    }
    if (verb === undefined) continue;
    const use = readUse(tokens, index, done, verb, voice);
    if (use === undefined) continue;
    const certainty = judgeCertainty(tokens, use, voice);
    const isSubstituted = token?.text.startsWith("substitut") === true;
    for (const statement of makeStatements(verb.kind, use, certainty))
      found.push(isSubstituted ? readSubstitution(statement, use) : statement);
    done = Math.max(use.end, index + 1);
    last = { kind: verb.kind, certainty };
  }
  for (const statement of found.length === 0 ? readForeign(tokens) : []) found.push(statement);
  const said = tokens
    .map(({ type, text }) => (type === "name" || type === "path" ? "it" : text))
    .join(" ")
    .slice(0, 600);
  const certainty = isConditional(tokens) ? "hedged" : "said";
  for (const [kind, pattern] of SAYINGS) if (pattern.test(said)) found.push(blank(kind, certainty, {}));
  for (const statement of readRewordings(tokens, sentence)) found.push(statement);
  const end = readEnd(tokens);
  if (end !== undefined) found.push(blank("cut", certainty, end));
  return found.map((statement) => ({ ...statement, voice, sentence: sentence.slice(0, 400) }));
}

/** "Substituted `a` for `b`" replaces `b` by `a`; with any other preposition it is the other way round. */
function readSubstitution(statement: FoundStatement, { about: { places } }: Use): FoundStatement {
  const replaced = places.find(({ preposition }) => preposition === "for");
  if (replaced === undefined || replaced.names.length === 0) return statement;
  return { ...statement, names: replaced.names, noun: replaced.noun, newNames: statement.names, isPart: false };
}

function readUse(
  tokens: readonly Token[],
  index: number,
  done: number,
  { kind, form }: Verb,
  voice: Voice,
): Use | undefined {
  const before = tokens[index - 1];
  const isSwap = /^(?:swap|exchang)/.test(tokens[index]?.text ?? "");
  const passive = findBe(tokens, index, done);
  if (passive === undefined && isInverted(tokens, index, form)) {
    const about = readPhrase(tokens, index + 2);
    return { verb: index, begin: index, end: about.end, isPassive: true, isSwap, about, behind: undefined };
  }
  if (form === "gone" || (form === "past" && passive !== undefined)) {
    const word = tokens[index]?.text ?? "";
    const isOwn = /^(?:go|goes|went|stays?|stayed|remains?|remained|disappear\w*|vanish\w*)$/.test(word);
    if (kind === "rename" && (passive === undefined || tokens[index + 1]?.type !== "name")) return undefined;
    const isElliptic = passive === undefined && before?.text === "and";
    if (!isOwn && passive === undefined && !isElliptic) return undefined;
    if (/^(?:needed|used|required)$/.test(word) && before?.text !== "still") return undefined;
    if (/^(?:go|goes|went)$/.test(word) && !endsHere(tokens, index)) return undefined;
    const verbAt = isOwn ? skipBack(tokens, index) : isElliptic ? firstBe(tokens, done, index) : (passive ?? index);
    // "`a`, including its comment, is removed"
    const until = tokens[verbAt - 1]?.text === "," ? verbAt - 1 : verbAt;
    const begin = subjectBegin(tokens, done, until);
    // "`a` is unused now and should go"
    const first = tokens[until - 1]?.text === "and" ? firstBe(tokens, begin, until) : begin;
    const end = first > begin ? first : until;
    let about = readPhrase(tokens, begin, end);
    // "in the mock, `a` can go"
    const comma = tokens.slice(begin, end).findLastIndex(({ text }) => text === ",");
    if (about.groups.length === 0 && comma >= 0) about = readPhrase(tokens, begin + comma + 1, end);
    if (about.groups.length === 0 && kind === "delete") about = readPronoun(tokens, verbAt - 1, done);
    const behind = readBehind(tokens, index, about.groups.length > 0);
    if (about.end < end && about.end > begin && about.groups.length > 0 && kind !== "rename") return undefined;
    return { verb: index, begin, end: behind.end, isPassive: true, isSwap, about, behind };
  }
  if (!isActive(tokens, index, form, voice)) return undefined;
  const about = readPhrase(tokens, index + 1);
  const meant = about.groups.length === 0 && kind === "delete" ? readPronoun(tokens, index + 1, done) : about;
  return { verb: index, begin: done, end: about.end, isPassive: false, isSwap, about: meant, behind: undefined };
}

/** Whether a sentence begins with what became of its subject: "gone are `a` and `b`", "also removed: `a`". */
function isInverted(tokens: readonly Token[], verb: number, form: Verb["form"]): boolean {
  if (form !== "gone" && form !== "past") return false;
  const before = tokens[verb - 1];
  if (before !== undefined && before.type !== "mark" && !/^(?:also|now|and)$/.test(before.text)) return false;
  const after = tokens[verb + 1]?.text ?? "";
  return /^(?:is|are|was|were)$/.test(after) || (after === ":" && tokens[verb + 2]?.type !== "mark");
}

const nowhere = (end: number): Phrase => ({ groups: [], places: [], end });

/** What the pronoun at `at` of "remove it", "so it is gone" stands for: what the sentence has spoken of before, where that is one thing. */
function readPronoun(tokens: readonly Token[], at: number, done: number): Phrase {
  if (!isPronoun(tokens, at)) return nowhere(at);
  const [first, second] = [...tokens.keys()].filter(
    (name) => name >= done && name < at && tokens[name]?.type === "name",
  );
  if (first === undefined) return nowhere(at);
  const be = tokens.findIndex(
    ({ text }, index) => index > first && index < at && (BE.has(text) || /^(?:has|have|had)$/.test(text)),
  );
  // "`a` is the same as `b`, drop it" is about `a`.
  if (second !== undefined && (be < 0 || be > second)) return nowhere(at);
  const { groups, ...phrase } = readPhrase(tokens, first, be < 0 ? at : be);
  // "that makes `a` dead, so drop it"
  const isNoun = (word: string | undefined): boolean => word !== undefined && (DECLARED.has(word) || USES.has(word));
  return { ...phrase, groups: groups.map((group) => (isNoun(group.noun) ? group : { ...group, noun: undefined })) };
}

/** "it", "that line", "the whole function": none of them says a name. */
function isPronoun(tokens: readonly Token[], at: number): boolean {
  const wordAt = (index: number): string => wordOf(tokens[index]);
  if (/^(?:it|that|this)$/.test(wordAt(at))) return true;
  const noun = /^(?:whole|entire|complete)$/.test(wordAt(at + 1)) ? at + 2 : at + 1;
  return (
    wordAt(at) === "the" &&
    DECLARED.has(wordAt(noun)) &&
    !wordAt(noun).endsWith("s") &&
    tokens[noun + 1]?.type !== "name"
  );
}

/** What follows a verb whose subject stands before it: its place, and what goes along with it. */
function readBehind(tokens: readonly Token[], verb: number, isAbout: boolean): Phrase {
  const first = tokens[verb + 1]?.text ?? "";
  if (first === ":") {
    // "`a` is removed: `b` and its test", but not "`a` is removed: nobody calls `b`"
    const end = tokens.at(-1)?.type === "mark" ? tokens.length - 1 : tokens.length;
    return isAbout && !isList(tokens, verb + 2, end) ? nowhere(verb + 1) : readPhrase(tokens, verb + 2);
  }
  if (/^(?:together|along|with|including)$/.test(first)) return readPhrase(tokens, verb + 1);
  const isClauseEnd = ({ type, text }: Token): boolean => (type === "mark" && text !== "(") || text === "and";
  const end = tokens.findIndex((token, index) => index > verb && isClauseEnd(token));
  return readPhrase(tokens, verb + 1, end < 0 ? tokens.length : end);
}

function firstBe(tokens: readonly Token[], from: number, until: number): number {
  for (let index = from; index < until; index++) if (BE.has(tokens[index]?.text ?? "")) return index;
  return from;
}

/** Where the "is" of "is now removed" stands. */
function findBe(tokens: readonly Token[], verb: number, done: number): number | undefined {
  for (let index = verb - 1; index >= Math.max(done, verb - 4); index--) {
    const { type, text } = tokens[index] ?? { type: "mark", text: "" };
    if (type !== "word") return undefined;
    if (BE.has(text) && text !== "been" && text !== "be" && text !== "being") return index;
    if (text === "be" || text === "been") {
      const first = tokens[index - 1]?.text ?? "";
      return MODALS.has(first) || /^(?:has|have|had|will|to)$/.test(first) ? index - 1 : index;
    }
    if (!ADVERBS.has(text) && !NEGATIONS.has(text) && !(text === "longer" || text === "no")) return undefined;
  }
  return undefined;
}

function skipBack(tokens: readonly Token[], verb: number): number {
  let index = verb;
  while (index > 0 && (ADVERBS.has(tokens[index - 1]?.text ?? "") || MODALS.has(tokens[index - 1]?.text ?? "")))
    index--;
  return index;
}

/** Whether "goes" says that something vanishes: nothing of where it goes follows. */
function endsHere(tokens: readonly Token[], verb: number): boolean {
  const next = tokens[verb + 1];
  if (next === undefined || next.type === "mark") return true;
  return /^(?:too|away|as|and|so|since|because|completely|entirely|now|again|with|together)$/.test(next.text);
}

/** Leads from one sentence to the next. */
const CONNECTIVE = /^(?:so|then|also|now|finally|thus|therefore|consequently|accordingly|and|but|plus|,)$/;

/**
 * Where the subject of a verb begins: behind the last statement of the sentence or, where there is another sentence before it, behind
 * the comma that divides them.
 */
function subjectBegin(tokens: readonly Token[], done: number, until: number): number {
  let begin = done;
  for (let index = done; index < until; index++) if (/^[:;—–]$/.test(tokens[index]?.text ?? "")) begin = index + 1;
  begin = Math.max(begin, openedBefore(tokens, until));
  while (begin < until && CONNECTIVE.test(tokens[begin]?.text ?? "")) begin++;
  const isFirst = done === 0 || begin > done || /^[,;:]$/.test(tokens[done - 1]?.text ?? "");
  if (isFirst && isList(tokens, begin, until)) return begin;
  for (let index = until - 1; index > begin; index--) {
    const { text } = tokens[index] ?? { text: "" };
    if (text === "," || text === "so" || text === "but" || text === "then") return index + 1;
  }
  // The "and" of "`a` is unused and should go" stands before the second verb of one subject.
  for (let index = until - 2; index > begin; index--) if (tokens[index]?.text === "and") return index + 1;
  return begin;
}

/** Where the remark in parentheses begins that goes on at `until`; 0 if there is none. */
function openedBefore(tokens: readonly Token[], until: number): number {
  let depth = 0;
  for (let index = until - 1; index >= 0; index--) {
    const { text } = tokens[index] ?? { text: "" };
    if (text === ")") depth++;
    if (text === "(" && depth-- === 0) return index + 1;
  }
  return 0;
}

/** Whether a verb tells what is done to the code, and not what the code does. */
function isActive(tokens: readonly Token[], index: number, form: Verb["form"], voice: Voice): boolean {
  let at = index - 1;
  while (at >= 0 && ADVERBS.has(tokens[at]?.text ?? "") && !DETERMINERS.has(tokens[at]?.text ?? "")) at--;
  const before = tokens[at];
  const text = before?.text ?? "";
  const isFirst = before === undefined || (before.type === "mark" && /[,:;(—–-]/.test(text));
  const isJoined = text === "and" || text === "or" || text === "but" || text === "then" || text === "so";
  switch (form) {
    case "past":
      return isFirst || isJoined || /^(?:i|we|you|i've|we've|have|i'd|change|commit|patch|edit)$/.test(text);
    case "base":
      if (isFirst || isJoined || /^(?:please|let's|will|i'll|we'll|to|don't|not|i|we)$/.test(text))
        return !isNoun(tokens, index);
      return MODALS.has(text) || (voice === "instruction" && /^(?:you|me|us)$/.test(text));
    case "gerund":
      return isFirst || isJoined || /^(?:am|i'm|we're|by|without)$/.test(text);
    case "third":
      return /^(?:this|change|commit|patch|edit)$/.test(text);
    case "gone":
      return false;
  }
}

/** Checks whether what looks like a verb is a noun: "of" or "is" follows, as in "move of the method". */
function isNoun(tokens: readonly Token[], index: number): boolean {
  return tokens[index + 1]?.text === "of" || tokens[index + 1]?.text === "is";
}
