/** A source, and what its declarations are. */
export interface Sample {
  readonly language: string;
  readonly source: string;
  /** One a line: `kind qualifier|name start/nameLine-end`, indented below its owner. */
  readonly declarations: string;
  /** What the grammar wrongly finds in the sample. */
  readonly errors?: number;
}

/** A template's text without its first and last line and without the indentation of this file. */
export function trimmed(template: string): string {
  return template
    .split("\n")
    .slice(1, -1)
    .map((line) => line.slice(6) + "\n")
    .join("");
}
