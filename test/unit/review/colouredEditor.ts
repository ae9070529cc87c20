import type { TextStep } from "../../../extension/core/review/reviewEdits.ts";
import type { RowType, ShownRow } from "../../../extension/core/review/reviewRows.ts";
import type { TextEdit } from "../../../extension/core/review/textEdit.ts";

/** A text with whole-line decorations, moved by edits as VS Code moves them; offsets in the text. */
export interface ColouredText {
  readonly text: string;
  readonly decorations: readonly Decoration[];
}

interface Decoration {
  readonly type: Exclude<RowType, "unchanged">;
  readonly start: number;
  readonly end: number;
}

/** Whether markers at an inserted text go behind it, as with workspace edits, or a range grows over it at both ends. */
export type Markers = "pushed" | "growing";

export function textOf(rows: readonly ShownRow[]): string {
  return rows.map((row) => row.text).join("\n");
}

/** One decoration per run, from the start of its first line to the end of its last one. */
export function paint(rows: readonly ShownRow[]): ColouredText {
  const decorations: Decoration[] = [];
  let offset = 0;
  let before: RowType = "unchanged";
  for (const { type, text } of rows) {
    const end = offset + text.length;
    const last = decorations.at(-1);
    if (type !== "unchanged" && type === before && last) decorations[decorations.length - 1] = { ...last, end };
    else if (type !== "unchanged") decorations.push({ type, start: offset, end });
    before = type;
    offset = end + 1;
  }
  return { text: textOf(rows), decorations };
}

/** Applies edits of one text, the last one first, so that the offsets of the others stay. */
export function applyEdits(given: ColouredText, edits: readonly TextEdit[], markers: Markers): ColouredText {
  const starts = lineStarts(given.text);
  const at = (line: number, character: number): number => {
    const offset = (starts[line] ?? NaN) + character;
    if (!(offset <= given.text.length) || character > lengthOfLine(given.text, starts, line))
      throw new Error(`No place ${line}:${character}`);
    return offset;
  };
  let result = given;
  let limit = Infinity;
  for (const edit of edits.toReversed()) {
    const start = at(edit.startLine, edit.startCharacter);
    const end = at(edit.endLine, edit.endCharacter);
    if (start > end || end > limit) throw new Error("Edits overlap or descend");
    limit = start;
    result = {
      text: result.text.slice(0, start) + edit.text + result.text.slice(end),
      decorations: result.decorations.map((each) => moved(each, start, end, edit.text.length, markers)),
    };
  }
  return result;
}

/** An insertion at a marker moves it, or leaves it, or makes its range grow; what is deleted takes it to its start. */
function moved(decoration: Decoration, start: number, end: number, inserted: number, markers: Markers): Decoration {
  const move = (offset: number, isEnd: boolean): number => {
    if (offset < start) return offset;
    if (offset > end) return offset + inserted - (end - start);
    if (markers === "pushed") return start + inserted;
    if (start === end) return isEnd ? start + inserted : start;
    return Math.min(offset, start + inserted);
  };
  const newStart = move(decoration.start, false);
  return { ...decoration, start: newStart, end: Math.max(newStart, move(decoration.end, true)) };
}

/** The colours that each line has; a whole-line decoration colours each line that it touches, even an empty one. */
function coloursOfLines({ text, decorations }: ColouredText): ReadonlySet<RowType>[] {
  const starts = lineStarts(text);
  const colours = starts.map(() => new Set<RowType>());
  for (const { type, start, end } of decorations)
    for (const [line, lineStart] of starts.entries())
      if (lineStart <= end && start <= lineStart + lengthOfLine(text, starts, line)) colours[line]?.add(type);
  return colours;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) if (text[i] === "\n") starts.push(i + 1);
  return starts;
}

function lengthOfLine(text: string, starts: readonly number[], line: number): number {
  return (starts[line + 1] ?? text.length + 1) - 1 - (starts[line] ?? 0);
}

/** What is wrong to see in a line before the step is painted: each a sentence. A placeholder may have no colour yet. */
export function wronglyColoured(step: TextStep, seen: ColouredText): string[] {
  return coloursOfLines(seen).flatMap((colours, line) => {
    const row = step.rows[line];
    const wrong = [...colours].filter((colour) => colour !== row?.type);
    return wrong.length > 0
      ? [`Line ${line}, ${row?.type ?? "unexpected"}, is ${wrong.join()}: ${row?.text ?? ""}`]
      : [];
  });
}

/** The lines that have a text but not the colour promised. */
export function lackingColour(step: TextStep, seen: ColouredText): string[] {
  return coloursOfLines(seen).flatMap((colours, line) => {
    const row = step.rows[line];
    const isSeen = row === undefined || row.type === "unchanged" || row.text === "" || colours.has(row.type);
    return isSeen ? [] : [`Line ${line} is not ${row.type}: ${row.text}`];
  });
}
