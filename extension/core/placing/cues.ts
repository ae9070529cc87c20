import { spanAt, spansOf, type Span } from "../merge/model/saidPlace.ts";
import type { Original } from "../merge/original.ts";
import { findNamings, namingOf } from "../sketch/declaredNames.ts";
import { lastSentence } from "../sketch/introductions.ts";
import { readSentences, type Token } from "../sketch/statementTokens.ts";

/** What stands before a name in a sentence, and says how the name is meant. */
export type NameRole =
  | "after"
  | "under"
  | "before"
  | "between"
  | "in"
  | "end"
  | "start"
  | "replace"
  | "add"
  | "delete"
  | "becomes"
  | "with"
  | "other";

/** A name in the words before a block, and where the file has it. */
export interface NamedLines {
  readonly role: NameRole;
  /** It stands in the sentence right before the block. */
  readonly isNear: boolean;
  /** Lines that declare it, and lines that only have it. */
  readonly declares: ReadonlySet<number>;
  readonly mentions: ReadonlySet<number>;
  readonly isInBlock: boolean;
  /** What these lines begin, as far as there are few of them. */
  readonly spans: readonly Span[];
}

/** What the words before a block say of its place. */
export interface Cues {
  readonly names: readonly NamedLines[];
  /** Kinds of words in the last sentence. */
  readonly kinds: ReadonlySet<string>;
  /** Parts of the plain words that the file has, in lower case. */
  readonly words: ReadonlySet<string>;
  /** Kinds of code that the last sentence names: a loop, a test. */
  readonly constructs: ReadonlySet<string>;
}

const ROLES: readonly (readonly [NameRole, RegExp])[] = [
  ["after", /^(?:after|below|beneath|underneath|following|follows|behind|past)$/],
  ["under", /^under$/],
  ["before", /^(?:before|above|ahead|precedes)$/],
  ["between", /^between$/],
  ["end", /^(?:end|bottom|last)$/],
  ["start", /^(?:top|start|beginning|first)$/],
  ["in", /^(?:in|inside|within|into|to|for|of|from|on|at)$/],
  [
    "replace",
    /^(?:replac\w*|swap\w*|chang\w*|updat\w*|renam\w*|modif\w*|edit\w*|turn\w*|extend\w*|adjust\w*|bump\w*|rewrit\w*|set\w*|mak\w+|giv\w+|let\w*|wrap\w*|fix\w*)$/,
  ],
  ["delete", /^(?:remov\w*|delet\w*|drop\w*)$/],
  ["add", /^(?:add\w*|insert\w*|append\w*|put\w*|new|introduc\w*|creat\w*|declar\w*|defin\w*|import\w*|plus)$/],
  ["with", /^(?:with|by|using|calls?|returns?|takes?|uses?)$/],
];
/** Those that say where, whatever follows the name: "after `order` is read". */
const PLACES = ROLES.filter(([role]) => /^(?:after|under|before|between)$/.test(role));
const BECOMES =
  /^(?:becomes?|gets?|takes?|now|is|are|should|needs?|looks?|reads?|changes?|loses?|goes|itself|then|also|turns?|has|must)$/;

const KINDS: readonly (readonly [string, RegExp])[] = [
  ["add", /^(?:add\w*|insert\w*|append\w*|put\w*|new|extra|additional|another|plus|introduc\w*|goes)$/],
  [
    "replace",
    /^(?:replac\w*|swap\w*|chang\w*|updat\w*|becom\w*|modif\w*|rewrit\w*|turn\w*|instead|now|adjust\w*|bump\w*|looks?|reads?|fix\w*)$/,
  ],
  ["rename", /^renam\w*$/],
  ["delete", /^(?:remov\w*|delet\w*|drop\w*|without|gone|loses?)$/],
  ["after", /^(?:after|below|beneath|underneath|following|behind|under)$/],
  ["before", /^(?:before|above|ahead)$/],
  ["end", /^(?:end|bottom|last|finally)$/],
  ["top", /^(?:top|start|beginning|first)$/],
  ["in", /^(?:in|inside|within|into)$/],
  ["between", /^between$/],
  ["import", /^(?:imports?|use|require\w*|include\w*)$/],
  ["all", /^(?:all|both|each|every|everywhere|twice|same)$/],
  ["wrap", /^(?:wrap\w*|around|guard\w*|surround\w*)$/],
  ["line", /^(?:lines?|row|entry|item|bullet|statement)$/],
  ["test", /^(?:tests?|case|specs?)$/],
  ["doc", /^(?:docs?|docstring|comment\w*|paragraph|sentence|heading|section|table|list|readme)$/],
  ["body", /^(?:body|loop|block|branch|condition|check|call|return|signature|header)$/],
  ["example", /^(?:example|usage|run|output|prints?|e\.g)$/],
  ["file", /^(?:file|module|page|script|document)$/],
  [
    "kindOf",
    /^(?:class|method|function|struct|interface|type|enum|component|helper|getter|field|property|option|argument|param\w*|key|variant)$/,
  ],
  ["imports", /^imports$/],
  ["first", /^(?:first|1st)$/],
  ["second", /^(?:second|2nd)$/],
  ["third", /^(?:third|3rd)$/],
  ["fourth", /^(?:fourth|4th)$/],
  ["last", /^(?:last)$/],
  ["it", /^(?:it|that|them|these|those|one|ones|there)$/],
  ["next", /^(?:next|beside|alongside|near|neighbou?rs?)$/],
];

const COUNTS: ReadonlyMap<string, number> = new Map(
  Object.entries({ both: 2, two: 2, three: 3, four: 4, five: 5, six: 6 }),
);

/** What a sentence calls by its kind, and how a line begins that is one. */
const CONSTRUCTS: readonly (readonly [string, RegExp, RegExp])[] = [
  ["loop", /^(?:loops?|for|foreach|while|iterat\w*)$/, /^(?:for|foreach|while|loop|until)\b|\.(?:each|map|forEach)\b/],
  ["switch", /^(?:switch|match|case|cases|arms?)$/, /^(?:\w+ = )?(?:switch|match|case|when)\b/],
  [
    "if",
    /^(?:ifs?|checks?|conditions?|branch(?:es)?|guards?|conditionals?)$/,
    /^\}?\s*(?:if|else|elif|elsif|unless|guard)\b|^\{[{%]?\s*if\b/,
  ],
  ["try", /^(?:try|catch|except|rescue|handlers?)$/, /^\}?\s*(?:try|catch|except|rescue|begin|finally)\b/],
  ["return", /^(?:returns?|returned)$/, /^(?:return|yield)\b/],
  [
    "import",
    /^(?:imports?|requires?|includes?|use)$/,
    /^(?:import|from|use|using|require|include|#include|@import|const \w+ = require)\b/,
  ],
  [
    "assert",
    /^(?:assert\w*|expectations?|expects?)$/,
    /^(?:await )?(?:assert|expect|Assert|should|require|self\.assert)/,
  ],
  [
    "test",
    /^(?:tests?|specs?|scenarios?)$/,
    /^(?:test|it|describe|scenario|def test|func Test|public void|\[(?:Fact|Theory)|#\[test|@Test|should|context)/i,
  ],
  [
    "class",
    /^(?:class(?:es)?|structs?|interfaces?|types?|enums?|models?)$/,
    /^(?:export |public |abstract |final |pub |internal |sealed )*(?:class|struct|interface|type|enum|trait|module)\b/,
  ],
  [
    "constructor",
    /^(?:constructors?|initiali[sz]er)$/,
    /constructor|__init__|initialize\b|__construct|^(?:public |private )?[A-Z]\w*\(/,
  ],
  [
    "comment",
    /^(?:comments?|docs?|docstrings?|docblock|documentation|jsdoc|remark)$/,
    /^(?:\/\/|\/?\*|#|"""|'''|<!--|--)/,
  ],
  ["heading", /^(?:headings?|titles?|sections?|headers?)$/, /^(?:#{1,6} |=+ |<h\d)/],
  ["item", /^(?:bullets?|items?|list|lists|entr(?:y|ies)|points?|steps?)$/, /^(?:[-*+] |\d+[.)] |<li)/],
  ["row", /^(?:rows?|tables?|columns?)$/, /^(?:\||<t[rd])/],
  [
    "assign",
    /^(?:variables?|assignments?|constants?|attributes?|fields?|propert(?:y|ies)|settings?|defaults?)$/,
    /^[\w.$@"' ]+ ?(?:[:=]|\?=|=>)/,
  ],
];

/** Lists the kinds that the words of a sentence have, and a line. */
export const constructsOf = (line: string): string[] =>
  CONSTRUCTS.flatMap(([kind, , begins]) => (begins.test(line) ? [kind] : []));

const COMMON = new Set(
  "the a an and or but it its this that these those then with for from into onto you your can will would should one two new now also just only line lines code block file add change replace update remove delete below above after before inside within end top start same both all each like look looks becomes become get gets use uses here there where when what which so as at by of on in to is are be was has have not no do does".split(
    " ",
  ),
);

/** Splits text into the parts of its words in lower case: `parseURL` gives `parse` and `url`. */
export function wordParts(text: string): string[] {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").match(/\p{L}+|\d+/gu) ?? [];
  return words.map((word) => stem(word.toLowerCase())).filter((part) => part.length > 2);
}

const stem = (word: string): string =>
  word.replace(/(?:ing|ed|es|e|s)$/, (end) => (word.length - end.length > 2 ? "" : end));

/** Names that are looked for of one introduction. */
const MOST_NAMES = 12;

/** Leaves out the stars of bold words, and not those of names. */
const withoutStars = (text: string): string =>
  text
    .split("`")
    .map((part, at) => (at % 2 === 0 ? part.replaceAll("**", "") : part))
    .join("`");

/** Reads the words before a block. */
export function readCues(introduction: string, block: readonly string[], file: Original): Cues {
  const plain = withoutStars(introduction);
  const last = lastSentence(plain);
  const nearFrom = plain.length - last.length;
  const names: NamedLines[] = [];
  const kinds = new Set<string>();
  const words = new Set<string>();
  const constructs = new Set<string>();
  const read = (text: string, isNear: boolean): void => {
    for (const { tokens } of readSentences(text)) {
      for (const [at, token] of tokens.entries()) {
        if (token.type === "word") {
          for (const [kind, pattern] of KINDS) if (isNear && pattern.test(token.text)) kinds.add(kind);
          if (isNear) for (const [kind, said] of CONSTRUCTS) if (said.test(token.text)) constructs.add(kind);
          const count = COUNTS.get(token.text);
          if (isNear && count !== undefined) kinds.add(`count:${String(count)}`);
          if (!COMMON.has(token.text)) for (const part of wordParts(token.raw)) words.add(part);
        }
        if (token.type === "word" && token.text === "imports") {
          const spans = spansOf({ place: "after", names: [], noun: "imports" }, file);
          const lines = new Set(
            spans.flatMap(({ begin, end }) => Array.from({ length: end - begin }, (_, nth) => begin + nth)),
          );
          if (spans.length > 0)
            names.push({
              role: roleOf(tokens, at),
              isNear,
              declares: lines,
              mentions: new Set(),
              spans,
              isInBlock: false,
            });
        }
        if (token.type !== "name" || names.length >= MOST_NAMES) continue;
        names.push({ role: roleOf(tokens, at), isNear, ...linesOf(token.text, block, file) });
        if (isNear) kinds.add("name");
      }
    }
  };
  read(plain.slice(0, nearFrom), false);
  read(last, true);
  if (last === "") kinds.add("none");
  const isNamed = names.some(({ isNear, declares, mentions }) => isNear && declares.size + mentions.size > 0);
  for (const place of ["top", "end", "after", "before", "in"])
    if (kinds.has(place) && isNamed) kinds.add(`${place} of name`);
  for (const place of ["top", "end"]) if (kinds.has(place) && kinds.has("file")) kinds.add(`${place} of file`);
  return { names, kinds, words, constructs };
}

/** What stands in more places says little of where. */
const MOST_SPANS = 8;

function linesOf(name: string, block: readonly string[], file: Original): Omit<NamedLines, "role" | "isNear"> {
  const found = findNamings(file.lines, name);
  const declares = new Set(found.filter(({ naming }) => naming !== "mentions").map(({ line }) => line));
  const mentions = new Set(found.filter(({ naming }) => naming === "mentions").map(({ line }) => line));
  const heads = declares.size > 0 ? declares : mentions;
  const spans = heads.size > MOST_SPANS ? [] : [...heads].map((line) => spanAt("into", line, file));
  return { declares, mentions, spans, isInBlock: block.some((line) => namingOf(line, name) !== undefined) };
}

/** Words before a name that are looked at. */
const BACK = 6;

export function roleOf(tokens: readonly Token[], at: number): NameRole {
  const before = tokens[at - 1];
  const place = before?.type === "word" ? PLACES.find(([, pattern]) => pattern.test(before.text)) : undefined;
  if (place !== undefined) return place[0];
  let next = at + 1;
  while (tokens[next]?.type === "mark" && /[()]/.test(tokens[next]?.text ?? "")) next++;
  if (tokens[next]?.type === "word" && BECOMES.test(tokens[next]?.text ?? "")) return "becomes";
  for (let back = at - 1, seen = 0; back >= 0 && seen < BACK; back--) {
    const token = tokens[back];
    if (token?.type === "mark" && /[;:]/.test(token.text)) break;
    if (token?.type !== "word") continue;
    seen++;
    for (const [role, pattern] of ROLES) if (pattern.test(token.text)) return role;
  }
  return "other";
}

/** Lists the kinds of code that words name. */
export const saidConstructs = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set(
    tokens.flatMap(({ type, text }) =>
      type === "word" ? CONSTRUCTS.flatMap(([kind, said]) => (said.test(text) ? [kind] : [])) : [],
    ),
  );
