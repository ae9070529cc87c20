/** What belongs to a declaration of a file. */
export interface DeclaredExtent {
  /** The first line: of the comments, decorators and attributes directly above it, or its own. */
  readonly begin: number;
  /** One past the last line. */
  readonly end: number;
}

/**
 * Finds the lines of what the line `head` declares, with the comments, decorators and attributes directly above it. `ends`: for each line
 * one past the last line of the block that it opens (`Blocks.end`). If the parameters stand on lines of their own, the line that closes
 * them opens the body.
 */
export function declaredExtent(lines: readonly string[], ends: Int32Array, head: number): DeclaredExtent {
  let begin = head;
  while (begin > 0 && isAttached(lines[begin - 1] ?? "")) begin--;
  let end = Math.max(head + 1, ends[head] ?? 0);
  while (end > head + 1 && CLOSES_PARAMETERS.test(lines[end - 1] ?? "") && (ends[end - 1] ?? 0) > end)
    end = ends[end - 1] ?? end;
  return { begin, end };
}

/** Checks whether a line is a comment, a decorator or an attribute, so that it belongs to the declaration directly below it. */
export const isAttached = (line: string): boolean => ATTACHED.test(line);

const ATTACHED =
  /^\s*(?:\/\/|\/?\*(?!\s*[{,])|#(?![!]|\w+\s*[=;(]|region\b|\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|pragma|include)\b)|--\s|@(?!import\b|use\b|charset\b|forward\b)\w|<!--|\[[A-Z][\w.]*(?:\(.*\))?\]\s*$)/;

const CLOSES_PARAMETERS = /^\s*\)/;
