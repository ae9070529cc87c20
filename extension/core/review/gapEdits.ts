import type { RowType, ShownRow } from "./reviewRows.ts";
import { insertion, replacement, type TextEdit, type TextPlace } from "./textEdit.ts";

/** What lies between two rows that stay: rows that go, rows that come, or both. */
export interface Gap {
  readonly shown: readonly ShownRow[];
  readonly rows: readonly ShownRow[];
  /** The colours of the shown rows when their texts change: the new ones where rows stay. Taken away here where needed. */
  readonly colours: RowType[];
  /** What the rows have for a text before placeholders are filled. Emptied here where needed. */
  readonly texts: string[];
  /** The shown rows that stay above and below; -1 and the number of shown rows if there is none. */
  readonly above: number;
  readonly below: number;
  /** The rows that these become. */
  readonly rowAbove: number;
  readonly rowBelow: number;
}

/** Makes the edits that remove rows of the gap and bring others, ascending, without touching a colour that is not their own. */
export function gapEdits(gap: Gap): TextEdit[] {
  const { shown, colours, above, below, rowAbove, rowBelow } = gap;
  if (rowBelow === rowAbove + 1) return removal(gap);
  if (below === above + 1) return addition(gap);
  // The rows that go belong to no colour once they have lost their own, so that others can take their place.
  colours.fill("unchanged", above + 1, below);
  const next = below === shown.length || isPushedAtEnd(gap) ? rowAbove + 1 : endOfRun(gap);
  const added = appended(gap, next);
  if (next === rowBelow) return [...added, replacement(startOf(above + 1), startOf(below), "")];
  return [...added, replacement(startOf(above + 1), endOf(shown, below - 1), placed(gap, next).join("\n"))];
}

/** Rows that belong to a run that stays are taken out of it from inside; others lose their colour first. */
function removal({ shown, colours, above, below }: Gap): TextEdit[] {
  let first = above + 1;
  while (first < below && isSameColour(colours, above, first)) first++;
  let last = below - 1;
  while (last >= first && isSameColour(colours, below, last)) last--;
  colours.fill("unchanged", first, last + 1);
  if (first === above + 1 && below < shown.length) return [replacement(startOf(first), startOf(below), "")];
  const edits = [replacement(endOf(shown, above), endOf(shown, last), "")];
  if (last + 1 < below) edits.push(replacement(startOf(last + 1), startOf(below), ""));
  return edits;
}

/** Rows that come where none goes. */
function addition(gap: Gap): TextEdit[] {
  const { shown, colours, texts, above, below, rowAbove, rowBelow } = gap;
  const next = endOfRun(gap);
  const isInside = next === rowBelow && isSameColour(colours, above, below);
  if (isInside && isPushedAtEnd(gap)) return [insertion(startOf(below), linesBefore(texts.slice(rowAbove + 1, next)))];
  const from = isPushedAtEnd(gap) ? rowAbove + 1 : next;
  if (from === rowBelow) return appended(gap, from);
  if (below < shown.length && (colours[below] === "unchanged" || colours[above] !== "unchanged")) {
    colours[below] = "unchanged";
    return [...appended(gap, from), insertion(startOf(below), linesBefore(placed(gap, from)))];
  }
  colours[above] = "unchanged";
  return [insertion(endOf(shown, above), linesAfter(placed(gap, rowAbove + 1)))];
}

/** Finds the row after those that continue the coloured run of the row above. */
function endOfRun({ colours, rows, above, rowAbove, rowBelow }: Gap): number {
  let next = rowAbove + 1;
  const colour = colours[above];
  if (colour === undefined || colour === "unchanged") return next;
  while (next < rowBelow && rows[next]?.type === colour) next++;
  return next;
}

/** The end of an empty first row is also the start of its colour, which an insertion would push. */
function isPushedAtEnd({ shown, colours, above }: Gap): boolean {
  return shown[above]?.text === "" && colours[above - 1] !== colours[above];
}

function appended({ shown, texts, above, rowAbove }: Gap, next: number): TextEdit[] {
  const lines = texts.slice(rowAbove + 1, next);
  return lines.length === 0 ? [] : [insertion(endOf(shown, above), linesAfter(lines))];
}

/** The texts of the rows from `next` on: those to be coloured come empty. */
function placed({ rows, texts, rowBelow }: Gap, next: number): string[] {
  for (let row = next; row < rowBelow; row++) if (rows[row]?.type !== "unchanged") texts[row] = "";
  return texts.slice(next, rowBelow);
}

function isSameColour(colours: readonly RowType[], stays: number, row: number): boolean {
  return colours[stays] === colours[row] && colours[row] !== "unchanged";
}

function linesBefore(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function linesAfter(lines: readonly string[]): string {
  return lines.map((line) => `\n${line}`).join("");
}

function startOf(line: number): TextPlace {
  return { line, character: 0 };
}

function endOf(shown: readonly ShownRow[], line: number): TextPlace {
  return { line, character: shown[line]?.text.length ?? 0 };
}
