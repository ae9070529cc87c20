import { alignByColour, alignByDocument } from "./alignRows.ts";
import { gapEdits } from "./gapEdits.ts";
import type { RowType, ShownRow } from "./reviewRows.ts";
import { editInLine, insertion, type TextEdit } from "./textEdit.ts";

/** Edits to be applied at once, and the rows to be coloured right after them. */
export interface TextStep<R extends ShownRow = ShownRow> {
  /** Ascending; one may begin where the one before it ends, but none overlap. None at all if only colours change. */
  readonly edits: readonly TextEdit[];
  readonly rows: readonly R[];
}

/**
 * Computes the steps from the rows shown (at least one) to others (at least one); none if types and texts are the same.
 * The colours are whole-line decorations, one per run, that an editor moves with the text: they grow by what is
 * inserted at their end, are pushed by what is inserted at their start, and fall on a neighbour when their last line
 * goes. So there are up to three steps:
 *
 * 1. rows take their new colours while the text stays; rows that will go lose theirs if no row of their run stays;
 * 2. rows go and come: a coloured run that stays gets its new rows at the end of the row above them, and any other
 *    coloured row comes as an empty placeholder, away from all colours;
 * 3. placeholders, which have their colours by now, get their texts. If the steps stop before this one and begin anew for
 *    the same rows or others, those texts come in the second step.
 *
 * If each step is painted before the next one, no line is ever seen in a colour that is not its own, though a row that
 * comes or goes may lack it for one step.
 */
export function reviewEdits<R extends ShownRow>(
  shown: readonly R[],
  rows: readonly R[],
): { readonly steps: readonly TextStep<R>[] } {
  const edits = editsAlong(shown, rows, alignByColour(shown, rows));
  return edits.isColourLost ? editsAlong(shown, rows, alignByDocument(shown, rows)) : edits;
}

/** Selects what one frame of a stream shows: the steps up to the first that changes the text. The next frame goes on from its rows. */
export function oneFrame<R extends ShownRow>(steps: readonly TextStep<R>[]): readonly TextStep<R>[] {
  const first = steps.findIndex(({ edits }) => edits.length > 0);
  return first === -1 ? steps : steps.slice(0, first + 1);
}

interface Edits<R extends ShownRow> {
  readonly steps: readonly TextStep<R>[];
  /** Whether a row that stays lacks its colour for a step, since others can only come where it would take them in. */
  readonly isColourLost: boolean;
}

/** An empty shown row that gets a text, and the edit for it. */
interface EmptyRow {
  readonly edit: TextEdit;
  readonly partner: number;
  readonly index: number;
}

function editsAlong<R extends ShownRow>(shown: readonly R[], rows: readonly R[], partners: Int32Array): Edits<R> {
  // Plain loops: every frame of a stream goes over all rows.
  const colours = shown.map((row) => row.type);
  rows.forEach((row, index) => {
    const partner = partners[index] ?? -1;
    if (partner >= 0) colours[partner] = row.type;
  });
  const texts = rows.map((row) => row.text);
  const edits: TextEdit[] = [];
  const emptyRows: EmptyRow[] = [];
  let above = -1;
  let rowAbove = -1;
  const passGap = (below: number, rowBelow: number): void => {
    if (below > above + 1 || rowBelow > rowAbove + 1)
      for (const edit of gapEdits({ shown, rows, colours, texts, above, below, rowAbove, rowBelow })) edits.push(edit);
    above = below;
    rowAbove = rowBelow;
  };
  for (let index = 0; index < rows.length; index++) {
    const partner = partners[index] ?? -1;
    if (partner < 0) continue;
    passGap(partner, index);
    const before = shown[partner]?.text ?? "";
    const after = rows[index]?.text ?? "";
    if (before === after) continue;
    const edit = before === "" ? insertion({ line: partner, character: 0 }, after) : editInLine(partner, before, after);
    if (before === "") emptyRows.push({ edit, partner, index });
    edits.push(edit);
  }
  passGap(shown.length, rows.length);
  // An empty row takes its text at once if it has its colour already, and otherwise as a placeholder does.
  const late = new Set<TextEdit>();
  for (const { edit, partner, index } of emptyRows) {
    if (shown[partner]?.type === rows[index]?.type && colours[partner] === rows[index]?.type) continue;
    late.add(edit);
    texts[index] = "";
  }
  const atOnce = edits.filter((edit) => !late.has(edit));
  const isColourLost = rows.some(({ type }, index) => {
    const partner = partners[index] ?? -1;
    return partner >= 0 && type !== "unchanged" && colours[partner] !== type;
  });

  const steps: TextStep<R>[] = [];
  if (shown.some((row, index) => row.type !== colours[index]))
    steps.push({ edits: [], rows: recoloured(shown, rows, partners, colours) });
  const fills: TextEdit[] = [];
  rows.forEach(({ text }, line) => {
    if (text !== texts[line]) fills.push(insertion({ line, character: 0 }, text));
  });
  if (atOnce.length > 0)
    steps.push({
      edits: atOnce,
      rows: fills.length === 0 ? rows : rows.map((row, index) => changed(row, row.type, texts[index] ?? "")),
    });
  if (fills.length > 0) steps.push({ edits: fills, rows });
  return { steps, isColourLost };
}

/** The shown texts in the colours given, as the rows that they become where they stay. */
function recoloured<R extends ShownRow>(
  shown: readonly R[],
  rows: readonly R[],
  partners: Int32Array,
  colours: readonly RowType[],
): R[] {
  const result = shown.map((row, index) => changed(row, colours[index] ?? row.type, row.text));
  rows.forEach((row, index) => {
    const partner = partners[index] ?? -1;
    if (partner >= 0) result[partner] = changed(row, colours[partner] ?? row.type, shown[partner]?.text ?? "");
  });
  return result;
}

function changed<R extends ShownRow>(row: R, type: RowType, text: string): R {
  return row.type === type && row.text === text ? row : { ...row, type, text };
}
