import type { Edit } from "../sketch/sketch.ts";
import { isBlank } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import { isInScope } from "./editScope.ts";
import { isElision, locateElided, type ElidedPlace } from "./elidedEdit.ts";
import { looseKey } from "./lineKeys.ts";
import { locateLines, MANY_PLACES, type EditPlacement, type Places } from "./locate.ts";
import type { Candidate } from "./mergeResult.ts";
import { takeSteps, type Work } from "../text/work.ts";

export type Found =
  | { readonly type: "place"; readonly place: EditPlacement | ElidedPlace }
  | { readonly type: "none"; readonly reason: string; readonly candidates: readonly Candidate[] };

/** An edit to be found in the file as it is now. */
export interface EditSearch {
  readonly edit: Edit;
  readonly texts: readonly string[];
  /** Where its scope lines say that it belongs; `undefined` if it has none. */
  readonly scopes: readonly LineRange[] | undefined;
  /** v4a's scope lines bind. A diff's section heading is a hint: git puts the line above the hunk there. */
  readonly isBinding: boolean;
  /** Whether an edit before it has written a line. */
  readonly isWritten: (line: number) => boolean;
  /** How many edits do the same. */
  readonly twins: number;
  /** The line after the edits before it, if these stand in the order of the file; else `undefined`. */
  readonly floor: number | undefined;
  /** The edits after it. */
  readonly later: readonly Edit[];
}

/**
 * Finds the one place of an edit. If there is none, or no way to tell which of several is meant, gives the reason, in words for the user,
 * and the places that come close.
 */
export function findEditPlace(search: EditSearch, work: Work): Found {
  const { edit, texts, scopes, isBinding, twins } = search;
  const heading = edit.scope.join(" > ");
  if (isBinding && scopes?.length === 0)
    return {
      type: "none",
      reason: `The file has no line "${heading}", in which the edit should be made.`,
      candidates: [],
    };
  if (edit.search.every(isBlank)) return findInsertion(search);
  const { exactness, places } = placesOf(edit, texts, work);
  const inScope = scopes ? places.filter((place) => scopes.some((scope) => isInScope(place, scope))) : places;
  const usable = isBinding || inScope.length > 0 ? inScope : places;
  const candidates = (usable.length > 0 ? usable : places).slice(0, MANY_PLACES).map((place) => ({
    original: { start: place.start, end: place.end },
    label: texts[place.start]?.trim() ?? "",
  }));
  const first = edit.search.find((line) => !isBlank(line))?.trim() ?? "";
  const filled = edit.search.filter((line) => !isBlank(line));
  if (places.length === 0 && [filled[0], filled.at(-1)].some((line) => line !== undefined && isElision(line)))
    return {
      type: "none",
      reason: `What the edit searches begins or ends with "...", and nothing tells how far that reaches.`,
      candidates: nearest(edit, texts),
    };
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
  // What is searched are lines of the file as it was.
  const [untouched, ...others] = usable.filter((place) => !place.lineOf.some((line) => search.isWritten(line)));
  if (untouched !== undefined && others.length === 0) return { type: "place", place: untouched };
  if (edit.atEnd) {
    const last = usable.at(-1);
    if (last && texts.slice(last.end).every(isBlank)) return { type: "place", place: last };
  }
  // In a scope that the file has once, the first place is meant.
  if (isBinding && scopes?.length === 1 && only) return { type: "place", place: only };
  const ordered = isBinding ? undefined : onlyInOrder(search, usable, work);
  if (ordered) return { type: "place", place: ordered };
  const hinted = byHint(edit, usable);
  if (hinted) return { type: "place", place: hinted };
  if (twins === usable.length && exactness !== "similar" && only) return { type: "place", place: only };
  return {
    type: "none",
    reason: `What the edit searches, beginning with "${first}", is in the file ${String(usable.length)} times.`,
    candidates,
  };
}

/**
 * Lists the places that an edit may mean, in file order: those in its scope if there are any, and of these the ones that no other edit
 * has written, if there are any. None for an edit that searches only blank lines.
 */
export function findEditReadings(
  { edit, texts, scopes, isWritten }: Pick<EditSearch, "edit" | "texts" | "scopes" | "isWritten">,
  work: Work,
): readonly (EditPlacement | ElidedPlace)[] {
  if (edit.search.every(isBlank)) return [];
  const { places } = placesOf(edit, texts, work);
  const inScope = places.filter((place) => scopes?.some((scope) => isInScope(place, scope)) ?? true);
  const usable = inScope.length > 0 ? inScope : places;
  const untouched = usable.filter((place) => !place.lineOf.some(isWritten));
  return untouched.length > 0 ? untouched : usable;
}

/** Dots that the file has itself are text, such as the body `...` in Python; others leave lines out. */
function placesOf(edit: Edit, texts: readonly string[], work: Work): Places {
  if (!edit.search.some(isElision)) return locateLines(edit.search, texts, work);
  const literal = locateLines(edit.search, texts, work, "exact");
  if (literal.places.length > 0) return literal;
  const { exactness, places } = locateElided(edit.search, texts, work);
  return { exactness, places: likelyPlaces(places) };
}

/** Of several places only the one whose counts are right, if those of the others are far off. */
function likelyPlaces(places: readonly ElidedPlace[]): readonly ElidedPlace[] {
  const [best, next] = places.toSorted((a, b) => a.miscount - b.miscount);
  return best !== undefined && next !== undefined && isFarBehind(best.miscount, next.miscount) ? [best] : places;
}

/** Whether the first of two distances from what was claimed may be a slip, and the second is too far off to be one. */
function isFarBehind(best: number, next: number): boolean {
  return best <= 3 && next >= 3 * best + 3;
}

/** The only place between the edits before and those after, if all of them stand in the order of the file. */
function onlyInOrder(
  { floor, later, texts }: EditSearch,
  places: readonly EditPlacement[],
  work: Work,
): EditPlacement | undefined {
  if (floor === undefined) return undefined;
  let ceiling = texts.length;
  for (const edit of later) {
    if (!takeSteps(work, texts.length)) return undefined;
    const found = placesOf(edit, texts, work).places;
    const [place] = found;
    if (found.length !== 1 || place === undefined) continue;
    if (place.start < floor) return undefined;
    ceiling = place.start;
    break;
  }
  const between = places.filter(({ start, end }) => start >= floor && end <= ceiling);
  return between.length === 1 && (floor > 0 || ceiling < texts.length) ? between[0] : undefined;
}

/** The place at the claimed line, or the only one near it. */
function byHint(edit: Edit, places: readonly EditPlacement[]): EditPlacement | undefined {
  if (edit.lineHint === undefined) return undefined;
  const hint = edit.lineHint - 1;
  const [best, next] = places.toSorted((a, b) => Math.abs(a.start - hint) - Math.abs(b.start - hint));
  if (!best || !next) return best;
  return isFarBehind(Math.abs(best.start - hint), Math.abs(next.start - hint)) ? best : undefined;
}

/** An edit that searches nothing: it fills an empty file, or inserts where its hints say. */
function findInsertion({ edit, texts, scopes, isBinding }: EditSearch): Found {
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

/** Where searched lines stand, for the user to look at. */
function nearest(edit: Edit, texts: readonly string[]): readonly Candidate[] {
  const keys = new Set(edit.search.filter((line) => line.trim().length > 3).map(looseKey));
  return texts
    .flatMap((line, index) =>
      keys.has(looseKey(line)) ? [{ original: { start: index, end: index + 1 }, label: line.trim() }] : [],
    )
    .slice(0, 5);
}
