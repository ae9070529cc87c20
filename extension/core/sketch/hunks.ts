/** What unified diffs and v4a patches have in common: the `@@` line and the lines behind it. */

export interface HunkHeader {
  /** One-based first line in the original, if the header has numbers. */
  readonly lineHint: number | undefined;
  /** The header says that nothing of the original is replaced, so that `lineHint` is the line before. */
  readonly isInsertion: boolean;
  /** Text that names the surroundings: `@@ class Foo`, `@@ -1,2 +1,3 @@ class Foo`. */
  readonly scope: string | undefined;
}

/** Reads `@@ -1,3 +1,4 @@ section`, `@@ ... @@`, `@@ class Foo` or a bare `@@`; `undefined` for any other line. */
export function readHunkHeader(line: string): HunkHeader | undefined {
  if (!line.startsWith("@@")) return undefined;
  const rest = line.slice(2);
  const close = rest.indexOf("@@");
  const inner = (close < 0 ? rest : rest.slice(0, close)).trim();
  const section = close < 0 ? "" : rest.slice(close + 2).trim();
  const range = /^-?(\d{1,9})(?:,(\d{1,9}))?(?![^\s,+-])/.exec(inner);
  const first = range ? Number(range[1]) : 0;
  const isInsertion = range?.[2] === "0";
  // Numbers, dots and the word "line" do not name anything.
  const named = inner.length < 500 && !/^(?:lines?\b)?[-+\d,.…\s]*$/i.test(inner) ? inner : undefined;
  return {
    lineHint: first > 0 ? first : undefined,
    isInsertion,
    scope: section === "" ? named : section,
  };
}

export interface PatchHunkLines {
  readonly search: readonly string[];
  readonly replace: readonly string[];
  /** False if every line is context, so that nothing happens. */
  readonly changes: boolean;
}

/**
 * Reads the lines of a hunk: `-` removed, `+` added, a space or nothing at all in front of context. Blank lines at the
 * end that lack their space belong to the text around the hunk. `\ No newline at end of file` is skipped.
 */
export function readHunkLines(lines: readonly string[]): PatchHunkLines {
  const isPrefixLost = losesPrefix(lines);
  const search: string[] = [];
  const replace: string[] = [];
  let changes = false;
  let end = lines.length;
  while (end > 0 && lines[end - 1] === "") end--;
  for (const line of lines.slice(0, end)) {
    const text = line.slice(1);
    if (line.startsWith("-")) search.push(text);
    else if (line.startsWith("+")) replace.push(text);
    else if (!isNoNewlineNote(line)) {
      const context = line.startsWith(" ") && !isPrefixLost ? text : line;
      search.push(context);
      replace.push(context);
    }
    changes ||= line.startsWith("-") || line.startsWith("+");
  }
  return { search, replace, changes };
}

/** Checks whether a line is Git's `\ No newline at end of file`, in any language. */
export function isNoNewlineNote(line: string): boolean {
  return line.startsWith("\\ ");
}

/**
 * Checks whether a hunk lacks the space in front of context, which models forget, often on all lines of a hunk. A line that begins with
 * code shows it; whether the indented lines lost theirs too shows in the width of their indentation, which is odd with the prefix.
 */
function losesPrefix(lines: readonly string[]): boolean {
  let bare = 0;
  let odd = 0;
  let even = 0;
  for (const line of lines) {
    if (line.trim() === "" || /^[-+\\]/.test(line)) continue;
    let width = 0;
    while (line[width] === " ") width++;
    if (width === 0) bare++;
    else if (width % 2 === 0) even++;
    else odd++;
  }
  return bare > 0 && even >= odd;
}
