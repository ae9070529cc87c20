import { constructsOf, type NamedLines } from "./cues.ts";
import type { BlockScene, WindowScene } from "./blockScene.ts";
import type { Features } from "./features.ts";
import { headBelow } from "./placingFile.ts";

/** Kinds of words that say how the names beside them are meant. */
const CROSSED = ["add", "replace", "after", "before", "end", "top", "in", "between", "line", "import"];

/** Adds how a window compares with what the words before the block say: its names, kinds of code, and plain words. */
export function addSaidFeatures(features: Features, scene: BlockScene, at: WindowScene): void {
  addConstructs(features, scene, at);
  addNames(features, scene, at);
  addWords(features, scene, at);
}

function addConstructs(features: Features, { cues, head, placing }: BlockScene, at: WindowScene): void {
  const { constructs } = cues;
  if (constructs.size === 0) return;
  const { facts } = placing;
  const { window, isBetween, sibling, below, around } = at;
  const isOne = (line: number | undefined): boolean =>
    line !== undefined && facts[line]?.constructs.some((one) => constructs.has(one)) === true;
  const group = isBetween ? "b" : "r";
  if (!isBetween && isOne(headBelow(window.start, facts))) features.add("construct:head");
  else if (!isBetween && isOne(window.start)) features.add("construct:start");
  if (isOne(sibling)) features.add(`construct:prior:${group}`);
  if (below < facts.length && isOne(headBelow(below, facts))) features.add(`construct:next:${group}`);
  if (isOne(around[0])) features.add(`construct:scope:${group}`);
  if (constructsOf(head).some((one) => constructs.has(one))) features.add(`construct:block:${group}`);
}

function addNames(features: Features, { cues, placing }: BlockScene, at: WindowScene): void {
  let [near, far, all] = [0, 0, 0];
  const group = at.isBetween ? "b" : "r";
  const { trimmed } = placing.compared.file;
  const widthOf = (line: number): number => placing.facts[line]?.width ?? 0;
  for (const named of cues.names) {
    const { role, isNear, declares, mentions, isInBlock } = named;
    if (declares.size + mentions.size === 0) continue;
    all++;
    const relations = at.isBetween ? besideNames(named, at, trimmed, widthOf) : holdsNames(named, at, trimmed);
    if (at.around.some((line) => declares.has(line))) relations.add("scope");
    else if (at.around.some((line) => mentions.has(line))) relations.add("scope-m");
    if (isNear && relations.size > 0) near++;
    else if (isNear) far++;
    if (relations.size === 0) relations.add("far");
    const form = declares.size === 0 ? "m" : declares.size === 1 ? "d1" : "d";
    for (const relation of relations) {
      features.add(`name:${isNear ? role : "earlier"}:${relation}:${group}`);
      features.add(`name:${relation}:${form}:${group}`);
      if (!isNear) continue;
      features.add(`name:${relation}:${isInBlock ? "shown" : "hidden"}:${group}`);
      for (const cue of CROSSED) if (cues.kinds.has(cue)) features.add(`name:with ${cue}:${relation}:${group}`);
    }
  }
  if (all === 0) return;
  features.add("names:near", near / all);
  features.add("names:far", far / all);
}

function isBlankFrom(from: number, to: number, trimmed: readonly string[]): boolean {
  for (let line = from; line < to; line++) if (trimmed[line] !== "") return false;
  return from <= to;
}

/** How a place between two lines stands to what has a name. A place as deep as something else than it is marked. */
function besideNames(
  { spans }: NamedLines,
  { window: { start }, width }: WindowScene,
  trimmed: readonly string[],
  widthOf: (line: number) => number,
): Set<string> {
  const relations = new Set<string>();
  for (const { begin, head, end, closer } of spans) {
    const isBlock = end > head + 1 && start > head;
    const level = widthOf(head) === width ? "" : "~";
    if (isBlankFrom(end, start, trimmed)) relations.add(`endOf${level}`);
    if (isBlankFrom(start, begin, trimmed)) relations.add(`beginOf${level}`);
    if (isBlock && isBlankFrom(start, closer, trimmed)) relations.add(width > widthOf(head) ? "lastIn" : "lastIn~");
    if (isBlock && isBlankFrom(head + 1, start, trimmed)) relations.add("firstIn");
    if (head < start && start < end) relations.add("within");
  }
  return relations;
}

/** Lines of a window in which a name is looked for. */
const MAX_LOOKED = 60;

/** How lines that may be replaced stand to what has a name. */
function holdsNames(
  { spans, mentions, declares }: NamedLines,
  { window: { start, end } }: WindowScene,
  trimmed: readonly string[],
): Set<string> {
  const relations = new Set<string>();
  for (const { begin, head, end: last, closer } of spans) {
    const isAtStart = start === begin || start === head;
    const isHeld = start <= head && head < end;
    if (isAtStart && end === last) relations.add("eq");
    else if (isHeld) relations.add(isAtStart ? "heads" : "has");
    else if (head < start && end <= last) relations.add("within");
    if (isBlankFrom(last, start, trimmed)) relations.add("endOf");
    if (isBlankFrom(end, begin, trimmed)) relations.add("beginOf");
    const isBlock = head < start && last > head + 1;
    if (isBlock && isBlankFrom(end, closer, trimmed)) relations.add("lastIn");
    if (isBlock && isBlankFrom(head + 1, start, trimmed)) relations.add("firstIn");
  }
  for (let line = start; spans.length === 0 && line < Math.min(end, start + MAX_LOOKED); line++)
    if (mentions.has(line) || declares.has(line)) relations.add("has*");
  return relations;
}

/** Lines around a window that tell whether the block belongs there. */
const NEAR = 15;
/** Lines of a window, and above it, whose words are compared. */
const MAX_READ = 40;
const ABOVE = 3;

function addWords(
  features: Features,
  { placing, saidParts, shownParts, sumRarity, said, shown }: BlockScene,
  at: WindowScene,
): void {
  const { window, isBetween, above, below, sibling, around } = at;
  const { start, end } = window;
  const count = placing.facts.length;
  const group = isBetween ? "b" : "r";
  const sharedFrom = (from: number, to: number, parts: readonly (readonly string[])[]): number => {
    let found: Set<string> | undefined;
    for (let line = Math.max(0, from); line < Math.min(count, to); line++)
      for (const part of parts[line] ?? []) (found ??= new Set()).add(part);
    return found === undefined ? 0 : sumRarity(found);
  };
  if (said > 0) {
    if (!isBetween) features.add("words:window", sharedFrom(start, Math.min(end, start + MAX_READ), saidParts) / said);
    features.add(`words:prior:${group}`, sharedFrom(sibling, Math.min(sibling + 4, above + 1), saidParts) / said);
    features.add(`words:next:${group}`, sharedFrom(below, below + 2, saidParts) / said);
    features.add("words:scope", sumRarity(new Set(around.flatMap((line) => saidParts[line] ?? []))) / said);
    features.add("words:above", sharedFrom(start - ABOVE, above + 1, saidParts) / said);
  }
  if (shown > 0) features.add(`near:${group}`, sharedFrom(start - NEAR, end + NEAR, shownParts) / shown);
}
