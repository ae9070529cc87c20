import { meet, imageOf } from "../diff/clusters.ts";
import { knownDiff } from "../diff/knownDiff.ts";
import type { LineChange } from "../diff/lineChange.ts";
import type { LineRange } from "../text/lines.ts";
import {
  keepOrder,
  placesOf,
  settleChoices,
  shownReading,
  withReadings,
  withoutChoices,
  type Choice,
  type OpenProposal,
  type Reading,
} from "./choices.ts";

/**
 * Moves the choices of a proposal to the one that it has become, whatever changed it. A reading whose lines were changed is dropped; the
 * shown one becomes what is there now. A choice without any reading stays: its piece is not decided.
 */
export function moveChoices(
  choices: readonly Choice[],
  before: readonly string[],
  after: readonly string[],
): readonly Choice[] {
  if (choices.length === 0 || before === after) return choices;
  const changes = knownDiff(before, after);
  if (changes.length === 0) return choices;
  const sure = withoutChoices({ proposal: before, choices });
  const places = widenedPlaces(choices, changes);
  const toSure = changes
    .filter(({ old }) => !places.some(({ place }) => meet(place, old)))
    .map((change): LineChange => {
      const above = places.filter(({ place }) => place.end <= change.old.start);
      return { old: moveBy(change.old, growth(above, "place")), new: moveBy(change.new, growth(above, "now")) };
    });
  const moved = choices.map((choice): Choice => {
    const own = places.find((one) => one.choices[0] === choice);
    const isLost = places.some((one) => one.choices.includes(choice)) && !own;
    const isShown = (index: number): boolean => index === choice.shown?.reading;
    const readings = choice.readings.map((reading, index): Reading => {
      if (!own || !isShown(index)) return { ...reading, range: imageOf(reading.range, toSure) };
      const { now, range } = own;
      // Among insertions in one place nothing else tells which is first.
      const start = now.start + growth(places.slice(0, places.indexOf(own)), "now");
      const lines = after.slice(now.start, now.end);
      return { ...reading, range: { start, end: start + range.end - range.start }, lines };
    });
    const isLeft = (index: number): boolean => {
      if (isShown(index)) return !isLost;
      const range = choice.readings[index]?.range;
      return range !== undefined && !toSure.some(({ old }) => meet(range, old));
    };
    return withReadings(choice, readings, isLeft, own && sure.slice(own.range.start, own.range.end));
  });
  return keepOrder(moved, choices);
}

/** The places of shown readings, each with all lines of the changes that it meets. */
function widenedPlaces(choices: readonly Choice[], changes: readonly LineChange[]): readonly WidePlace[] {
  const places: Omit<WidePlace, "now">[] = [];
  for (const { choice, place } of placesOf(choices)) {
    const met = changes.filter(({ old }) => meet(place, old));
    const start = Math.min(place.start, met[0]?.old.start ?? place.start);
    const end = Math.max(place.end, met.at(-1)?.old.end ?? place.end);
    const own = shownReading(choice)?.range ?? place;
    const range = { start: own.start - (place.start - start), end: own.end + (end - place.end) };
    const before = places.at(-1);
    if (before && (start < before.place.end || meet(before.place, { start, end }))) {
      const last = Math.max(before.place.end, end);
      places[places.length - 1] = {
        choices: [...before.choices, choice],
        place: { start: before.place.start, end: last },
        range: { start: before.range.start, end: own.end + (last - place.end) },
      };
    } else places.push({ choices: [choice], place: { start, end }, range });
  }
  return places.map((one) => ({ ...one, now: imageOf(one.place, changes) }));
}

/** What shown readings are when changes of the proposal meet them. */
interface WidePlace {
  /** If one change meets what several of them show, it counts as what the first one shows. */
  readonly choices: readonly Choice[];
  /** Lines of the proposal before and after the changes, and of the sure text. */
  readonly place: LineRange;
  readonly now: LineRange;
  readonly range: LineRange;
}

/** How many lines the sure text has more than the proposal, at these places. */
function growth(places: readonly WidePlace[], side: "place" | "now"): number {
  const size = ({ start, end }: LineRange): number => end - start;
  return places.reduce((sum, place) => sum + size(place.range) - size(place[side]), 0);
}

function moveBy({ start, end }: LineRange, lines: number): LineRange {
  return { start: start + lines, end: end + lines };
}

/**
 * Moves the choices of a sure text to the one that it has become. A reading whose lines were changed is dropped, and a choice that showed
 * it shows nothing.
 */
export function followSure(
  choices: readonly Choice[],
  before: readonly string[],
  after: readonly string[],
): readonly Choice[] {
  const changes = knownDiff(before, after);
  const isLeft = (reading: Reading): boolean => !changes.some(({ old }) => meet(reading.range, old));
  const followed = choices.map((choice): Choice => {
    const shown = shownReading(choice);
    const readings = choice.readings.map((reading) => ({ ...reading, range: imageOf(reading.range, changes) }));
    const isReadingLeft = choice.readings.map(isLeft);
    const instead = shown && isLeft(shown) ? choice.shown?.instead : undefined;
    return withReadings(choice, readings, (reading) => isReadingLeft[reading] === true, instead);
  });
  return keepOrder(followed, choices);
}

/**
 * Joins the choices of a proposal with others of the same proposal. If both show something for the same lines, only the added choice stays
 * open: it was made for what the present one shows.
 */
export function joinChoices(present: OpenProposal, added: OpenProposal): readonly Choice[] {
  const sure = withoutChoices(added);
  const known = moveChoices(present.choices, present.proposal, sure);
  const shown = placesOf(known);
  const readings = added.choices.flatMap((choice) => shownReading(choice) ?? []);
  const both = shown.filter(({ choice, place }) => readings.some(({ range }) => isInTheWay(choice, place, range)));
  const apart = settleChoices(known, new Set(both.map(({ choice }) => choice.id)));
  const changes = placesOf(apart).map(({ choice, place }) => ({
    old: place,
    new: shownReading(choice)?.range ?? place,
  }));
  const moved = added.choices.map((choice): Choice => {
    const isApart = (reading: number): boolean => {
      const range = choice.readings[reading]?.range;
      return range !== undefined && !changes.some(({ old }) => meet(range, old));
    };
    const inSure = choice.readings.map((reading) => ({ ...reading, range: imageOf(reading.range, changes) }));
    return withReadings(choice, inSure, isApart, choice.shown?.instead);
  });
  return [...apart, ...moved];
}

/** Whether a choice that shows something in this place cannot stay beside a reading of this range. */
function isInTheWay(choice: Choice, place: LineRange, range: LineRange): boolean {
  const own = shownReading(choice)?.range ?? place;
  // Two insertions in one place are in the order of their choices: the added one could only come below.
  const isBelow = isEmpty(own) && isEmpty(range) && range.start === place.start;
  return isBelow || meet(place, range);
}

function isEmpty({ start, end }: LineRange): boolean {
  return start === end;
}
