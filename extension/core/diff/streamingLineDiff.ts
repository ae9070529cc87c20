/**
 * A rewrite that arrives in pieces, shown over its original: what has arrived, then what the original has left. It changes with `push`; the
 * arrays that it returns do not.
 */
export interface StreamingLineDiff {
  /** Takes the next piece of the rewrite, of any size; it may end between `\r` and `\n`. */
  push(text: string): void;
  /**
   * Returns the complete lines so far, then the lines of the original from the one that the rewrite has reached. The latest lines are left
   * out while they may turn out to be lines of the original further down: they would be shown as new ones.
   */
  proposal(): readonly string[];
  /** Returns the rewrite as editor lines; to be called after the last piece. */
  finish(): readonly string[];
}

/** How sure a run of equal lines must be before it says where the rewrite stands, by how many lines it skips. */
const CONFIRMATIONS = [
  { skipped: 3, lines: 1, telling: 1 },
  { skipped: 40, lines: 2, telling: 1 },
  { skipped: Infinity, lines: 3, telling: 2 },
] as const;

/** The most places of one line that are followed at once: it bounds time, as a bare bracket can stand anywhere. */
const MAX_PLACES = 64;

/** A run of the latest lines of the rewrite, as found in the original. */
interface Run {
  readonly start: number;
  readonly end: number;
  /** Its lines that have a word in them; blank lines and lone brackets tell nothing. */
  readonly telling: number;
}

/**
 * Follows a rewrite of `original` (editor lines). The line reached never goes back. While the rewrite repeats the original, that line
 * advances; after a new line it waits for lines that stand further down, the more of them the further down they are. Takes time in
 * proportion to the rewrite.
 */
export function createStreamingLineDiff(original: readonly string[]): StreamingLineDiff {
  const places = placesOfLines(original);
  const lines: string[] = [];
  let reached = 0;
  let runs: readonly Run[] = [];
  // The pieces of the line that has no end yet: joined once, as a file may be one long line.
  let open: string[] = [];
  let isAfterReturn = false;

  const take = (line: string): void => {
    lines.push(line);
    if (original[reached] === line) {
      reached++;
      runs = [];
      return;
    }
    const telling = isTelling(line) ? 1 : 0;
    const extended = runs
      .filter(({ end }) => original[end] === line)
      .map((run) => ({ ...run, end: run.end + 1, telling: run.telling + telling }));
    const known = new Set(extended.map(({ end }) => end));
    const begun = placesFrom(places.get(line) ?? [], reached)
      .filter((place) => !known.has(place + 1))
      .map((place) => ({ start: place, end: place + 1, telling }));
    runs = [...extended, ...begun].slice(0, MAX_PLACES);
    const sure = runs.filter((run) => isSure(run, reached));
    if (sure.length === 0) return;
    reached = sure.reduce((least, { end }) => Math.min(least, end), Infinity);
    runs = [];
  };

  return {
    push(text) {
      let start = isAfterReturn && text.startsWith("\n") ? 1 : 0;
      if (text !== "") isAfterReturn = text.endsWith("\r");
      for (let i = start; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code !== 10 && code !== 13) continue;
        take(open.join("") + text.slice(start, i));
        open = [];
        if (code === 13 && text.charCodeAt(i + 1) === 10) i++;
        start = i + 1;
      }
      if (start < text.length) open.push(text.slice(start));
    },
    proposal: () => {
      const waiting = runs.reduce((most, { start, end }) => Math.max(most, end - start), 0);
      return [...lines.slice(0, lines.length - waiting), ...original.slice(reached)];
    },
    finish: () => [...lines, open.join("")],
  };
}

function isTelling(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

function isSure(run: Run, reached: number): boolean {
  const need = CONFIRMATIONS.find(({ skipped }) => run.start - reached <= skipped);
  return need !== undefined && run.end - run.start >= need.lines && run.telling >= need.telling;
}

function placesOfLines(lines: readonly string[]): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = places.get(line);
    if (known) known.push(index);
    else places.set(line, [index]);
  }
  return places;
}

/** Finds the nearest of the ascending places that are not before `from`, at most `MAX_PLACES`. */
function placesFrom(places: readonly number[], from: number): readonly number[] {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return places.slice(low, low + MAX_PLACES);
}
