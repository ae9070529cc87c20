import { lastParagraph } from "./introductions.ts";
import type { FileSketch } from "./sketch.ts";
import type { SaidPlaces, StatementAnchor } from "./statement.ts";
import { PLACE_OF } from "./makeStatements.ts";
import { readSentences, type Token } from "./statementTokens.ts";
import { ADJECTIVES, ADVERBS, DECLARED, DETERMINERS, ENDS, STARTS, USES } from "./statementWords.ts";

/** At most this many places are looked at; whoever names more of them tells a story. */
const MAX_ANCHORS = 6;

/** Reads the places that the last paragraph before a block names, in order; none if it names none. Linear in the length of the words. */
export function readSaidPlaces(introduction: string): StatementAnchor[] {
  const anchors = readSentences(lastParagraph(introduction)).flatMap(({ tokens }) => readAnchors(tokens));
  return anchors.slice(0, MAX_ANCHORS);
}

/** Returns the places that are named for a sketch and for those that are joined to it; empty if none are. */
export const saidPlacesOf = ({ introduction, places }: FileSketch): readonly SaidPlaces[] => {
  if (places !== undefined) return places;
  const anchors = introduction === undefined ? [] : readSaidPlaces(introduction);
  return anchors.length === 0 ? [] : [{ start: 0, anchors }];
};

function readAnchors(tokens: readonly Token[]): StatementAnchor[] {
  const anchors: StatementAnchor[] = [];
  tokens.forEach(({ type, text }, index) => {
    if (type !== "word") return;
    const isEnd = ENDS.has(text) || STARTS.has(text);
    if (isEnd && /^(?:the|very)$/.test(tokens[index - 1]?.text ?? "")) {
      const isOf = tokens[index + 1]?.text === "of";
      const names = isOf ? namesFrom(tokens, index + 2) : [];
      // "the top of the page" is not a place in a file.
      if (names.length > 0 || !isOf || isWhole(tokens, index + 2))
        anchors.push({ place: ENDS.has(text) ? "end" : "start", names });
      return;
    }
    const isBefore = text === "in" && tokens[index + 1]?.text === "front";
    const place = isBefore ? "before" : text === "next" ? "beside" : PLACE_OF.get(text);
    // Where code comes from is no place for it, and "next to" is read at "next".
    // "the following `a`" is no place.
    if (text === "following" && DETERMINERS.has(tokens[index - 1]?.text ?? "")) return;
    if (isExcluded(tokens, index)) return;
    if (place === undefined || place === "from" || (text === "to" && tokens[index - 1]?.text === "next")) return;
    // "in front of", "next to"
    const skipped = isBefore ? 2 : text === "next" ? 1 : 0;
    const names = namesFrom(tokens, index + 1 + skipped);
    if (names.length > 0) anchors.push({ place, names });
    else if (isImports(tokens, index + 1)) anchors.push({ place, names, noun: "imports" });
  });
  return anchors;
}

/** "the imports", "the last import", "your other imports" */
function isImports(tokens: readonly Token[], start: number): boolean {
  let index = start;
  while (/^(?:the|your|all|last|existing|other|final)$/.test(tokens[index]?.text ?? "")) index++;
  return index > start && /^(?:imports?|includes|requires|usings?)$/.test(tokens[index]?.text ?? "");
}

/** "not the one in `a`", "not in `a`": where it does not go. */
function isExcluded(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(Math.max(0, index - 3), index).map(({ text }) => text);
  return /(?:^| )not(?: the (?:one|ones))?$/.test(before.join(" "));
}

/** Lists the names after a preposition, leaving out articles and nouns before them. */
function namesFrom(tokens: readonly Token[], start: number): string[] {
  let index = start;
  while (isBetween(tokens[index])) index++;
  const names: string[] = [];
  for (; index < tokens.length; index++) {
    const { type, text } = tokens[index] ?? { type: "mark", text: "" };
    if (type === "name") names.push(text);
    else if (names.length === 0 || !goesOn(tokens, index)) break;
  }
  return names;
}

/** Whether a list of names goes on: "`a`, `b` and the `c` route". */
function goesOn(tokens: readonly Token[], index: number): boolean {
  const [word, next, last] = [tokens[index]?.text ?? "", tokens[index + 1], tokens[index + 2]];
  if (next?.type === "name") return /^(?:and|,|or|the)$/.test(word);
  return word === "and" && next?.text === "the" && last?.type === "name";
}

function isBetween(token: Token | undefined): boolean {
  if (token?.type !== "word") return false;
  const { text } = token;
  return (
    [DETERMINERS, ADJECTIVES, ADVERBS, DECLARED, USES].some((words) => words.has(text)) ||
    /^(?:where|existing)$/.test(text)
  );
}

function isWhole(tokens: readonly Token[], start: number): boolean {
  const noun = tokens.slice(start, start + 3).find(({ type, text }) => type === "word" && !DETERMINERS.has(text));
  return noun !== undefined && /^(?:file|class|module|script|component|document|list|block|body)$/.test(noun.text);
}
