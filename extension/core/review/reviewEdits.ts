import type { RowType } from "./reviewRows.ts";

/** What the review document shows in one line. */
export interface ShownRow {
  readonly type: RowType;
  readonly text: string;
}

/** A replacement in the text before the step: zero-based lines and UTF-16 columns; `text` has `\n` only. */
export interface TextEdit {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
  readonly text: string;
}

/** Edits to be applied at once, and the rows to be coloured right after them. */
export interface TextStep<R extends ShownRow = ShownRow> {
  /** Ascending, not overlapping; none where only colours change. */
  readonly edits: readonly TextEdit[];
  readonly rows: readonly R[];
}

export function reviewEdits<R extends ShownRow>(
  shown: readonly R[],
  rows: readonly R[],
): { readonly steps: readonly TextStep<R>[] } {
  const last = shown.at(-1)?.text ?? "";
  const end = { endLine: Math.max(shown.length - 1, 0), endCharacter: last.length };
  const text = rows.map((row) => row.text).join("\n");
  return { steps: [{ edits: [{ startLine: 0, startCharacter: 0, ...end, text }], rows }] };
}
