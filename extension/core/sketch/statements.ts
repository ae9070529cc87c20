import { readForeign } from "./foreignStatements.ts";
import { blank, makeStatements, type FoundStatement, type Use } from "./makeStatements.ts";
import type { Statement, Voice } from "./statement.ts";
import { isList, readPhrase, type Phrase } from "./statementPhrases.ts";
import { readSentences, type Token } from "./statementTokens.ts";
import {
  ADVERBS,
  BE,
  CONDITIONS,
  DETERMINERS,
  MODALS,
  NEGATIONS,
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
  return readSentences(text).flatMap(({ text: sentence, tokens }) => readSentence(tokens, sentence, voice));
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
  const wordAt = (index: number): string => {
    const token = tokens[index];
    return token?.type === "word" ? token.text : "";
  };
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
    let about = readPhrase(tokens, begin, until);
    // "in the mock, `a` can go"
    const comma = tokens.slice(begin, until).findLastIndex(({ text }) => text === ",");
    if (about.groups.length === 0 && comma >= 0) about = readPhrase(tokens, begin + comma + 1, until);
    const behind = readBehind(tokens, index);
    if (about.end < until && about.groups.length > 0 && kind !== "rename") return undefined;
    return { verb: index, begin, end: behind.end, isPassive: true, isSwap, about, behind };
  }
  if (!isActive(tokens, index, form, voice)) return undefined;
  const about = readPhrase(tokens, index + 1);
  const meant = about.groups.length === 0 && kind === "delete" ? readPronoun(tokens, index, done) : about;
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

/** What "remove it", "drop that line too" is about: what the sentence has spoken of before, where that is one thing. */
function readPronoun(tokens: readonly Token[], verb: number, done: number): Phrase {
  const none: Phrase = { groups: [], places: [], end: verb + 1 };
  if (!/^(?:it|that|this)$/.test(tokens[verb + 1]?.text ?? "")) return none;
  const [first, second] = [...tokens.keys()].filter((at) => at >= done && at < verb && tokens[at]?.type === "name");
  if (first === undefined) return none;
  const be = tokens.findIndex(({ text }, at) => at > first && at < verb && BE.has(text));
  // "`a` is the same as `b`, drop it" is about `a`.
  if (second !== undefined && (be < 0 || be > second)) return none;
  return readPhrase(tokens, first, be < 0 ? verb : be);
}

/** What follows a verb whose subject stands before it: its place, and what goes along with it. */
function readBehind(tokens: readonly Token[], verb: number): Phrase {
  const first = tokens[verb + 1]?.text ?? "";
  if (first === ":") return readPhrase(tokens, verb + 2);
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
  while (begin < until && CONNECTIVE.test(tokens[begin]?.text ?? "")) begin++;
  const isFirst = done === 0 || begin > done || /^[,;:]$/.test(tokens[done - 1]?.text ?? "");
  if (isFirst && isList(tokens, begin, until)) return begin;
  for (let index = until - 1; index > begin; index--) {
    const { text } = tokens[index] ?? { text: "" };
    if (text === "," || text === "so" || text === "but" || text === "then") return index + 1;
  }
  for (let index = until - 1; index > begin; index--) if (tokens[index]?.text === "and") return index + 1;
  return begin;
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

function judgeCertainty(tokens: readonly Token[], use: Use, voice: Voice): Statement["certainty"] {
  const { begin, verb, isPassive } = use;
  const comma = tokens.slice(begin, verb).findLastIndex(({ text }) => /^[,:;]$/.test(text));
  const head = tokens.slice(begin + comma + 1, verb).filter(({ type }) => type === "word");
  const words = clauseOf(head.map(({ text }) => text));
  const near = isPassive ? words.slice(-4) : words.slice(-3);
  if (near.some((word) => NEGATIONS.has(word)) || near.join(" ").includes("no longer")) return "negated";
  if (near.includes("nothing") || near.includes("none")) return "negated";
  const all = tokens.filter(({ type }) => type === "word").map(({ text }) => text);
  if (isConditional(tokens) || isBehaviour(tokens, use)) return "hedged";
  if (voice === "instruction") return "said";
  const word = tokens[verb]?.text ?? "";
  const isLeave = /^(?:go|goes)$/.test(word);
  if (words.some((each) => MODALS.has(each)) && !isLeave) return "hedged";
  if (
    words.some((each) =>
      /^(?:you|you'll|you'd|you've|please|remember|forget|sure|to|happy|let's|would|i'd|want)$/.test(each),
    )
  )
    return "hedged";
  if (tokens.at(-1)?.text === "?" || all.includes("afterwards") || all.includes("later")) return "hedged";
  return "said";
}

/** Whether it may be what the code does: "`a` is removed on exit", "add `b` to remove `a`", "`b` should check it and remove `a`". */
function isBehaviour(tokens: readonly Token[], { begin, verb, isPassive }: Use): boolean {
  const word = tokens[verb]?.text ?? "";
  if (isPassive) {
    const isPresent = tokens.slice(begin, verb).some(({ text }) => /^(?:is|are|be|gets?)$/.test(text));
    return isPresent && VERBS.get(word)?.form === "past" && WHILE_RUNNING.test(tokens[verb + 1]?.text ?? "");
  }
  if (VERBS.get(word)?.form !== "base") return false;
  const before = tokens.slice(Math.max(0, verb - 2), verb).map(({ text }) => text);
  if (before[1] === "to")
    return !/^(?:want|need|like|going|have|able|try|easier|wanted|decided)$/.test(before[0] ?? "");
  if (before[1] !== "and" && before[1] !== "or") return false;
  const comma = tokens.slice(0, verb - 1).findLastIndex(({ type, text }) => type === "mark" && /[,;:]/.test(text));
  return tokens.slice(comma + 1, verb - 1).some(({ text }, index) => {
    // "rename `a` to `b` and remove `c`" asks for both.
    if (text === "to") return tokens[comma + 2 + index]?.type === "word";
    return /^(?:should|must|let|lets|make|makes)$/.test(text);
  });
}

const WHILE_RUNNING = /^(?:on|before|after|by|at|once|during|until|upon|as|automatically|whenever|every)$/;

/** The words of the clause that the verb stands in. */
function clauseOf(words: readonly string[]): readonly string[] {
  return words.slice(words.findLastIndex((word) => /^(?:and|so|but|then|which|because|since)$/.test(word)) + 1);
}

/** "if" as a word of its own; "an `if`" and "the if" are code. */
function isConditional(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ type, text }, index) =>
      type === "word" &&
      CONDITIONS.has(text) &&
      !(text === "if" && /^(?:an|the|one|nested|into)$/.test(tokens[index - 1]?.text ?? "")),
  );
}
