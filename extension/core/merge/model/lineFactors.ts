import { CLOSES_ONLY } from "../blocks.ts";
import type { CandidateMatch } from "../candidates.ts";
import { commonShare, isComment, isDeclared, isImportLine, lineSimilarity, splitIdentity } from "../lineKeys.ts";
import { isCutShort, isLooselySame } from "../original.ts";
import { changedPieces, describeBytes } from "./bytes.ts";
import { readClosest, type Closest } from "./closest.ts";
import type { Factors } from "./factors.ts";
import type { Likeness, Observation } from "./observation.ts";

/** How a shown line and a line of the file that it may stand for compare. */
type MatchKind = "exact" | "loose" | "similar";

/** A line of the sketch as one of the file: its factor, and that of the choice whose bytes are written, where they differ. */
export interface MatchFactors {
  readonly line: number;
  readonly kind: MatchKind | "blank";
  readonly match: number;
  /** Of keeping the file's bytes of a loosely equal line; `undefined` if there is no choice: dots in place of a part are never written. */
  readonly keepsBytes: number | undefined;
}

/** In which class of length a line falls, by its letters. */
const lengthClass = (words: number): string =>
  words === 0 ? "0" : words < 4 ? "1" : words < 10 ? "2" : words < 20 ? "3" : "4";
/** Returns the class that a number of occurrences falls into: `9` if it is more than 8. */
export const countClass = (count: number): string =>
  count <= 1 ? "1" : count === 2 ? "2" : count <= 4 ? "4" : count <= 8 ? "8" : "9";
const similarityClass = (similarity: number): string =>
  similarity < 0.5 ? "0" : similarity < 0.65 ? "1" : similarity < 0.8 ? "2" : "3";

const OPENS_ONLY = /^\s*(?:\/\*\*?|[{([]|@\w+|#\[.*\]|"""|'''|<!--|public:|private:|protected:)\s*$/;

/** Returns a function that computes the factors of all lines of the file that an item of code may stand for. */
export function matchFactors(o: Observation, factors: Factors): (item: number) => MatchFactors[] {
  const changed = changedPieces(o);
  const closest = readClosest(o);
  return (item) =>
    (o.candidates[item] ?? []).map((candidate): MatchFactors => {
      const { line } = candidate;
      const text = o.texts[item] ?? "";
      if (text === "") return { line, kind: "blank", match: factors.of(["m:blank"]), keepsBytes: undefined };
      const other = o.original.trimmed[line] ?? "";
      const kind = other === text ? "exact" : isLooselySame(text, o.original, line) ? "loose" : "similar";
      return {
        line,
        kind,
        match: factors.of(describeMatch(o, item, candidate, kind, closest)),
        keepsBytes:
          kind === "loose" && !isCutShort(text, o.original, line)
            ? factors.of(describeBytes(o, item, line, changed))
            : undefined,
      };
    });
}

function describeMatch(
  o: Observation,
  item: number,
  candidate: CandidateMatch,
  kind: MatchKind,
  closest: Closest,
): string[] {
  const { line } = candidate;
  const text = o.texts[item] ?? "";
  const words = o.words[item] ?? 0;
  const other = o.original.trimmed[line] ?? "";
  const exact = o.countInFile(text);
  const count = kind === "exact" ? exact : (o.looseCount[item] ?? 0);
  const weight = words < 4 || (kind !== "similar" && count >= 3) ? "w" : "s";
  const features = [`m:${kind}`, `m:${kind}:${lengthClass(words)}`];
  if (kind !== "similar")
    features.push(`m:count:${countClass(count)}`, `m:count:${countClass(count)}${words < 4 ? "w" : "s"}`);
  else for (const feature of describeSimilar(o, item, candidate, count, closest)) features.push(feature);
  const depth = (o.lineDepth[line] ?? 0) - (o.itemDepth[item] ?? 0);
  const direction = depth === 0 ? "0" : depth < 0 ? "-" : "+";
  features.push(`m:depth:${direction}${weight}${o.knowsShift[o.piece[item] ?? 0] === true ? "k" : "u"}`);
  const parent = o.itemParent[item] ?? -1;
  if (parent >= 0 && o.isInFile[parent] !== true)
    features.push(`m:wrapped:${direction}${weight}`, `m:wrapped:${outerLikeness(o, parent, line)}${weight}`);
  const before = agreement(o, o.itemBefore[item] ?? -1, o.lineBefore[line] ?? -1);
  const after = agreement(o, o.itemAfter[item] ?? -1, o.lineAfter[line] ?? -1);
  features.push(`m:before:${before}${weight}`, `m:after:${after}${weight}`);
  features.push(
    `m:parent:${parentLikeness(o, item, line)}${weight}`,
    `m:grand:${grandLikeness(o, item, line)}${weight}`,
  );
  if (CLOSES_ONLY.test(text))
    features.push(`m:closes:${openerLikeness(o, item, line)}${kind === "similar" ? "s" : ""}`);
  else if ((o.itemOpener[item] ?? -1) >= 0 || (o.lineOpener[line] ?? -1) >= 0)
    features.push(`m:goes on:${openerLikeness(o, item, line)}${kind === "similar" ? "s" : ""}`);
  const said = o.said.codes[line] ?? 0;
  if (said > 0) features.push(`m:said:${String(said)}${kind === "similar" ? "s" : "e"}`);
  const isNear = o.goes.isNear(o.goes.blockOf[item] ?? -1, line);
  if (isNear !== undefined)
    features.push(`m:said:${isNear ? "near" : "far"}${weight}${kind === "similar" ? "s" : "e"}`);
  if (o.isNewDeclaration[item] === 1) features.push(`m:new:${kind === "similar" ? "s" : "e"}`);
  const old = o.oldTexts[item];
  if (old !== undefined) features.push(`m:renamed:${oldLikeness(o, old, line)}`);
  if (OPENS_ONLY.test(text)) features.push(`m:opens:${after}`);
  if (other !== text && isComment(other) !== isComment(text)) features.push("m:commented");
  return features;
}

/** How the line of the file compares with what a line of the sketch was before names in it were changed, as the answer says. */
function oldLikeness(o: Observation, old: string, line: number): string {
  if (old === o.original.trimmed[line]) return "same";
  const identity = o.identityOf(old);
  return identity !== undefined && identity === o.identityOfLine[line] ? "names" : "other";
}

function describeSimilar(
  o: Observation,
  item: number,
  { line, sure, isRetitled }: CandidateMatch,
  rivals: number,
  closest: Closest,
): string[] {
  const similarity = lineSimilarity(o.itemProfile(item), o.lineProfile(line));
  const features = [`m:similar:${similarityClass(similarity)}`];
  if (sure) features.push("m:sure");
  const share = commonShare(o.itemProfile(item), o.lineProfile(line));
  const rank = `${share >= (closest.ofItem[item] ?? 0) ? "b" : "o"}${share >= (closest.ofLine.get(line) ?? 0) ? "b" : "o"}`;
  features.push(`m:rank:${rank}`, `m:rank:${rank}:${similarityClass(share)}`);
  if (isRetitled === true) features.push(`m:retitled:${rank}`);
  if (rivals > 0) features.push("m:rival:file");
  if (o.countInSketch(o.original.trimmed[line] ?? "") > 0) features.push("m:rival:sketch");
  const mine = o.itemProfile(item).identity;
  const theirs = o.identityOfLine[line];
  if (mine !== undefined && mine === theirs) {
    features.push(isDeclared(mine) ? "m:names:declared" : "m:names:same");
    features.push(`m:names:${countClass(o.identitiesOfFile.get(mine) ?? 0)}`);
  } else if (mine !== undefined && theirs !== undefined)
    features.push(isDeclared(mine) && isDeclared(theirs) ? "m:names:renamed" : "m:names:other");
  else if (isDeclared(theirs)) features.push("m:names:lost");
  if (mine !== undefined && mine !== theirs && o.identitiesOfFile.has(mine)) features.push("m:names:elsewhere");
  if (theirs !== undefined && mine !== theirs && o.identitiesOfSketch.has(theirs)) features.push("m:names:shown");
  return features;
}

const AGREEMENT: Readonly<Record<Likeness, string>> = { eq: "e", lo: "e", si: "s", df: "n" };

/** How the neighbours of an item and a line agree; `S` at the end of a piece, `N` at the end of the file. */
function agreement(o: Observation, item: number, line: number): string {
  if (item < 0) return "S";
  return line < 0 ? "N" : AGREEMENT[o.likeness(item, line)];
}

/** The line that encloses `line` at a depth of at most `depth`. */
function ancestorAt(o: Observation, line: number, depth: number): number {
  let found = o.lineParent[line] ?? -1;
  while (found >= 0 && (o.lineDepth[found] ?? 0) > depth) found = o.lineParent[found] ?? -1;
  return found;
}

function parentLikeness(o: Observation, item: number, line: number): string {
  const parent = o.itemParent[item] ?? -1;
  const isRoot = (o.lineParent[line] ?? -1) < 0;
  if (parent < 0) return (o.itemDepth[item] ?? 0) <= 0 ? (isRoot ? "rt" : "rx") : isRoot ? "ur" : "un";
  const ancestor = ancestorAt(o, line, o.itemDepth[parent] ?? 0);
  return ancestor < 0 ? "no" : o.likeness(parent, ancestor);
}

function grandLikeness(o: Observation, item: number, line: number): string {
  const parent = o.itemParent[item] ?? -1;
  const grand = parent < 0 ? -1 : (o.itemParent[parent] ?? -1);
  if (grand < 0) return "un";
  const ancestor = ancestorAt(o, line, o.itemDepth[grand] ?? 0);
  return ancestor < 0 ? "no" : o.likeness(grand, ancestor);
}

/** How the nearest enclosing item that the file has compares with what encloses the line. */
function outerLikeness(o: Observation, parent: number, line: number): string {
  let outer = parent;
  while (outer >= 0 && o.isInFile[outer] !== true) outer = o.itemParent[outer] ?? -1;
  if (outer < 0) return "un";
  const ancestor = ancestorAt(o, line, o.itemDepth[outer] ?? 0);
  return ancestor < 0 ? "no" : o.likeness(outer, ancestor);
}

function openerLikeness(o: Observation, item: number, line: number): string {
  const mine = o.itemOpener[item] ?? -1;
  const theirs = o.lineOpener[line] ?? -1;
  if (mine < 0) return theirs < 0 ? "uu" : "ou";
  return theirs < 0 ? "no" : o.likeness(mine, theirs);
}

/** Returns the factor of an item of code as a new line. */
export function newLineFactor(o: Observation, factors: Factors, item: number): number {
  const text = o.texts[item] ?? "";
  if (text === "") return factors.of(["i:blank"]);
  const words = o.words[item] ?? 0;
  const exact = o.countInFile(text);
  const count = o.looseCount[item] ?? 0;
  const isNew = o.isNewDeclaration[item] === 1 ? "n" : "";
  const features = [`i:length:${lengthClass(words)}`];
  if (count > 0) {
    features.push(`i:known:${countClass(count)}${words < 4 ? "w" : words < 10 ? "m" : "s"}${isNew}`);
    features.push(o.countInSketch(text) > exact ? "i:more" : "i:notmore");
  }
  const { identity } = o.itemProfile(item);
  if (identity !== undefined && o.said.newNames.size > 0)
    features.push(o.said.newNames.has(splitIdentity(identity)[1]) ? "i:said" : "i:unsaid");
  const named = identity === undefined ? 0 : (o.identitiesOfFile.get(identity) ?? 0);
  if (named > 0)
    features.push(`i:${isDeclared(identity) ? "declares" : "names"}:${countClass(named)}${count > 0 ? "x" : ""}`);
  if (count === 0) {
    let best = 0;
    for (const { line } of o.candidates[item] ?? [])
      best = Math.max(best, lineSimilarity(o.itemProfile(item), o.lineProfile(line)));
    features.push(`i:similar:${similarityClass(best)}`);
  }
  if (o.candidates[item]?.some(({ isRetitled }) => isRetitled === true) === true) features.push("i:retitled");
  const opener = o.itemOpener[item] ?? -1;
  const state = opener < 0 ? "orphan" : o.isInFile[opener] === true ? "known" : "new";
  if (CLOSES_ONLY.test(text)) features.push(`i:closes:${state}`);
  else if (opener >= 0) features.push(`i:goes on:${state}`);
  return factors.of(features);
}

/** Returns the factor of a line of the file that the new text lacks. */
export function cutFactor(o: Observation, factors: Factors, line: number): number {
  const text = o.original.trimmed[line] ?? "";
  const extent = o.extent.isBare ? "bare" : "marked";
  if (text === "") return factors.of(["d:blank", `d:blank:${extent}`]);
  const words = o.original.words[line] ?? 0;
  const features = [`d:${extent}`];
  features.push(isComment(text) ? "d:comment" : CLOSES_ONLY.test(text) ? "d:closer" : `d:length:${lengthClass(words)}`);
  const identity = o.identityOfLine[line];
  const end = o.original.blocks.end[line] ?? line + 1;
  if (isDeclared(identity)) {
    features.push("d:declares");
    if (end > line + 2 && identity !== undefined && !o.identitiesOfSketch.has(identity))
      features.push("d:declares:lost", `d:declares:lost:${extent}`);
  }
  if (end > line + 1) features.push("d:opens");
  if (isImportLine(text)) features.push("d:import");
  if (o.countInSketch(text) > 0) features.push(words >= 4 ? "d:shown" : "d:shown:weak");
  else if (identity !== undefined && o.identitiesOfSketch.has(identity))
    features.push(isDeclared(identity) ? "d:names:declared" : "d:names");
  if (line === o.original.lines.length - 1) features.push("d:last");
  if (line === 0) features.push("d:first");
  for (const each of mentionFeatures(o, line)) features.push(`d:${each}`);
  const opener = o.lineOpener[line] ?? -1;
  if (opener >= 0)
    features.push(`d:closer of ${o.countInSketch(o.original.trimmed[opener] ?? "") > 0 ? "shown" : "other"}`);
  const said = o.said.codes[line] ?? 0;
  features.push(`d:said:${String(said)}`);
  if (said === 0 && o.saysDeleted) features.push("d:unsaid");
  return factors.of(features);
}

/** What the words do with the name of a line, and whether the sketch shows it. */
export function mentionFeatures(o: Observation, line: number): string[] {
  const mention = o.mentions[line];
  if (mention === undefined) return [];
  const { kind, deed, how } = mention;
  const shown = o.identitiesOfSketch.has(o.identityOfLine[line] ?? "") ? "shown" : "hidden";
  const form = (o.original.blocks.end[line] ?? 0) > line + 1 ? "block" : "line";
  return [`mention:${deed}:${shown}`, `mention:${deed}:${how}:${shown}`, `mention:${kind}:${deed}:${shown}:${form}`];
}
