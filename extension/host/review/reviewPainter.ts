import {
  DecorationRangeBehavior,
  OverviewRulerLane,
  Range,
  TextEditorLineNumbersStyle,
  ThemeColor,
  window,
  type DecorationOptions,
  type Disposable,
  type TextEditor,
  type TextEditorDecorationType,
} from "vscode";
import { intraLineDiff, pairLines, type CharRange } from "../../core/diff/intraLineDiff.ts";
import type { Row } from "../../core/review/reviewRows.ts";
import type { Hunk } from "../../core/review/reviewState.ts";
import { createMarkType, hunkHover, markAt } from "./hunkMarks.ts";

/** What an editor of a review document shows: the rows as they stand in its text, and the hunks that they come from. */
export interface Painting {
  readonly rows: readonly Row[];
  readonly hunks: readonly Hunk[];
  /** While a rewrite streams in, only what is on the screen gets line numbers, and lines no emphasis within. */
  readonly isStreaming: boolean;
}

/**
 * Rows around the visible ones that get line numbers, so that scrolling finds them in place. For VS Code each number is a
 * style rule of its own, so few have them at a time, and fewer still while each update makes them all anew.
 */
const MARGIN = { whole: 60, streaming: 30 };

/** How long line numbers and all that is within lines wait in an editor that has just been opened, in milliseconds. */
const DETAILS_AFTER_MS = 50;

/** What an editor has been painted with. */
interface Painted {
  readonly rows: readonly Row[];
  readonly hunks: readonly Hunk[];
  readonly isStreaming: boolean;
  readonly version: number;
  readonly numbered: readonly RowRange[];
}

type RowRange = readonly [start: number, end: number];

type Kind =
  "added" | "removed" | "addedText" | "removedText" | "warned" | "sign" | "addedSign" | "removedSign" | "hover";

/** Colours the lines of review documents, and draws signs and both columns of line numbers before them. */
export class ReviewPainter implements Disposable {
  readonly #types: Record<Kind, TextEditorDecorationType>;
  readonly #painted = new WeakMap<TextEditor, Painted>();

  constructor() {
    this.#types = {
      added: wholeLine("fastApply.addedLineBackground", "fastApply.addedLineBorder", "fastApply.addedRuler"),
      removed: wholeLine("fastApply.removedLineBackground", "fastApply.removedLineBorder", "fastApply.removedRuler"),
      addedText: withinLine("fastApply.addedTextBackground"),
      removedText: withinLine("fastApply.removedTextBackground"),
      warned: createMarkType(),
      sign: signs("editorLineNumber.foreground"),
      addedSign: signs("fastApply.addedSign"),
      removedSign: signs("fastApply.removedSign"),
      hover: window.createTextEditorDecorationType({}),
    };
  }

  /** Paints what has changed since the last time. The rows must agree with the text that the editor shows. */
  paint(editor: TextEditor, painting: Painting): void {
    if (this.#isPainted(editor, painting)) return;
    const isFirst = !this.#painted.has(editor);
    const { rows } = painting;
    editor.setDecorations(this.#types.added, runs(rows, "added"));
    editor.setDecorations(this.#types.removed, runs(rows, "removed"));
    if (!isFirst) {
      this.#paintDetails(editor, painting);
      return;
    }
    // While VS Code still builds the editor, the details would hold its colours up.
    this.#keep(editor, painting, []);
    setTimeout(() => {
      if (this.#isPainted(editor, painting)) this.#paintDetails(editor, painting);
    }, DETAILS_AFTER_MS);
  }

  #paintDetails(editor: TextEditor, painting: Painting): void {
    if (editor.options.lineNumbers !== TextEditorLineNumbersStyle.Off) {
      editor.options = { ...editor.options, lineNumbers: TextEditorLineNumbersStyle.Off };
    }
    this.#setNumbers(editor, painting);
    const { rows, hunks, isStreaming } = painting;
    if (isStreaming) return;
    const set = (kind: Kind, ranges: readonly Range[] | readonly DecorationOptions[]): void => {
      editor.setDecorations(this.#types[kind], ranges);
    };
    const { added, removed } = emphasis(rows, hunks.length);
    set("addedText", added);
    set("removedText", removed);
    set("warned", warnings(rows, hunks));
    set("hover", hovers(rows, hunks));
  }

  /** Paints line numbers after scrolling, where the rows that are on the screen now have none yet. */
  paintNumbers(editor: TextEditor, painting: Painting): void {
    const painted = this.#painted.get(editor);
    if (painted === undefined || painted.numbered.length === 0 || !this.#isPainted(editor, painting)) return;
    const isNumbered = ({ start, end }: Range): boolean =>
      painted.numbered.some(([from, to]) => from <= start.line && Math.min(end.line + 1, painting.rows.length) <= to);
    if (!editor.visibleRanges.every(isNumbered)) this.#setNumbers(editor, painting);
  }

  #isPainted(editor: TextEditor, { rows, hunks, isStreaming }: Painting): boolean {
    const painted = this.#painted.get(editor);
    return (
      painted?.rows === rows &&
      painted.hunks === hunks &&
      painted.isStreaming === isStreaming &&
      painted.version === editor.document.version
    );
  }

  #setNumbers(editor: TextEditor, { rows, hunks, isStreaming }: Painting): void {
    const width = String(rows.length).length;
    const options: Record<Row["type"], DecorationOptions[]> = { unchanged: [], added: [], removed: [] };
    const numbered = rangesToNumber(editor, rows.length, isStreaming ? MARGIN.streaming : MARGIN.whole);
    // What is still to come moves the new numbers of the rows below.
    const settled = isStreaming ? rows.findLastIndex(({ type }) => type === "added") : rows.length;
    for (const [start, end] of numbered) {
      for (let at = start; at < end; at++) {
        const row = rows[at];
        if (row === undefined) continue;
        options[row.type].push({
          range: new Range(at, 0, at, 0),
          renderOptions: { before: { contentText: numbersOf(row, width, at <= settled) } },
        });
      }
    }
    editor.setDecorations(this.#types.sign, options.unchanged);
    editor.setDecorations(this.#types.addedSign, options.added);
    editor.setDecorations(this.#types.removedSign, options.removed);
    this.#keep(editor, { rows, hunks, isStreaming }, numbered);
  }

  #keep(editor: TextEditor, { rows, hunks, isStreaming }: Painting, numbered: readonly RowRange[]): void {
    this.#painted.set(editor, { rows, hunks, isStreaming, version: editor.document.version, numbered });
  }

  dispose(): void {
    for (const type of Object.values(this.#types)) type.dispose();
  }
}

function wholeLine(background: string, border: string, ruler: string): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor(background),
    // Seen in the high contrast themes only; the others have it transparent.
    borderColor: new ThemeColor(border),
    borderStyle: "dashed",
    borderWidth: "1px 0",
    overviewRulerColor: new ThemeColor(ruler),
    overviewRulerLane: OverviewRulerLane.Full,
  });
}

function withinLine(background: string): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor(background),
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
}

function signs(color: string): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
    before: { color: new ThemeColor(color), fontStyle: "normal", fontWeight: "normal", margin: "0 1ch 0 0" },
  });
}

/** One range for each run of rows of a type, so that a line added to it while streaming takes its colour at once. */
function runs(rows: readonly Row[], type: Row["type"]): Range[] {
  const ranges: Range[] = [];
  for (let at = 0; at < rows.length; at++) {
    if (rows[at]?.type !== type) continue;
    const start = at;
    while (rows[at + 1]?.type === type) at++;
    ranges.push(new Range(start, 0, at, rows[at]?.text.length ?? 0));
  }
  return ranges;
}

function rangesToNumber(editor: TextEditor, count: number, margin: number): readonly RowRange[] {
  const ranges: RowRange[] = [];
  for (const { start, end } of editor.visibleRanges) {
    const from = Math.max(0, start.line - margin, ranges.at(-1)?.[1] ?? 0);
    ranges.push([from, Math.min(count, end.line + 1 + margin)]);
  }
  // An editor that has just been opened does not say yet what it shows.
  return ranges.length > 0 ? ranges : [[0, Math.min(count, 2 * margin)]];
}

const NO_BREAK_SPACE = "\u00A0";

function numbersOf({ type, oldLine, newLine }: Row, width: number, isSettled: boolean): string {
  const column = (line: number | undefined): string =>
    (line === undefined ? "" : String(line + 1)).padStart(width, NO_BREAK_SPACE);
  const sign = { unchanged: NO_BREAK_SPACE, added: "+", removed: "-" }[type];
  return `${column(oldLine)}${NO_BREAK_SPACE}${column(isSettled ? newLine : undefined)}${NO_BREAK_SPACE}${sign}`;
}

/** The parts of changed lines that differ, where a removed line has its counterpart. */
function emphasis(rows: readonly Row[], hunkCount: number): { added: Range[]; removed: Range[] } {
  const result: { added: Range[]; removed: Range[] } = { added: [], removed: [] };
  const rowsOf = (hunk: number, type: Row["type"]): number[] =>
    byHunk[hunk]?.filter((at) => rows[at]?.type === type) ?? [];
  const byHunk: number[][] = Array.from({ length: hunkCount }, () => []);
  rows.forEach(({ hunk }, at) => {
    if (hunk !== undefined) byHunk[hunk]?.push(at);
  });
  const textOf = (at: number): string => rows[at]?.text ?? "";
  const toRange = (at: number, { start, end }: CharRange): Range => new Range(at, start, at, end);
  for (let hunk = 0; hunk < hunkCount; hunk++) {
    const [old, fresh] = [rowsOf(hunk, "removed"), rowsOf(hunk, "added")];
    if (old.length === 0 || fresh.length === 0) continue;
    for (const pair of pairLines(old.map(textOf), fresh.map(textOf))) {
      const [oldAt, newAt] = [old[pair.old] ?? 0, fresh[pair.new] ?? 0];
      const difference = intraLineDiff(textOf(oldAt), textOf(newAt));
      if (difference === undefined) continue;
      for (const range of difference.old) result.removed.push(toRange(oldAt, range));
      for (const range of difference.new) result.added.push(toRange(newAt, range));
    }
  }
  return result;
}

function firstRows(rows: readonly Row[], count: number): number[] {
  const first: number[] = Array.from({ length: count }, () => -1);
  rows.forEach(({ hunk }, at) => {
    if (hunk !== undefined && first[hunk] === -1) first[hunk] = at;
  });
  return first;
}

function warnings(rows: readonly Row[], hunks: readonly Hunk[]): DecorationOptions[] {
  const first = firstRows(rows, hunks.length);
  return hunks.flatMap((hunk, index): DecorationOptions[] => {
    const at = first[index] ?? -1;
    return at < 0 ? [] : markAt(hunk, at, rows[at]?.text.length ?? 0);
  });
}

function hovers(rows: readonly Row[], hunks: readonly Hunk[]): DecorationOptions[] {
  const texts = hunks.map(hunkHover);
  const ranges = new Map<number, { start: number; end: number }>();
  rows.forEach(({ hunk }, at) => {
    if (hunk === undefined) return;
    const range = ranges.get(hunk);
    if (range) range.end = at;
    else ranges.set(hunk, { start: at, end: at });
  });
  return [...ranges].flatMap(([hunk, { start, end }]): DecorationOptions[] => {
    const hoverMessage = texts[hunk];
    if (hoverMessage === undefined || hoverMessage.value === "") return [];
    return [{ range: new Range(start, 0, end, rows[end]?.text.length ?? 0), hoverMessage }];
  });
}
