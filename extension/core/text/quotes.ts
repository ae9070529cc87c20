/** Checks whether a string in quotes is open at a place of a line. */
export function isInQuotes(line: string, end: number): boolean {
  let quote = "";
  for (let at = 0; at < end; at++) {
    const char = line[at] ?? "";
    if (quote === "") quote = openedBy(char);
    else if (char === "\\") at++;
    else if (char === quote) quote = "";
  }
  return quote !== "";
}

/**
 * Finds where a comment up to the end of a line begins: at the blank before the first `//`, `#` or `-- ` that stands in no quotes. `Infinity` if
 * there is none, or a quote has no partner, so that nobody knows what is in quotes.
 */
export function findLineComment(line: string): number {
  let quote = "";
  let found = Infinity;
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? "";
    if (quote !== "") {
      if (char === "\\") at++;
      else if (char === quote) quote = "";
    } else if (found === Infinity && char.trim() === "" && beginsComment(line, at + 1)) found = at;
    else quote = openedBy(char);
  }
  return quote === "" ? found : Infinity;
}

const openedBy = (char: string): string => (/["'`]/.test(char) ? char : "");

const beginsComment = (line: string, at: number): boolean =>
  line.startsWith("//", at) || line[at] === "#" || (line.startsWith("--", at) && /\s/.test(line[at + 2] ?? ""));
