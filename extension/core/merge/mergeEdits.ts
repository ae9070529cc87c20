import { lineDiff } from "../diff/lineDiff.ts";
import type { Edit, EditFormat } from "../sketch/sketch.ts";
import { readElision } from "../sketch/markers.ts";
import { detectIndentUnit, isBlank } from "../text/indentation.ts";
import { joinLines, splitLines, type LineRange } from "../text/lines.ts";
import type { PiecePlacement } from "./assemble.ts";
import { findScopes, isInScope } from "./editScope.ts";
import { expandReplacement, hasElisions, locateElided, type ElidedPlace, type ReplaceLine } from "./elidedEdit.ts";
import { endLines, type WrittenLine } from "./lineEnds.ts";
import { looseKey } from "./lineKeys.ts";
import { locate, type Place } from "./locate.ts";
import type { MergeResult } from "./mergeResult.ts";
import type { Original } from "./original.ts";
import { TOO_MUCH_WORK, type Work } from "./work.ts";
import { learnReindent, sketchIndentUnit, type IndentPair } from "./reindent.ts";

/** Edits times lines, each of which is looked at a few times: about a second. */
const MAX_WORK = 1_500_000;

/** A line of the file while edits are made: which line of the original it is, or that it is new. */
interface Current extends WrittenLine {
  readonly origin: number | undefined;
}

/**
 * Makes search/replace blocks or hunks of a diff, one after the other, each in the file that the one before left.
 * Lines that an edit searches and writes again keep the bytes of the file.
 */
export function mergeEdits(
  { format, edits }: { readonly format: EditFormat; readonly edits: readonly Edit[] },
  original: Original,
  work: Work,
): MergeResult {
  // A file that is only moved has no edits.
  if (edits.length === 0) return { type: "merged", text: original.text, placements: [] };
  const wanted = edits
    .flatMap((edit) => readyEdits(edit, original, work))
    .filter((edit) => !sameLines(edit.search, edit.replace));
  if (wanted.some(({ isCutOff }) => isCutOff)) {
    const reason = "The reply ends in the middle of an edit, so that a part of it may be missing.";
    return { type: "ambiguous", reason, draft: original.text, candidates: [] };
  }
  if (wanted.length === 0) return { type: "no-sketch", reason: "The edits change nothing." };
  if (wanted.length * original.lines.length > MAX_WORK) {
    const reason = `There are ${String(wanted.length)} edits for a file of ${String(original.lines.length)} lines, too many to try them all.`;
    return { type: "ambiguous", reason, draft: original.text, candidates: [] };
  }
  let current: Current[] = original.source.map(({ text, eol }, origin) => ({
    text,
    eol: eol === "" ? undefined : eol,
    origin,
  }));
  const marks: { edit: Edit; lines: LineRange; original: LineRange; elided: readonly LineRange[] }[] = [];
  let floor = 0;
  for (const [index, edit] of wanted.entries()) {
    const twins = wanted
      .slice(index)
      .filter((other) => sameLines(other.search, edit.search) && sameLines(other.replace, edit.replace)).length;
    const texts = current.map(({ text }) => text);
    const scopes =
      edit.scope.length === 0
        ? undefined
        : findScopes(edit.scope, texts, { language: original.language, mayBeCut: format !== "v4a" });
    const found = findPlace({ edit, texts, scopes, isBinding: format === "v4a", twins, floor }, work);
    if (found.type !== "place" || work.isSpent) {
      const { reason, candidates } =
        found.type === "place" || work.isSpent ? { reason: TOO_MUCH_WORK, candidates: [] } : found;
      return { type: "ambiguous", reason, candidates, draft: write(current, original) };
    }
    const isFixed = (line: number): boolean => {
      const origin = current[line]?.origin;
      return origin !== undefined && original.inLiteral[origin] === 1;
    };
    const expanded =
      "skipped" in found.place
        ? expandReplacement(edit, found.place, texts, isFixed)
        : edit.replace.map((text): ReplaceLine => ({ type: "new", text }));
    if (expanded === undefined) {
      const reason = `What the edit writes keeps lines by "...", and nothing tells which of those that it leaves out.`;
      return { type: "ambiguous", reason, candidates: [], draft: write(current, original) };
    }
    const written = replaceAt(edit, expanded, found.place, current);
    floor = found.place.start + written.length;
    const origins = current
      .slice(found.place.start, found.place.end)
      .flatMap(({ origin }) => (origin === undefined ? [] : [origin]));
    const at = current[found.place.start]?.origin ?? current[found.place.start - 1]?.origin ?? 0;
    marks.push({
      edit,
      lines: { start: found.place.start, end: found.place.start + written.length },
      original:
        origins.length > 0 ? { start: origins[0] ?? 0, end: (origins.at(-1) ?? 0) + 1 } : { start: at, end: at },
      elided: "skipped" in found.place ? found.place.skipped.map((range) => originOf(range, current)) : [],
    });
    current = [...current.slice(0, found.place.start), ...written, ...current.slice(found.place.end)];
  }
  const placements = marks.map(({ edit, lines, original: range, elided }): PiecePlacement => ({
    sketch: { start: edit.replyLine - 1, end: edit.replyLine - 1 + Math.max(edit.search.length, edit.replace.length) },
    original: range,
    result: lines,
    ...(elided.length > 0 && { elided }),
  }));
  return { type: "merged", text: write(current, original), placements };
}

/** The lines of the original that a range of the file as it is now began as; empty where all are new. */
function originOf({ start, end }: LineRange, current: readonly Current[]): LineRange {
  const origins = current.slice(start, end).flatMap(({ origin }) => (origin === undefined ? [] : [origin]));
  const at = current[start]?.origin ?? 0;
  return { start: origins[0] ?? at, end: (origins.at(-1) ?? at - 1) + 1 };
}

const sameLines = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

function write(current: readonly Current[], original: Original): string {
  return joinLines({ bom: original.bom, lines: endLines(current, original.source) });
}

const isMarker = (line: string): boolean => readElision(line) !== undefined;

/**
 * The edit without elisions at its ends that stand in both halves, which say nothing. One whose pieces stand nowhere behind each other
 * is several edits, where both halves leave out lines alike.
 */
function readyEdits(edit: Edit, original: Original, work: Work): Edit[] {
  const [search, replace] = [[...edit.search], [...edit.replace]];
  while (search.length > 0 && isMarker(search[0] ?? "") && isMarker(replace[0] ?? "")) {
    search.shift();
    replace.shift();
  }
  while (search.length > 0 && isMarker(search.at(-1) ?? "") && isMarker(replace.at(-1) ?? "")) {
    search.pop();
    replace.pop();
  }
  const bare = { ...edit, search, replace };
  return !hasElisions(search) || locateElided(search, original.lines, work).length > 0 ? [bare] : splitAtMarkers(bare);
}

/** An edit that leaves out lines by markers, in both halves alike, is several edits. */
function splitAtMarkers(edit: Edit): Edit[] {
  const searched = edit.search.filter(isMarker).length;
  if (searched === 0 || searched !== edit.replace.filter(isMarker).length) return [edit];
  const [search, replace] = [edit.search, edit.replace].map((lines) => {
    const parts: string[][] = [[]];
    for (const line of lines) {
      if (isMarker(line)) parts.push([]);
      else parts.at(-1)?.push(line);
    }
    return parts;
  });
  return (search ?? [])
    .map((lines, index) => ({ ...edit, search: lines, replace: replace?.[index] ?? [] }))
    .filter((part) => part.search.length + part.replace.length > 0);
}

type Found =
  | { readonly type: "place"; readonly place: Place | ElidedPlace }
  | {
      readonly type: "none";
      readonly reason: string;
      readonly candidates: readonly { original: LineRange; label: string }[];
    };

/** An edit to be found in the file as it is now. */
interface Search {
  readonly edit: Edit;
  readonly texts: readonly string[];
  /** Where its scope lines say that it belongs; `undefined` where it has none. */
  readonly scopes: readonly LineRange[] | undefined;
  /** v4a's scope lines bind. A diff's section heading is a hint: git puts the line above the hunk there. */
  readonly isBinding: boolean;
  /** How many edits do the same. */
  readonly twins: number;
  /** The line behind the edit before it. */
  readonly floor: number;
}

function findPlace(search: Search, work: Work): Found {
  const { edit, texts, scopes, isBinding, twins, floor } = search;
  const heading = edit.scope.join(" > ");
  if (isBinding && scopes?.length === 0)
    return {
      type: "none",
      reason: `The file has no line "${heading}", in which the edit should be made.`,
      candidates: [],
    };
  if (edit.search.every(isBlank)) return findInsertion(search);
  const { exactness, places } = hasElisions(edit.search)
    ? { exactness: "exact", places: likelyPlaces(locateElided(edit.search, texts, work)) }
    : locate(edit.search, texts, work);
  const inScope = scopes ? places.filter((place) => scopes.some((scope) => isInScope(place, scope))) : places;
  const usable = isBinding || inScope.length > 0 ? inScope : places;
  const candidates = (usable.length > 0 ? usable : places).map((place) => ({
    original: { start: place.start, end: place.end },
    label: texts[place.start]?.trim() ?? "",
  }));
  const first = edit.search.find((line) => !isBlank(line))?.trim() ?? "";
  if (places.length === 0)
    return {
      type: "none",
      reason: `The file does not contain what the edit searches, beginning with "${first}".`,
      candidates: nearest(edit, texts),
    };
  if (usable.length === 0)
    return {
      type: "none",
      reason: `What the edit searches, beginning with "${first}", is in the file, but not in "${heading}".`,
      candidates,
    };
  const only = usable[0];
  if (usable.length === 1 && only) return { type: "place", place: only };
  if (edit.atEnd) {
    const last = usable.at(-1);
    if (last && texts.slice(last.end).every(isBlank)) return { type: "place", place: last };
  }
  // In a scope that the file has once, the first place is meant.
  if (isBinding && scopes?.length === 1 && only) return { type: "place", place: only };
  const behind = usable.filter(({ start }) => start >= floor);
  const [next] = behind;
  if (!isBinding && behind.length === 1 && floor > 0 && next) return { type: "place", place: next };
  const hinted = byHint(edit, usable);
  if (hinted) return { type: "place", place: hinted };
  if (twins === usable.length && exactness !== "similar" && only) return { type: "place", place: only };
  return {
    type: "none",
    reason: `What the edit searches, beginning with "${first}", is in the file ${String(usable.length)} times.`,
    candidates,
  };
}

/** Of several places the one whose counts are right, where those of the others are far off. */
function likelyPlaces(places: readonly ElidedPlace[]): readonly ElidedPlace[] {
  const [best, next] = [...places].sort((a, b) => a.miscount - b.miscount);
  if (best === undefined || next === undefined) return places;
  return best.miscount <= 3 && next.miscount >= 3 * best.miscount + 3 ? [best] : places;
}

/** The place at the claimed line, or the only one near it. */
function byHint(edit: Edit, places: readonly Place[]): Place | undefined {
  if (edit.lineHint === undefined) return undefined;
  const hint = edit.lineHint - 1;
  const sorted = [...places].sort((a, b) => Math.abs(a.start - hint) - Math.abs(b.start - hint));
  const [best, next] = sorted;
  if (!best || !next) return best;
  const distance = Math.abs(best.start - hint);
  return distance <= 3 && Math.abs(next.start - hint) >= 3 * distance + 3 ? best : undefined;
}

/** An edit that searches nothing: it fills an empty file, or inserts where its hints say. */
function findInsertion({ edit, texts, scopes, isBinding }: Search): Found {
  const at = (line: number): Found => ({
    type: "place",
    place: { lineOf: new Int32Array(edit.search.length).fill(-1), start: line, end: line },
  });
  if (texts.every(isBlank)) return at(0);
  if (edit.atEnd) return at(texts.length);
  const [scope] = scopes ?? [];
  if (isBinding && scope && scopes?.length === 1) return at(scope.start + 1);
  if (edit.lineHint !== undefined && edit.lineHint - 1 <= texts.length) return at(Math.max(0, edit.lineHint - 1));
  return {
    type: "none",
    reason: "The edit searches nothing, so nothing shows where its lines belong.",
    candidates: [],
  };
}

/** Where the rarest searched line stands, for the user to look at. */
function nearest(edit: Edit, texts: readonly string[]): { original: LineRange; label: string }[] {
  const keys = new Set(edit.search.filter((line) => line.trim().length > 3).map(looseKey));
  return texts
    .flatMap((line, index) =>
      keys.has(looseKey(line)) ? [{ original: { start: index, end: index + 1 }, label: line.trim() }] : [],
    )
    .slice(0, 5);
}

function replaceAt(
  edit: Edit,
  replace: readonly ReplaceLine[],
  place: Place | ElidedPlace,
  current: readonly Current[],
): Current[] {
  const { search, lineOf } = expandSearch(edit, place, current);
  const pairs = edit.search.flatMap((line, index): IndentPair[] => {
    const at = place.lineOf[index] ?? -1;
    return at < 0 || isBlank(line) ? [] : [{ sketch: line, original: current[at]?.text ?? "", first: index === 0 }];
  });
  const fileUnit = detectIndentUnit(current.map(({ text }) => text));
  const reindent = learnReindent(pairs, sketchIndentUnit([...edit.search, ...edit.replace], fileUnit), fileUnit);
  const output: Current[] = [];
  let at = place.start;
  const keepTo = (line: number): void => {
    for (; at < line; at++) {
      const kept = current[at];
      if (kept) output.push(kept);
    }
  };
  let searched = 0;
  const keepSearched = (to: number): void => {
    for (; searched < to; searched++) keepTo((lineOf[searched] ?? -1) + 1);
  };
  for (const change of lineDiff(
    search,
    replace.map(({ text }) => text),
  )) {
    keepSearched(change.old.start);
    let end: WrittenLine["eol"];
    for (; searched < change.old.end; searched++) {
      const line = lineOf[searched] ?? -1;
      if (line < 0) continue;
      keepTo(line);
      end = current[line]?.eol;
      at = line + 1;
    }
    for (let line = change.new.start; line < change.new.end; line++) {
      const fresh = replace[line];
      if (fresh === undefined) continue;
      const text = fresh.type === "kept" ? fresh.text : reindent.apply(fresh.text);
      output.push({ text, eol: end, origin: undefined });
    }
  }
  keepSearched(search.length);
  keepTo(place.end);
  return output;
}

/** What an edit searches with the lines that its elisions skip, and the line of the file for each. */
function expandSearch(
  { search }: Edit,
  place: Place | ElidedPlace,
  current: readonly Current[],
): { readonly search: readonly string[]; readonly lineOf: readonly number[] } {
  const expanded: string[] = [];
  const lineOf: number[] = [];
  let nth = 0;
  search.forEach((text, index) => {
    const skipped = "skipped" in place && isMarker(text) ? place.skipped[nth++] : undefined;
    if (skipped === undefined) {
      expanded.push(text);
      lineOf.push(place.lineOf[index] ?? -1);
    }
    for (let line = skipped?.start ?? 0; line < (skipped?.end ?? 0); line++) {
      expanded.push(current[line]?.text ?? "");
      lineOf.push(line);
    }
  });
  return { search: expanded, lineOf };
}

/** The text of a file that does not exist yet. */
export function newFileText(text: string): string {
  const { bom, lines } = splitLines(text);
  return joinLines({ bom, lines: lines.map((line) => ({ text: line.text, eol: line.eol === "" ? "\n" : line.eol })) });
}
