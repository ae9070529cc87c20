import { CLOSES_ONLY } from "../blocks.ts";
import { isDeclared } from "../lineKeys.ts";
import { IMPLIED, type Item } from "../../sketch/lazyCode.ts";
import { countClass, mentionFeatures } from "./lineFactors.ts";
import type { Absorbed } from "./absorbed.ts";
import type { Factors } from "./factors.ts";
import { isImplied, type Observation } from "./observation.ts";

/** For each place between lines (0 to the number of lines) a factor. */
export type ByPlace = (place: number) => number;

/**
 * Computes the factors of where the first of a run of new lines goes: which block encloses it there, and what stands beside. `loose`:
 * nothing of its piece was found before it.
 */
export function placeFactors(
  o: Observation,
  factors: Factors,
): (item: number) => { anchored: ByPlace; loose: ByPlace } {
  const memory = new Map<
    string,
    { anchored: (number | undefined)[]; loose: (number | undefined)[]; starts: (number | undefined)[] }
  >();
  const count = o.original.lines.length;
  const saidOf = (kind: string, block: number, place: number): string[] => {
    const goes = block < 0 ? undefined : o.goes.standsAt(block, place);
    return goes === undefined ? [] : [`${kind}:said:${goes}`];
  };
  return (item) => {
    if (o.texts[item] === "") return { anchored: () => 0, loose: () => 0 };
    const starts = item > 0 && o.items[item - 1]?.type !== "code";
    const said = o.goes.blockOf[item] ?? -1;
    const key = `${String(o.itemParent[item] ?? -1)}:${String(o.itemDepth[item] ?? 0)}:${String(said)}`;
    let known = memory.get(key);
    if (!known) memory.set(key, (known = { anchored: [], loose: [], starts: [] }));
    const { anchored } = known;
    const loose = starts ? known.starts : known.loose;
    return {
      anchored: (place) =>
        (anchored[place] ??= factors.of([`p:${enclosureAt(o, item, place)}`, ...saidOf("p", said, place)])),
      loose: (place) =>
        (loose[place] ??= factors.of([
          `q:${enclosureAt(o, item, place)}`,
          ...(starts ? besides(o, item, place, count) : []),
          ...saidOf("q", said, place),
        ])),
    };
  };
}

/** How what encloses a place compares with what encloses the item in the sketch. */
function enclosureAt(o: Observation, item: number, place: number): string {
  const depth = o.itemDepth[item] ?? 0;
  let line = o.lastLine[place] ?? -1;
  while (line >= 0 && ((o.lineDepth[line] ?? 0) >= depth || CLOSES_ONLY.test(o.original.trimmed[line] ?? "")))
    line = o.lineParent[line] ?? -1;
  const parent = o.itemParent[item] ?? -1;
  if (parent < 0) return depth <= 0 ? "rt" : line < 0 ? "ur" : "un";
  while (line >= 0 && (o.lineDepth[line] ?? 0) > (o.itemDepth[parent] ?? 0)) line = o.lineParent[line] ?? -1;
  const likeness = line < 0 ? "no" : o.likeness(parent, line);
  return o.isNewDeclaration[parent] === 1 && likeness !== "eq" ? "nw" : likeness;
}

function besides(o: Observation, item: number, place: number, count: number): string[] {
  const { trimmed } = o.original;
  const blank = (place > 0 && trimmed[place - 1] === "") || (place < count && trimmed[place] === "");
  const before = o.lastLine[place] ?? -1;
  const after = place >= count ? -1 : trimmed[place] !== "" ? place : (o.lineAfter[place] ?? -1);
  const relation = (line: number): string => {
    if (line < 0) return "x";
    const difference = (o.lineDepth[line] ?? 0) - (o.itemDepth[item] ?? 0);
    return difference < 0 ? "<" : difference > 0 ? ">" : "=";
  };
  const closes = after >= 0 && CLOSES_ONLY.test(trimmed[after] ?? "") ? "c" : "";
  return [
    `s:${place === 0 ? "first" : place === count ? "last" : blank ? "blank" : "tight"}`,
    `s:depth:${relation(before)}${relation(after)}${closes}`,
  ];
}

/** The factors of a marker. */
export interface MarkerFactors {
  /** Of the first line that it keeps, besides what `keeps` returns for it. */
  readonly opens: number;
  /** Of each line of the file as one that it keeps. */
  readonly keeps: (line: number) => number;
  /** Of standing after a state of the lattice, by its name. */
  readonly follows: (state: string) => number;
}

/** Computes the factors of a marker, or of a comment that may be one. */
export function markerFactors(o: Observation, factors: Factors, index: number, absorbed: Absorbed): MarkerFactors {
  const item = o.items[index];
  const implied = isImplied(item);
  const position = index === 0 ? "b" : index === o.items.length - 1 ? "e" : "g";
  const kind = `${implied ? "i" : "r"}${position}`;
  const opening = [`k:open:${kind}`, ...(implied ? o.extent.features.map((each) => `k:open:${kind}:${each}`) : [])];
  if (item?.type === "code") opening.push("k:open:maybe");
  if (item?.type === "marker" && !item.isSure) opening.push("k:open:unsure");
  const describe = describeKept(o, index, item, implied ? "i" : "r", absorbed);
  const kept: number[] = [];
  const followed = new Map<string, number>();
  return {
    opens: factors.of(opening),
    keeps: (line) => (kept[line] ??= factors.of(describe(line))),
    follows: (state) => {
      const known = followed.get(state);
      if (known !== undefined) return known;
      const factor = factors.of([
        `t:${state}>M:${kind}`,
        ...(item?.type === "code" ? ["k:maybe"] : []),
        ...(implied ? o.extent.features.map((each) => `k:at:${kind}:${each}`) : []),
      ]);
      followed.set(state, factor);
      return factor;
    },
  };
}

function describeKept(
  o: Observation,
  index: number,
  item: Item | undefined,
  form: string,
  absorbed: Absorbed,
): (line: number) => string[] {
  const before = lastText(o, index, -1);
  const after = lastText(o, index, 1);
  const least = before >= 0 && after >= 0 ? Math.min(o.itemDepth[before] ?? 0, o.itemDepth[after] ?? 0) : -1;
  const opener = enclosingItem(o, index);
  const isClosed = opener >= 0 && (o.sketchBlocks.closer[opener] ?? -1) > index;
  const floor = opener < 0 ? -1 : (o.itemDepth[opener] ?? 0);
  const column = item?.type === "marker" && item.line !== IMPLIED ? item.column : 0;
  const markerDepth = column > 0 ? column + o.commonShift : 0;
  const next = after >= 0 && o.piece[after] === o.piece[index] ? (o.texts[after] ?? "") : "";
  const previous = before >= 0 && o.piece[before] === (o.piece[index] ?? 0) - 1 ? (o.texts[before] ?? "") : "";
  return (line) => {
    const text = o.original.trimmed[line] ?? "";
    if (text === "") return [];
    const features: string[] = [];
    const depth = o.lineDepth[line] ?? 0;
    const words = o.original.words[line] ?? 0;
    const isOut = depth === 0 && text.startsWith("#");
    if (least >= 0 && depth < least && !isOut) features.push(`k:below:${form}`);
    if (opener >= 0 && depth <= floor && !isOut) features.push(`k:leaves:${isClosed ? "c" : "d"}${form}`);
    else if (markerDepth > 0 && depth < markerDepth && !isOut) features.push(`k:column:${form}`);
    const said = o.said.codes[line] ?? 0;
    if (said > 0) features.push(`k:said:${String(said)}`);
    for (const each of mentionFeatures(o, line)) features.push(`k:${each}`);
    for (const [side, beside] of [
      ["before", index],
      ["after", index + 1],
    ] as const) {
      const share = absorbed(beside, line);
      if (share === "2" || share === "3") features.push(`k:absorbed:${side}:${share}`);
    }
    const shown = o.countInSketch(text);
    if (shown > 0) {
      const count = o.countInFile(text);
      if (words >= 4) features.push(`k:shown:${count === 1 ? "1" : shown >= count ? "2" : "3"}`);
    } else {
      const identity = o.identityOfLine[line];
      if (identity !== undefined && o.identitiesOfSketch.has(identity))
        features.push(
          `k:${isDeclared(identity) ? "declares" : "names"}:${countClass(o.identitiesOfFile.get(identity) ?? 0)}`,
        );
    }
    if (next !== "" && text === next) features.push(`k:next:${words < 4 ? "w" : "s"}`);
    if (previous !== "" && text === previous) features.push(`k:previous:${words < 4 ? "w" : "s"}`);
    return features;
  };
}

/** The nearest item of code with text before or after a marker, -1 if none. */
function lastText(o: Observation, index: number, step: 1 | -1): number {
  let at = index + step;
  while (at >= 0 && at < o.items.length && o.texts[at] === "") at += step;
  return at < o.items.length ? at : -1;
}

/** The innermost item whose block the marker stands in. */
function enclosingItem(o: Observation, index: number): number {
  for (let at = index - 1; at >= 0; at--) {
    if (o.texts[at] === "" || (o.sketchBlocks.end[at] ?? 0) <= index) continue;
    const closer = o.sketchBlocks.closer[at] ?? -1;
    if (closer < 0 || closer > index) return at;
  }
  return -1;
}

/**
 * Returns a function that computes, for a comment that says that something was removed, the factor of `count` lines from `line` as what it
 * speaks of.
 */
export function removalFactors(
  o: Observation,
  factors: Factors,
  index: number,
): (line: number, count: number) => number {
  const item = o.items[index];
  const removal = item?.type === "removal" ? item : undefined;
  const name = removal?.removed
    ?.toLowerCase()
    .replace(/[`'"()[\]]/g, "")
    .trim();
  const wanted = removal?.lineCount;
  return (line, count) => {
    const features = [
      `r:count:${count < 2 ? String(count) : count < 4 ? "3" : count < 10 ? "9" : count < 30 ? "30" : "99"}`,
    ];
    const { trimmed, words, blocks } = o.original;
    if (wanted !== undefined) {
      const real = trimmed.slice(line, line + count).filter((text) => text !== "").length;
      features.push(`r:wanted:${String(Math.min(3, Math.abs(count - wanted), Math.abs(real - wanted)))}`);
    }
    if (count === 0) return factors.of(features);
    let first = line;
    while (first < line + count && /^(?:$|\/\/|\/?\*|#|@)/.test(trimmed[first] ?? "")) first++;
    let end = line + count;
    while (end > first && trimmed[end - 1] === "") end--;
    if (first >= end) features.push("r:blank");
    else {
      if (blocks.end[first] === end && end > first + 1) features.push("r:block");
      else if (end - first > 1) features.push("r:part");
      if (name !== undefined) features.push((trimmed[first] ?? "").toLowerCase().includes(name) ? "r:name" : "r:other");
      if (o.countInSketch(trimmed[first] ?? "") > 0 && (words[first] ?? 0) >= 4) features.push("r:shown");
    }
    return factors.of(features);
  };
}
