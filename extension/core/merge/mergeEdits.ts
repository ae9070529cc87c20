import { lineDiff } from "../diff/lineDiff.ts";
import { formatOf } from "../sketch/formats.ts";
import type { Edit, EditFormat } from "../sketch/sketch.ts";
import { joinLines, splitLines, type LineRange } from "../text/lines.ts";
import { alternativesOf } from "./editAlternatives.ts";
import { findScopes } from "./editScope.ts";
import { isElision } from "./elidedEdit.ts";
import { findEditPlace } from "./findEdit.ts";
import { endLines } from "./lineEnds.ts";
import type { Candidate, MergeResult, Piece, PiecePlacement } from "./mergeResult.ts";
import type { Original } from "./original.ts";
import { leftOutPiece, placedPieces } from "./pieces.ts";
import { replaceAt, type Current } from "./replaceEdit.ts";
import { takeSteps, TOO_MUCH_WORK, type Work } from "../text/work.ts";

/** Edits times lines, each of which is looked at a few times: about a second. */
const MAX_WORK = 1_500_000;
/** A shorter file counts as one of this many lines, since each edit looks at those before it. */
const FEW_LINES = 300;

/** An edit that changes something. */
interface WantedEdit extends Edit {
  /** Which one of the sketch it is. */
  readonly index: number;
}

/** An edit that is not made. */
interface LeftOutEdit {
  readonly edit: WantedEdit;
  readonly reason: string;
  readonly candidates: readonly Candidate[];
  /** Whether making it somewhere else could be meant. */
  readonly isOpen: boolean;
}

/**
 * Makes SEARCH/REPLACE edits or hunks of a diff, one after the other, each in the file that the one before left. Lines that an edit
 * searches and writes again keep the bytes of the file. An edit that has no place, or several, is left out and the others are made; if more
 * than 20 are left out, the result is ambiguous.
 */
export function mergeEdits(
  { format, edits }: { readonly format: EditFormat; readonly edits: readonly Edit[] },
  original: Original,
  work: Work,
): MergeResult {
  // A file that is only moved has no edits.
  if (edits.length === 0) return { type: "merged", text: original.text, pieces: [] };
  const wanted = edits
    .map((edit, index): WantedEdit => ({ ...withoutOuterElisions(edit), index }))
    .filter((edit) => edit.isCutOff === true || !sameLines(edit.search, edit.replace));
  const ambiguous = (reason: string, draft = original.text): MergeResult => ({
    type: "ambiguous",
    reason,
    draft,
    candidates: [],
  });
  if (wanted.length === 0) return { type: "no-sketch", reason: "The edits change nothing." };
  if (wanted.length * Math.max(original.lines.length, FEW_LINES) > MAX_WORK) {
    return ambiguous(
      `There are ${String(wanted.length)} edits for a file of ${String(original.lines.length)} lines, too many to try them all.`,
    );
  }
  let current: readonly Current[] = original.source.map(({ text, eol }, origin) => ({
    text,
    eol: eol === "" ? undefined : eol,
    origin,
  }));
  const { isScopeBinding } = formatOf(format);
  const scopesOf = ({ scope }: Edit, texts: readonly string[]): readonly LineRange[] | undefined =>
    scope.length === 0
      ? undefined
      : findScopes(scope, texts, { language: original.language, mayBeCut: !isScopeBinding });
  const twins = new Twins(wanted);
  let placements: readonly PiecePlacement[] = [];
  /** The edit of each placement. */
  const made: WantedEdit[] = [];
  const left: LeftOutEdit[] = [];
  let floor: number | undefined = 0;
  for (const [position, edit] of wanted.entries()) {
    if (left.length > MAX_LEFT) return ambiguous(left[0]?.reason ?? "", write(current, original));
    const leaveOut = (reason: string, candidates?: readonly Candidate[]): void => {
      left.push({ edit, reason, candidates: candidates ?? [], isOpen: candidates !== undefined });
    };
    const count = twins.take(edit);
    if (edit.isCutOff === true) {
      leaveOut("The reply ends in the middle of an edit, so that a part of it may be missing.");
      continue;
    }
    // Edits may make the file longer and longer.
    if (!takeSteps(work, STEPS_OF_LINE * current.length)) return ambiguous(TOO_MUCH_WORK, write(current, original));
    const texts = current.map(({ text }) => text);
    const scopes = scopesOf(edit, texts);
    const later = wanted.slice(position + 1, position + 1 + LOOK_AHEAD);
    const isWritten = (line: number): boolean => line >= 0 && current[line]?.origin === undefined;
    const found = findEditPlace(
      { edit, texts, scopes, isBinding: isScopeBinding, isWritten, twins: count, floor, later },
      work,
    );
    if (work.isSpent) return ambiguous(TOO_MUCH_WORK, write(current, original));
    if (found.type === "none") {
      const candidates = found.candidates.map((one) => ({ ...one, original: originOf(one.original, current) }));
      leaveOut(found.reason, candidates);
      continue;
    }
    const { place } = found;
    const isAgain = made.some((other, nth) => {
      const { start = 0, end = 0 } = placements[nth]?.result ?? {};
      return place.start < end && start < place.end && doesSame(other, edit);
    });
    if (isAgain) {
      leaveOut("The reply makes the same edit a second time where it was made before.");
      continue;
    }
    const written = replaceAt(edit, place, current, original);
    if (written === undefined) {
      const reason = `What the edit writes keeps lines by "...", and nothing tells which of those that it leaves out.`;
      leaveOut(reason, [{ original: originOf(place, current), label: texts[place.start]?.trim() ?? "" }]);
      continue;
    }
    floor = floor === undefined || place.start < floor ? undefined : place.start + written.length;
    made.push(edit);
    placements = [
      ...placements.map((earlier) => ({ ...earlier, result: movedBy(earlier.result, place, written.length) })),
      {
        sketch: linesOf(edits[edit.index] ?? edit, format),
        original: originOf(place, current),
        result: { start: place.start, end: place.start + written.length },
        ...("skipped" in place && { elided: place.skipped.map((range) => originOf(range, current)) }),
      },
    ];
    current = [...current.slice(0, place.start), ...written, ...current.slice(place.end)];
  }
  const text = write(current, original);
  const placed = placedPieces(placements).map((piece, nth) => ({ ...piece, index: made[nth]?.index ?? nth }));
  if (left.length === 0) return { type: "merged", text, pieces: placed };
  const looked = left.filter(({ isOpen }) => isOpen).map(({ edit }) => edit);
  const alternatives = alternativesOf(looked, current, original, scopesOf, work);
  const others = left.map(({ edit, reason, candidates }): Piece => {
    const sketch = linesOf(edits[edit.index] ?? edit, format);
    const piece = { index: edit.index, sketch, written: edit.replace, reason, candidates };
    return leftOutPiece(piece, alternatives[looked.indexOf(edit)] ?? []);
  });
  return { type: "partial", text, pieces: [...placed, ...others].sort((a, b) => a.index - b.index) };
}

/** What it takes to look at a line of the file under each reading. */
const STEPS_OF_LINE = 20;

/** If more edits than this have no place, nobody can say that they are for this file, and looking for them all would take long. */
const MAX_LEFT = 20;

/** How many edits after one are asked for their place if that one has several. */
const LOOK_AHEAD = 8;

const sameLines = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

const doesSame = (one: Edit, other: Edit): boolean =>
  sameLines(one.search, other.search) && sameLines(one.replace, other.replace);

/** The lines of the reply that an edit takes up, with its markers, but without the lines that say where it stands. */
function linesOf({ replyLine, search, replace, isCutOff }: Edit, format: EditFormat): LineRange {
  const start = replyLine - 1;
  if (isCutOff === true) return { start, end: start + 1 };
  const { markerLines } = formatOf(format);
  if (markerLines !== undefined) return { start, end: start + search.length + replace.length + markerLines };
  // In a hunk what is in both halves is written once.
  const added = lineDiff(search, replace).reduce((sum, change) => sum + change.new.end - change.new.start, 0);
  return { start, end: start + search.length + added };
}

/** Counts edits that do the same. */
class Twins {
  readonly #left = new Map<string, number>();

  constructor(edits: readonly Edit[]) {
    for (const edit of edits) this.#left.set(keyOf(edit), (this.#left.get(keyOf(edit)) ?? 0) + 1);
  }

  /** How many there are from this one on. */
  take(edit: Edit): number {
    const left = this.#left.get(keyOf(edit)) ?? 0;
    this.#left.set(keyOf(edit), left - 1);
    return left;
  }
}

const keyOf = ({ search, replace }: Edit): string => JSON.stringify([search, replace]);

/** Where lines are after others were written in the place of some. */
function movedBy(lines: LineRange, place: LineRange, written: number): LineRange {
  const shift = written - (place.end - place.start);
  if (lines.end <= place.start) return lines;
  return { start: lines.start >= place.end ? lines.start + shift : lines.start, end: lines.end + shift };
}

/** The lines of the original that a range of the file as it is now began as; empty if all are new. */
function originOf({ start, end }: LineRange, current: readonly Current[]): LineRange {
  const origins = current.slice(start, end).flatMap(({ origin }) => (origin === undefined ? [] : [origin]));
  const at = current[start]?.origin ?? current[start - 1]?.origin ?? 0;
  if (origins.length === 0) return { start: at, end: at };
  // Parts may have changed places.
  const [least, most] = [Math.min, Math.max].map((choose) => origins.reduce((one, other) => choose(one, other)));
  return { start: least ?? at, end: (most ?? at) + 1 };
}

function write(current: readonly Current[], original: Original): string {
  return joinLines({ bom: original.bom, lines: endLines(current, original.source) });
}

/** Removes elisions that begin, or end, both halves of an edit, since they say nothing. */
function withoutOuterElisions(edit: Edit): Edit {
  const { search, replace } = edit;
  const isAt = (index: number): boolean => isElision(search.at(index) ?? "") && isElision(replace.at(index) ?? "");
  const most = Math.min(search.length, replace.length);
  let start = 0;
  while (start < most && isAt(start)) start++;
  let end = 0;
  while (end < most - start && isAt(-1 - end)) end++;
  if (start + end === 0) return edit;
  return {
    ...edit,
    search: search.slice(start, search.length - end),
    replace: replace.slice(start, replace.length - end),
  };
}

/** Writes `text` as a new file: a last line without an end gets `\n`. */
export function newFileText(text: string): string {
  const { bom, lines } = splitLines(text);
  return joinLines({ bom, lines: lines.map((line) => ({ text: line.text, eol: line.eol === "" ? "\n" : line.eol })) });
}
