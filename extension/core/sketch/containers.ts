/**
 * The containers of CommonMark (section 5 of the specification) as far as fences need them: which block quotes and list
 * items a line is in. Columns count from zero, a tab reaches to the next multiple of four.
 */
export type Container =
  | { readonly type: "quote" }
  /** `column`: where the item's content begins; a line belongs to the item if it is indented that far. */
  | { readonly type: "item"; readonly column: number };

/** A place in a line. */
export interface Position {
  readonly offset: number;
  readonly column: number;
  /** Columns that remain of a tab whose first ones a container took. */
  readonly owed: number;
}

export interface Containers {
  readonly containers: readonly Container[];
  readonly position: Position;
}

const LINE_START: Position = { offset: 0, column: 0, owed: 0 };

/** Deeper nesting is never meant, and a limit keeps hostile text linear. */
const MAX_DEPTH = 16;

/** Finds which of `containers`, outermost first, `text` continues, and the place after their markers. A blank line continues list items. */
export function leaveContainers(text: string, containers: readonly Container[]): Containers {
  let position = LINE_START;
  for (const [depth, container] of containers.entries()) {
    const next =
      container.type === "quote" ? skipQuoteMark(text, position) : skipItemIndent(text, position, container.column);
    if (next === undefined) return { containers: containers.slice(0, depth), position };
    position = next;
  }
  return { containers, position };
}

/** Adds the containers that begin on this line to those that it continues, up to `MAX_DEPTH` in all. */
export function enterContainers(text: string, { containers, position }: Containers): Containers {
  const entered = [...containers];
  while (entered.length < MAX_DEPTH) {
    const quote = skipQuoteMark(text, position);
    const item = quote === undefined ? skipItemMark(text, position) : undefined;
    const next = quote ?? item;
    if (next === undefined) break;
    entered.push(quote === undefined ? { type: "item", column: next.column } : { type: "quote" });
    position = next;
  }
  return { containers: entered, position };
}

function skipQuoteMark(text: string, position: Position): Position | undefined {
  if (columnsOfIndent(text, position) > 3) return undefined;
  const mark = skipIndent(text, position, 3);
  if (text[mark.offset] !== ">") return undefined;
  return skipIndent(text, { offset: mark.offset + 1, column: mark.column + 1, owed: 0 }, 1);
}

function skipItemIndent(text: string, position: Position, column: number): Position | undefined {
  const wanted = column - position.column;
  const indent = columnsOfIndent(text, position);
  if (indent >= wanted) return skipIndent(text, position, wanted);
  return restOfLine(text, position).trim() === "" ? skipIndent(text, position, indent) : undefined;
}

const ITEM_MARK = /(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/y;

function skipItemMark(text: string, position: Position): Position | undefined {
  if (columnsOfIndent(text, position) > 3) return undefined;
  const start = skipIndent(text, position, 3);
  ITEM_MARK.lastIndex = start.offset;
  const mark = ITEM_MARK.exec(text)?.[0];
  if (mark === undefined) return undefined;
  const behind = { offset: start.offset + mark.length, column: start.column + mark.length, owed: 0 };
  const indent = columnsOfIndent(text, behind);
  const isBlank = text.slice(behind.offset).trim() === "";
  // Five columns or more: an indented code block begins one column behind the mark. Blank: so would any content.
  if (isBlank || indent > 4) return { ...skipIndent(text, behind, 1), column: behind.column + 1 };
  return skipIndent(text, behind, indent);
}

/** Counts the columns of blanks from `position` on; a tab reaches to the next multiple of 4. */
export function columnsOfIndent(text: string, position: Position): number {
  return skipIndent(text, position, Infinity).column - position.column;
}

/** Skips at most `columns` columns of blanks. */
export function skipIndent(text: string, { offset, column, owed }: Position, columns: number): Position {
  const end = column + columns;
  const fromTab = Math.min(owed, columns);
  column += fromTab;
  owed -= fromTab;
  while (owed === 0 && column < end) {
    const char = text[offset];
    if (char === " ") column++;
    else if (char === "\t") {
      const stop = column + 4 - (column % 4);
      owed = Math.max(0, stop - end);
      column = Math.min(stop, end);
    } else break;
    offset++;
  }
  return { offset, column, owed };
}

/** Returns the text from `position` on; what is left of a tab becomes spaces. */
export function restOfLine(text: string, { offset, owed }: Position): string {
  return " ".repeat(owed) + text.slice(offset);
}
