/** A figure of a bench. */
export interface Row {
  readonly what: string;
  readonly value: string;
  readonly target: string;
  /** `undefined`: nothing is asked of it. */
  readonly reached: boolean | undefined;
}

/** The upper one of the two in the middle; `NaN` of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

export function count(value: number): string {
  return value.toLocaleString("en");
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

/** Prints one line for each figure. */
export function printTable(table: readonly Row[]): void {
  const cells = table.map(({ what, value, target, reached }) => [
    what,
    value,
    target,
    reached === undefined ? "" : reached ? "pass" : "MISS",
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
