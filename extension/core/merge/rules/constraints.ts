import { isAttached } from "../../sketch/declaredExtent.ts";
import { IMPLIED, type Item } from "../../sketch/lazyCode.ts";
import type { LineRange } from "../../text/lines.ts";
import { CLOSES_ONLY, type Blocks } from "../blocks.ts";
import { declaredIdentity, type CandidateMatch } from "../candidates.ts";
import { looseKey, wordLength } from "../lineKeys.ts";
import { isLooselySame, type Original } from "../original.ts";

/** Something that the structure of the sketch says about where an item goes. */
export type Constraint =
  /** The closer of a block whose opener was found is the closer of that block. */
  | { readonly type: "pin"; readonly item: number; readonly line: number; readonly opener: number }
  /** What the sketch shows inside a block lies inside that block. */
  | {
      readonly type: "inside";
      readonly items: { readonly start: number; readonly end: number };
      readonly low: number;
      readonly high: number;
      readonly opener: number;
    }
  /** What a declaration holds that the file does not have is as new as the declaration. */
  | { readonly type: "new"; readonly items: { readonly start: number; readonly end: number }; readonly opener: number }
  /** What follows a block whose body the sketch leaves out, in a language without closers, stands after the block. */
  | {
      readonly type: "after";
      readonly item: number;
      readonly low: number;
      readonly high: number | undefined;
      readonly opener: number;
    }
  /** A block that the sketch shows in full, without a closer, replaces the block in full. */
  | { readonly type: "whole"; readonly next: number; readonly low: number; readonly opener: number };

/** Finds the closers whose openers the sketch does not show: they close what the file opens, so the file has them. */
export function readOrphanClosers(items: readonly Item[], blocks: Blocks): Set<number> {
  const closed = new Set<number>();
  const before = countBefore(items, ["marker", "removal"]);
  blocks.closer.forEach((closer, opener) => {
    // Across a marker the pairing is a guess; where it holds, the closer is pinned and costs nothing.
    if (closer >= 0 && before[opener] === before[closer]) closed.add(closer);
  });
  return new Set(
    items.flatMap((item, index) =>
      item.type === "code" && !closed.has(index) && CLOSES_ONLY.test(item.text) ? [index] : [],
    ),
  );
}

/** For each item, and for the end, how many of the types stand before it. */
function countBefore(items: readonly Item[], types: readonly Item["type"][]): Int32Array {
  const counts = new Int32Array(items.length + 1);
  items.forEach(({ type }, index) => (counts[index + 1] = (counts[index] ?? 0) + (types.includes(type) ? 1 : 0)));
  return counts;
}

/**
 * Reads the constraints that follow from a first alignment: `lineOf` gives for each item the line of the original it
 * was matched with, -1 if none. Outer blocks come first.
 */
export function readConstraints(
  items: readonly Item[],
  blocks: Blocks,
  original: Original,
  lineOf: Int32Array,
  trusted: (item: number) => boolean,
): Constraint[] {
  const constraints: Constraint[] = readLooseOpeners(items, original, lineOf);
  const isComplete = items.every((item) => item.type === "code" || item.line === IMPLIED);
  items.forEach((item, index) => {
    const line = lineOf[index] ?? -1;
    const end = blocks.end[index] ?? index + 1;
    if (item.type === "code" && line < 0 && isNewDeclaration(items, index, end, lineOf)) {
      constraints.push({ type: "new", items: { start: index + 1, end }, opener: index });
    }
    const elided =
      item.type === "code" && line >= 0 && trusted(index) ? nextAfterElidedBody(items, blocks, index) : undefined;
    if (elided !== undefined) {
      const low = original.blocks.end[line] ?? line + 1;
      const isNew = (lineOf[elided] ?? -1) < 0;
      if (low > line + 1)
        constraints.push({ type: "after", item: elided, low, high: isNew ? low : undefined, opener: index });
    }
    if (item.type !== "code" || line < 0 || end <= index + 1 || !trusted(index)) return;
    const originalEnd = original.blocks.end[line] ?? line + 1;
    if (originalEnd <= line + 1) return;
    const closer = blocks.closer[index] ?? -1;
    const originalCloser = original.blocks.closer[line] ?? -1;
    if (closer >= 0 && originalCloser >= 0) {
      if (sameCloser(items[closer], original.trimmed[originalCloser] ?? "")) {
        constraints.push({ type: "pin", item: closer, line: originalCloser, opener: index });
      }
    }
    const next = items[end];
    const goesOn = endOfBlockLeftOut(items, original, lineOf, { opener: index, end });
    if (closer < 0 && isComplete && (next === undefined || next.type === "marker") && goesOn === undefined) {
      constraints.push({ type: "whole", next: end, low: originalEnd, opener: index });
    }
    const last = closer >= 0 ? closer : end;
    if (last > index + 1) {
      const high = originalCloser >= 0 ? originalCloser : originalEnd;
      constraints.push({ type: "inside", items: { start: index + 1, end: last }, low: line + 1, high, opener: index });
    }
  });
  return constraints;
}

/**
 * Finds the lines at the end of a block that the sketch does not show, if the last line that it shows of the block is one of the file's:
 * then it may as well have stopped there. `undefined` if the sketch's block ends with new code, or only blank lines remain.
 */
function endOfBlockLeftOut(
  items: readonly Item[],
  original: Original,
  lineOf: Int32Array,
  block: { readonly opener: number; readonly end: number },
): LineRange | undefined {
  let last = block.end - 1;
  while (last > block.opener && isBlankItem(items[last])) last--;
  const item = items[last];
  const line = lineOf[last] ?? -1;
  if (item?.type !== "code" || line < 0 || !isLooselySame(item.text.trim(), original, line)) return undefined;
  const end = original.blocks.end[lineOf[block.opener] ?? -1] ?? 0;
  const left = original.trimmed.slice(line + 1, end).some((text) => text !== "");
  return left ? { start: line + 1, end } : undefined;
}

const isBlankItem = (item: Item | undefined): boolean => item?.type === "code" && item.text.trim() === "";

/**
 * A line that only opens something (`/**`, `@Override`, `{`) belongs to what follows it. Where all that follows it in
 * the piece is new, it is new too, and not the line of that form which opens something else in the file.
 */
function readLooseOpeners(items: readonly Item[], original: Original, lineOf: Int32Array): Constraint[] {
  const constraints: Constraint[] = [];
  let newBehind = false;
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item?.type !== "code") newBehind = false;
    else if (item.text.trim() === "") continue;
    else if ((lineOf[index] ?? -1) < 0) newBehind ||= items[index + 1]?.type === "marker" || index + 1 === items.length;
    else {
      if (newBehind && OPENS_ONLY.test(item.text))
        constraints.push({ type: "new", items: { start: index, end: index + 1 }, opener: index });
      newBehind = false;
    }
  }
  return constraints;
}

const OPENS_ONLY = /^\s*(?:\/\*\*?|[{([]|@\w+|#\[.*\]|"""|'''|<!--|public:|private:|protected:)\s*$/;

/** `def f():`, a marker, and then a line that is indented no deeper than `def`: that line. */
function nextAfterElidedBody(items: readonly Item[], blocks: Blocks, opener: number): number | undefined {
  const item = items[opener];
  if (item?.type !== "code" || !/:\s*(?:#.*)?$/s.test(item.text) || items[opener + 1]?.type !== "marker")
    return undefined;
  const next = opener + 2;
  if (items[next]?.type !== "code" || (blocks.width[next] ?? 0) > (blocks.width[opener] ?? 0)) return undefined;
  return next;
}

/**
 * Finds the declarations, with their bodies and the comments above them, whose names the original lacks: they are new before anything is
 * aligned.
 */
export function readNewDeclarations(
  items: readonly Item[],
  blocks: Blocks,
  original: Original,
  candidates: readonly (readonly CandidateMatch[])[],
): Constraint[] {
  const constraints: Constraint[] = [];
  const before = countBefore(items, ["marker"]);
  items.forEach((item, index) => {
    const end = blocks.end[index] ?? index + 1;
    if (item.type !== "code" || end <= index + 1 || before[index] !== before[end]) return;
    const identity = declaredIdentity(item.text);
    if (identity === undefined) return;
    if (
      candidates[index]?.some(
        ({ line, kind, score }) =>
          kind !== "similar" || score > 0.2 || declaredIdentity(original.trimmed[line] ?? "") === identity,
      )
    )
      return;
    if (isKnownBody(items, index, end, candidates, original)) return;
    constraints.push({ type: "new", items: { start: withComments(items, index), end }, opener: index });
  });
  return constraints;
}

/** Whether most of what a declaration holds is in the file, line by line, and only there: then it was renamed. */
function isKnownBody(
  items: readonly Item[],
  opener: number,
  end: number,
  candidates: readonly (readonly CandidateMatch[])[],
  original: Original,
): boolean {
  let lines = 0;
  let known = 0;
  for (let inner = opener + 1; inner < end; inner++) {
    const item = items[inner];
    if (item?.type !== "code" || wordLength(item.text) < 4) continue;
    lines++;
    if ((original.byTrimmed.get(item.text.trim())?.length ?? 0) === 1 && candidates[inner]?.length !== 0) known++;
  }
  return lines >= 1 && known >= 0.6 * lines;
}

/** Comments, decorators and attributes directly above a declaration belong to it. */
function withComments(items: readonly Item[], declaration: number): number {
  let start = declaration;
  for (let item = items[start - 1]; item?.type === "code" && isAttached(item.text); item = items[start - 1]) start--;
  return start;
}

/** Whether an item declares what the file lacks. If most of its body is in the file, it was renamed or wraps what is there. */
function isNewDeclaration(items: readonly Item[], opener: number, end: number, lineOf: Int32Array): boolean {
  const item = items[opener];
  if (end <= opener + 1 || item?.type !== "code" || declaredIdentity(item.text) === undefined) return false;
  let code = 0;
  let found = 0;
  for (let inner = opener + 1; inner < end; inner++) {
    const current = items[inner];
    if (current?.type === "marker") return false;
    if (current?.type !== "code" || wordLength(current.text) === 0) continue;
    code++;
    if ((lineOf[inner] ?? -1) >= 0) found++;
  }
  return found > 0 && found < 0.6 * code;
}

function sameCloser(item: Item | undefined, closer: string): boolean {
  if (item?.type !== "code") return false;
  const text = item.text.trim();
  if (text === closer || looseKey(text) === looseKey(closer)) return true;
  return (
    closer.startsWith(text.charAt(0)) ||
    (/^\w/.test(closer) && /^(?:else|elif|elsif|except|catch|rescue|finally|ensure|end)\b/.test(text))
  );
}
