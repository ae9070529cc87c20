import { declaredExtent } from "../../sketch/declaredExtent.ts";
import { findNamings, isCommentLine, isImport, MAX_NAMES } from "../../sketch/declaredNames.ts";
import { languageFamily } from "../../sketch/languages.ts";
import { IMPLIED, type Item } from "../../sketch/lazyCode.ts";
import type { SaidPlaces, StatementAnchor } from "../../sketch/statement.ts";
import type { Step } from "../assemble.ts";
import { CLOSES_ONLY } from "../blocks.ts";
import type { Original } from "../original.ts";

/** How a place compares with where the words say that a block goes: there, in the block that they name, elsewhere. */
type Standing = "at" | "in" | "off";

/** Where the words that lead to blocks of code say that these go, in lines of the file. */
export interface SaidGoes {
  /** For each item the block of code that it belongs to, -1 if no place that the file has is said for it. */
  readonly blockOf: Int32Array;
  /** Of a place between lines (0 to the number of lines). */
  readonly standsAt: (block: number, place: number) => Standing | undefined;
  /** Whether a line is in, or right beside, what the words name; `undefined` if they name nothing of the file. */
  readonly isNear: (block: number, line: number) => boolean | undefined;
}

/** Lines of the file that have a name, comments above them included, to one past the last. */
export interface Span {
  readonly place: StatementAnchor["place"];
  readonly begin: number;
  /** The line with the name; `WHOLE` for the whole file. */
  readonly head: number;
  readonly end: number;
  /** The line that closes the block, or one past the last if none does. */
  readonly closer: number;
}

const WHOLE = -1;
/** Lines beside what words name that a block which goes there may show too. */
const BESIDE = 4;
/** What has more places in the file says nothing of where. */
const MAX_SPANS = 4;

/** Finds in the file what the words name. Items before the first block and after one without a place have none. */
export function readGoes(places: readonly SaidPlaces[], items: readonly Item[], original: Original): SaidGoes {
  const spans = places.map(({ anchors }) => anchors.flatMap((anchor) => spansOf(anchor, original)));
  const blockOf = Int32Array.from(items, (item) => {
    if (item.line === IMPLIED) return -1;
    const block = places.findLastIndex(({ start }) => start <= item.line);
    return (spans[block]?.length ?? 0) > 0 ? block : -1;
  });
  return {
    blockOf,
    standsAt: (block, place) => {
      const all = (spans[block] ?? []).map((span) => standing(span, place, original));
      return all.length === 0 ? undefined : all.includes("at") ? "at" : all.includes("in") ? "in" : "off";
    },
    isNear: (block, line) => {
      const all = spans[block] ?? [];
      return all.length === 0 ? undefined : all.some(({ begin, end }) => begin - BESIDE <= line && line < end + BESIDE);
    },
  };
}

/** Lists the lines that may show a place: heads and last lines of what the words name; the head of the whole file is -1. */
export function findSaidLines(places: readonly SaidPlaces[], original: Original): number[] {
  return places.flatMap(({ anchors }) =>
    anchors.flatMap((anchor) => spansOf(anchor, original).flatMap(({ head, end }) => [head, end - 1])),
  );
}

/** Lists the lines that a place names; none if the file has them nowhere, or in more than `MAX_SPANS` places. */
export function spansOf({ place, names, noun }: StatementAnchor, original: Original): Span[] {
  const { lines, trimmed } = original;
  if (noun === "imports") return importsOf(original).map((range) => ({ place, ...range }));
  if (names.length === 0) {
    let closer = lines.length;
    while (closer > 0 && (trimmed[closer - 1] === "" || CLOSES_ONLY.test(trimmed[closer - 1] ?? ""))) closer--;
    return place === "end" ? [{ place, begin: 0, head: WHOLE, end: lines.length, closer }] : [];
  }
  return names.slice(0, MAX_NAMES).flatMap((name) => {
    const whole = findNamings(lines, name);
    // The selectors of a style rule stand on lines of their own.
    const found = whole.length > 0 || !name.includes(", ") ? whole : findNamings(lines, name.split(", ").at(-1) ?? "");
    const declared = found.filter(({ naming }) => naming === "declares");
    const named = declared.length > 0 ? declared : found.filter(({ naming }) => naming !== "mentions");
    const all = named.length > 0 ? named : found;
    // Of several functions of that name `a()` has no parameters.
    const bare = all.length > 1 && name.endsWith("()") ? all.filter(({ line }) => lines[line]?.includes(name)) : [];
    const meant = bare.length > 0 ? bare : all;
    if (meant.length > MAX_SPANS) return [];
    return meant.map(({ line }) => spanAt(place, line, original));
  });
}

/** The imports at the top of code, up to the first line that is something else; none if that may import more. */
function importsOf({ lines, blocks, inLiteral, language }: Original): Omit<Span, "place">[] {
  if (language !== undefined && languageFamily(language) === "markup") return [];
  let [first, end] = [-1, 0];
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] ?? "";
    if (text.trim() === "" || inLiteral[line] === 1 || isCommentLine(text)) continue;
    if (isImport(text)) {
      if (first < 0) first = line;
      ({ end } = declaredExtent(lines, blocks.end, line));
      line = end - 1;
    } else if (first >= 0) {
      if (/^(?:try|if|#\s*if)\b/.test(text)) return [];
      break;
    }
  }
  return first < 0 ? [] : [{ begin: first, head: first, end, closer: end }];
}

/** Finds what the line `head` of the file declares. */
export function spanAt(place: Span["place"], head: number, { lines, blocks }: Original): Span {
  const { begin, end } = declaredExtent(lines, blocks.end, head);
  // Where the parameters stand on lines of their own, the block of the head is not that of the body.
  const opener = end > (blocks.end[head] ?? 0) ? (blocks.closer[head] ?? head) : head;
  const closer = blocks.closer[opener] ?? -1;
  return { place, begin, head, end, closer: closer >= 0 ? closer : end };
}

function standing({ place, begin, head, end, closer }: Span, at: number, { trimmed }: Original): Standing {
  const isBlankFrom = (from: number, to: number): boolean =>
    from <= to && trimmed.slice(from, to).every((text) => text === "");
  const isBehind = isBlankFrom(end, at);
  const isAbove = isBlankFrom(at, begin);
  const isInside = head < at && at < end;
  switch (place) {
    case "after":
      return isBehind ? "at" : "off";
    case "before":
      return isAbove ? "at" : "off";
    case "beside":
    case "between":
      return isBehind || isAbove ? "at" : "off";
    case "start":
      return isBlankFrom(head + 1, at) && isInside ? "at" : isInside ? "in" : "off";
    case "end":
      if (head === WHOLE) return at >= closer ? "at" : "in";
      return isBlankFrom(at, closer) ? "at" : isInside || at === end ? "in" : "off";
    default:
      return isInside || at === end ? "in" : "off";
  }
}

/**
 * Counts the blocks of code that a reading puts where the words say that they go, and those that it puts elsewhere, by the first new line
 * of each. A block that is only inside what the words name counts as neither.
 */
export function countPlaced(
  { goes, texts }: { readonly goes: SaidGoes; readonly texts: readonly string[] },
  steps: readonly Step[],
): { at: number; off: number } {
  const first = new Map<number, Standing | undefined>();
  let place = 0;
  for (const step of steps) {
    if (step.type === "insert" && texts[step.item] !== "") {
      const block = goes.blockOf[step.item] ?? -1;
      if (block >= 0 && !first.has(block)) first.set(block, goes.standsAt(block, place));
    }
    if ("line" in step) place = step.line + 1;
  }
  const all = [...first.values()];
  return { at: all.filter((each) => each === "at").length, off: all.filter((each) => each === "off").length };
}
