import { imageOf, meet } from "../diff/clusters.ts";
import { knownDiff } from "../diff/knownDiff.ts";
import type { LineChange } from "../diff/lineChange.ts";
import { applyLineEdits, equalLines, spliceLines, type LineEdit } from "../diff/lineEdits.ts";
import { revise, spliceOf } from "../merge/alternatives.ts";
import type { LeftOut } from "../merge/mergeResult.ts";
import type { LineRange } from "../text/lines.ts";

/** One thing that an open piece may mean: `lines` in place of `range` of the sure text, which is the proposal without what choices show. */
export interface Reading {
  readonly range: LineRange;
  readonly lines: readonly string[];
  /** What a user reads: "after line 12, `foo();`". */
  readonly label: string;
  /** From 0 to 1. */
  readonly certainty: number;
}

/** A piece of an answer that may mean several things. The user decides: takes the reading that the proposal shows, another one, or none. */
export interface Choice {
  /** The same one as long as it is open. */
  readonly id: string;
  /** Why it is not sure, in words that a user understands. */
  readonly reason: string;
  /** The lines that it has to write. */
  readonly written: readonly string[];
  /** The likeliest first. */
  readonly readings: readonly Reading[];
  /** The one that the proposal has, and the lines of the sure text that it stands in place of; `undefined`: none fits. */
  readonly shown: { readonly reading: number; readonly instead: readonly string[] } | undefined;
  /** The model that has chosen the reading that is shown: that is sure, and another one is not. */
  readonly by?: string | undefined;
}

/** A proposal with its choices. */
export interface OpenProposal {
  readonly proposal: readonly string[];
  readonly choices: readonly Choice[];
}

/** Makes the id of the choice that stands for a piece of an apply. */
export function choiceId(apply: string, piece: LeftOut["index"]): string {
  return `${apply}/${String(piece)}`;
}

/** Tells by its id whether a choice stands for a piece of this apply. */
export function isChoiceOf(apply: string, id: Choice["id"]): boolean {
  return id.startsWith(`${apply}/`);
}

/** Lists the choices that show nothing and so have no hunk: their pieces fit nowhere, or other choices block all their readings. */
export function unplacedChoices({ choices }: Pick<OpenProposal, "choices">): readonly Choice[] {
  return choices.filter(({ shown }) => shown === undefined);
}

/**
 * Makes the proposal that shows, for each open piece, the likeliest reading that no earlier piece blocks. `original` and `sure`: the
 * lines of the file, and those of the text with all that is sure, for which the alternatives of `pieces` were made. `apply`: an id of the
 * apply, for the ids of the choices. `decided`: the readings that a model (`by`) has chosen, by number of the piece.
 */
export function openProposal(
  original: readonly string[],
  sure: readonly string[],
  pieces: readonly LeftOut[],
  apply: string,
  decided?: { readonly by: string; readonly choices: ReadonlyMap<number, number> },
): OpenProposal {
  const revision = revise(original, sure);
  const choices = pieces.map((piece): Choice => {
    const { index, reason, written } = piece;
    const alternatives = piece.state === "open" ? piece.alternatives : [];
    const readings = alternatives.map((alternative): Reading => {
      const { place, lines } = spliceOf(revision, alternative);
      return { range: place, lines, label: alternative.label, certainty: alternative.certainty };
    });
    return { id: choiceId(apply, index), reason, written, readings, shown: undefined };
  });
  return pieces.reduce<OpenProposal>(
    (open, { index }, at) => {
      const chosen = decided?.choices.get(index);
      const shown = showReading(open, at, chosen ?? nextReading(open.choices, at, 1));
      if (!shown || chosen === undefined) return shown ?? open;
      return {
        ...shown,
        choices: shown.choices.map((one, other) => (other === at ? { ...one, by: decided?.by } : one)),
      };
    },
    { proposal: sure, choices },
  );
}

/**
 * Finds the reading of a choice that comes `step` after the one shown, wrapping around and skipping those that other choices block;
 * `undefined` if there is no other.
 */
export function nextReading(choices: readonly Choice[], index: number, step: 1 | -1): number | undefined {
  const choice = choices[index];
  const count = choice?.readings.length ?? 0;
  const from = choice?.shown?.reading ?? (step === 1 ? -1 : 0);
  const others = Array.from({ length: count }, (_, passed) => (from + step * (passed + 1) + 2 * count) % count);
  return others.find((reading) => reading !== choice?.shown?.reading && isFree(choices, index, reading));
}

/** Checks whether no other choice shows something for the lines of a reading. */
function isFree(choices: readonly Choice[], index: number, reading: number): boolean {
  const range = choices[index]?.readings[reading]?.range;
  if (!range) return false;
  return choices.every((other, at) => {
    const taken = at === index ? undefined : shownReading(other)?.range;
    return !taken || !(meet(range, taken) || (range.start === taken.start && range.end === taken.end));
  });
}

/**
 * Makes the proposal that shows another reading of a choice; `undefined` if there is none of that number, another choice blocks it, or no
 * line would be left.
 */
export function showReading(
  { proposal, choices }: OpenProposal,
  index: number,
  reading: number | undefined,
): OpenProposal | undefined {
  if (reading === undefined || !isFree(choices, index, reading)) return undefined;
  const sure = withoutChoices({ proposal, choices });
  const changed = choices.map((choice, at): Choice => {
    const range = choice.readings[reading]?.range;
    if (at !== index || !range) return choice;
    return { ...choice, shown: { reading, instead: sure.slice(range.start, range.end) }, by: undefined };
  });
  const shown = withShown(sure, changed);
  return shown && { proposal: shown, choices: changed };
}

/**
 * Shows the lines that a piece has to write before a line of the proposal, as one more reading of it. `undefined` if there is no such
 * choice, or another one blocks the place.
 */
export function putPiece(open: OpenProposal, index: number, line: number, label: string): OpenProposal | undefined {
  const { proposal, choices } = open;
  const choice = choices[index];
  if (!choice) return undefined;
  const places = placesOf(choices);
  const inside = places.find(({ place }) => place.start < line && line < place.end);
  const at = inside?.place.start ?? Math.min(line, proposal.length);
  const above = places.filter(({ place }) => place.end <= at && place.start < at);
  const start = above.reduce(
    (sum, { place, choice: { shown } }) => sum + (shown?.instead.length ?? 0) - (place.end - place.start),
    at,
  );
  const own = { range: { start, end: start }, lines: choice.written, label, certainty: 0 };
  const readings = [...choice.readings, own];
  const known = choices.map((one, number) => (number === index ? { ...choice, readings } : one));
  return showReading({ proposal, choices: known }, index, readings.length - 1);
}

const sureTexts = new WeakMap<
  readonly Choice[],
  { readonly of: readonly string[]; readonly sure: readonly string[] }
>();

/**
 * Computes the sure text: the proposal without what open pieces show in it, which may be no line at all. Returns the same array for the
 * same proposal and choices.
 */
export function withoutChoices({ proposal, choices }: OpenProposal): readonly string[] {
  const known = sureTexts.get(choices);
  if (known?.of === proposal) return known.sure;
  const edits = placesOf(choices).map(({ place, choice }): LineEdit => ({
    range: place,
    lines: choice.shown?.instead ?? [],
  }));
  const sure = spliceLines(proposal, edits);
  sureTexts.set(choices, { of: proposal, sure });
  return sure;
}

/**
 * Finds the lines of the proposal that are there because a choice shows them; empty ranges where it has taken lines out. None if it shows
 * nothing.
 */
export function linesOfChoice({ proposal, choices }: OpenProposal, choice: Choice): readonly LineRange[] {
  const place = placesOf(choices).find((one) => one.choice === choice)?.place;
  const { shown } = choice;
  if (!place || !shown) return [];
  // A diff of the whole texts finds the same changes at the same lines as that of the review does.
  const without = applyLineEdits(proposal, [{ range: place, lines: shown.instead }]);
  return knownDiff(without, proposal).map((change) => change.new);
}

/**
 * Settles choices, by id: what they show is sure now and stays in the proposal. Returns the others, without readings of lines that are now
 * settled.
 */
export function settleChoices(choices: readonly Choice[], settled: ReadonlySet<string>): readonly Choice[] {
  if (settled.size === 0) return choices;
  let grown = 0;
  const changes: LineChange[] = [];
  const shownNow = new Map<Choice, LineRange>();
  for (const { choice, reading } of shownReadings(choices)) {
    const { range: old, lines } = reading;
    const start = old.start + grown;
    // Taken from the display order: if several choices insert at the same place, their ranges do not say which comes first.
    shownNow.set(choice, { start, end: old.end + grown });
    if (!settled.has(choice.id)) continue;
    grown += lines.length - (old.end - old.start);
    changes.push({ old, new: { start, end: start + lines.length } });
  }
  const left = choices
    .filter(({ id }) => !settled.has(id))
    .map((choice) => {
      const isShown = (reading: number): boolean => reading === choice.shown?.reading;
      const isLeft = (reading: number): boolean => {
        const range = choice.readings[reading]?.range;
        return isShown(reading) || !(range && changes.some(({ old }) => meet(range, old)));
      };
      const readings = choice.readings.map((one, index) => {
        const range = isShown(index) ? shownNow.get(choice) : undefined;
        return { ...one, range: range ?? imageOf(one.range, changes) };
      });
      return withReadings(choice, readings, isLeft, choice.shown?.instead);
    });
  return keepOrder(left, choices);
}

/** Drops choices, by id: what they show is not in the proposal any more. If no line would be left, the others show nothing. */
export function dropChoices(open: OpenProposal, dropped: ReadonlySet<string>): OpenProposal {
  if (dropped.size === 0) return open;
  return showAll(
    withoutChoices(open),
    open.choices.filter(({ id }) => !dropped.has(id)),
  );
}

/**
 * Makes the proposal of a sure text with the choices of two applies to it. If both show something for the same lines, or insert the same
 * lines in one place, what the earlier one shows is hidden: its choice stays and shows nothing. If no line would be left, none shows
 * anything.
 */
export function showBoth(sure: readonly string[], earlier: readonly Choice[], later: readonly Choice[]): OpenProposal {
  const taken = shownReadings(later).map(({ reading }) => reading);
  const beside = earlier.map((choice) => {
    const own = shownReading(choice);
    return own && taken.some((reading) => excludeEachOther(own, reading)) ? hide(choice) : choice;
  });
  return showAll(sure, [...beside, ...later]);
}

function excludeEachOther(one: Reading, other: Reading): boolean {
  const isInsertion = one.range.start === one.range.end && other.range.start === other.range.end;
  if (!isInsertion) return meet(one.range, other.range);
  return one.range.start === other.range.start && equalLines(one.lines, other.lines);
}

function hide(choice: Choice): Choice {
  return { ...choice, shown: undefined, by: undefined };
}

function showAll(sure: readonly string[], choices: readonly Choice[]): OpenProposal {
  const proposal = withShown(sure, choices);
  return proposal ? { proposal, choices } : { proposal: sure.length > 0 ? sure : [""], choices: choices.map(hide) };
}

/** Makes the proposal of the sure text and what choices show; `undefined` if that has no line, which no editor can show. */
function withShown(sure: readonly string[], choices: readonly Choice[]): readonly string[] | undefined {
  const edits = placesOf(choices).flatMap(({ choice }) => shownReading(choice) ?? []);
  const lines = spliceLines(sure, edits);
  return lines.length > 0 ? lines : undefined;
}

/**
 * Checks whether choices can be those of a proposal: what they show does not overlap in it, and all their readings lie in the sure text.
 */
export function areChoicesOf({ proposal, choices }: OpenProposal): boolean {
  const places = placesOf(choices);
  const isApart = places.every(({ choice, place }, index) => {
    const { start = 0, end = 0 } = shownReading(choice)?.range ?? {};
    const before = places[index - 1]?.place.end ?? 0;
    return before <= place.start && place.end <= proposal.length && choice.shown?.instead.length === end - start;
  });
  if (!isApart) return false;
  const { length } = withoutChoices({ proposal, choices });
  return choices.every(({ readings }) => readings.every(({ range }) => range.end <= length));
}

/** Reorders choices that now insert in one place into the order in which `before` shows them. */
export function keepOrder(choices: readonly Choice[], before: readonly Choice[]): readonly Choice[] {
  const order = shownReadings(before).map(({ choice }) => choice.id);
  return choices.map((choice) => {
    const at = insertedAt(choice);
    const together = choices.filter((other) => at !== undefined && insertedAt(other) === at);
    const inOrder = together.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
    return inOrder[together.indexOf(choice)] ?? choice;
  });
}

function insertedAt(choice: Choice): number | undefined {
  const range = shownReading(choice)?.range;
  return range && range.start === range.end ? range.start : undefined;
}

/** Reduces a choice to the readings that are left. `instead`: what the shown one stands in place of; `undefined` if it is not left. */
export function withReadings(
  choice: Choice,
  readings: readonly Reading[],
  isLeft: (reading: number) => boolean,
  instead: readonly string[] | undefined,
): Choice {
  const left = readings.filter((_, index) => isLeft(index));
  const before = readings.filter((_, index) => index < (choice.shown?.reading ?? 0) && isLeft(index)).length;
  return { ...choice, readings: left, shown: choice.shown && instead && { reading: before, instead } };
}

/** Lists what choices show, as changes of the sure text that make the proposal. */
export function shownChanges(choices: readonly Choice[]): readonly LineChange[] {
  return placesOf(choices).map(({ choice, place }) => ({ old: shownReading(choice)?.range ?? place, new: place }));
}

interface ShownPlace {
  readonly choice: Choice;
  /** Lines of the proposal. */
  readonly place: LineRange;
}

/** Finds where the shown readings are in the proposal, ascending. */
export function placesOf(choices: readonly Choice[]): readonly ShownPlace[] {
  let grown = 0;
  return shownReadings(choices).map(({ choice, reading: { range, lines } }) => {
    const start = range.start + grown;
    grown += lines.length - (range.end - range.start);
    return { choice, place: { start, end: start + lines.length } };
  });
}

/** What choices show, ascending; insertions in one place in the order of their choices. */
function shownReadings(choices: readonly Choice[]): readonly { readonly choice: Choice; readonly reading: Reading }[] {
  return choices
    .flatMap((choice) => {
      const reading = shownReading(choice);
      return reading ? [{ choice, reading }] : [];
    })
    .sort((a, b) => a.reading.range.start - b.reading.range.start || a.reading.range.end - b.reading.range.end);
}

/** Returns the reading that a choice shows; `undefined` if it shows nothing. */
export function shownReading({ readings, shown }: Choice): Reading | undefined {
  return shown && readings[shown.reading];
}
