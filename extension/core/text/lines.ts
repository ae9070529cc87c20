/** One line of a text without its end, and the end itself; only the last line may have the empty end. */
export interface Line {
  readonly text: string;
  readonly eol: Eol;
}

export type Eol = "" | "\n" | "\r\n" | "\r";

/** A text as lines. `joinLines(splitLines(text)) === text` for every string. */
export interface Lines {
  readonly bom: string;
  readonly lines: readonly Line[];
}

const BOM = "\uFEFF";

/**
 * Splits a text at `\n`, `\r\n` and lone `\r`. A final newline ends the last line and does not begin an empty one, so `""` has no lines and
 * `"a\n"` has one.
 */
export function splitLines(text: string): Lines {
  const bom = text.startsWith(BOM) ? BOM : "";
  const lines: Line[] = [];
  let start = bom.length;
  while (start < text.length) {
    const [end, eol] = findLineEnd(text, start);
    lines.push({ text: text.slice(start, end), eol });
    start = end + eol.length;
  }
  return { bom, lines };
}

function findLineEnd(text: string, start: number): [end: number, eol: Eol] {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) return [i, "\n"];
    if (code === 13) return [i, text.charCodeAt(i + 1) === 10 ? "\r\n" : "\r"];
  }
  return [text.length, ""];
}

/** Joins lines to a text: the inverse of `splitLines`. */
export function joinLines({ bom, lines }: Lines): string {
  return bom + lines.map((line) => line.text + line.eol).join("");
}

/** Returns the texts of the lines alone, without their ends or a byte order mark. */
export function lineTexts(text: string): string[] {
  return splitLines(text).lines.map((line) => line.text);
}

/**
 * Splits a text into lines as an editor counts them: at least one, and a final newline begins an empty last one, so `""` has one line and
 * `"a\n"` has two. Joined by one newline they give the text again, except for its kinds of line ends.
 */
export function editorLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** Finds the line end that most lines have; `\n` if no line has one, or if no other is more frequent. */
export function dominantEol(lines: readonly Line[]): Exclude<Eol, ""> {
  const counts = { "\n": 0, "\r\n": 0, "\r": 0 };
  for (const { eol } of lines) if (eol !== "") counts[eol]++;
  if (counts["\r\n"] > counts["\n"] && counts["\r\n"] >= counts["\r"]) return "\r\n";
  return counts["\r"] > counts["\n"] ? "\r" : "\n";
}

/** A run of whole lines: zero-based, end-exclusive, empty when both are equal. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Checks whether a text has line ends of several kinds, or lone `\r`, so that an editor with one kind per file cannot keep them. */
export function mixesLineEnds(text: string): boolean {
  return /\r(?!\n)/.test(text) || (text.includes("\r\n") && /(?<!\r)\n/.test(text));
}

/** Checks whether two texts are the same except for blank lines, blanks at the ends of lines, line ends, and a byte order mark. */
export function isSameText(a: string, b: string): boolean {
  const said = (text: string): string =>
    lineTexts(text)
      .map((line) => line.trimEnd())
      .filter((line) => line !== "")
      .join("\n");
  return a === b || said(a) === said(b);
}
