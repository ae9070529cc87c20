/** A replacement in a text: zero-based lines and UTF-16 columns of the text before it; `text` has `\n` only. */
export interface TextEdit {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
  readonly text: string;
}

/** A place in a text: zero-based line and UTF-16 column. */
export interface TextPlace {
  readonly line: number;
  readonly character: number;
}

/** Makes an edit that replaces the text from `start` to `end`. */
export function replacement(start: TextPlace, end: TextPlace, text: string): TextEdit {
  return {
    startLine: start.line,
    startCharacter: start.character,
    endLine: end.line,
    endCharacter: end.character,
    text,
  };
}

/** Makes an edit that inserts text at a place. */
export function insertion(at: TextPlace, text: string): TextEdit {
  return replacement(at, at, text);
}

/**
 * Makes the edit from one text of a line, not empty, to another. It always takes a character away if it touches an end of the line, as
 * decorations begin and end there, and never half of a surrogate pair.
 */
export function editInLine(line: number, before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (start + end === before.length) {
    if (end === 0) start--;
    else if (start === 0) end--;
  }
  if (isHigh(before.charCodeAt(start - 1))) start--;
  if (isLow(before.charCodeAt(before.length - end))) end--;
  return replacement(
    { line, character: start },
    { line, character: before.length - end },
    after.slice(start, after.length - end),
  );
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
