import type { Wrapper } from "./prompts.ts";

/** Takes tags and fences off an answer while it streams in. */
export interface AnswerUnwrapper {
  /** Takes the next part of the answer. Returns what is certain to be part of the text, in whole lines. */
  readonly push: (text: string) => string;
  /** Returns the rest of the text, once the answer is whole. */
  readonly finish: () => string;
  /** Checks, after `finish`, whether the closing tag came, if the opening one did. An answer without it is cut off. */
  readonly isClosed: () => boolean;
}

/** Where the opening tag has to begin, in characters; what comes later is no preface. */
const MAX_PREFACE = 2_000;

const OPENING_FENCE = /^ {0,3}(`{3,}|~{3,}(?!~))[^`]*$/;
const CLOSING_FENCE = /^ {0,3}(`{3,}|~{3,})\s*$/;

/**
 * Makes an unwrapper for one answer. What comes before the opening tag is dropped, and the closing tag counts only at the end, so that a
 * file may hold the tags and fences too; after the last one there may be prose. An answer without the opening tag is taken as the text
 * alone. A fence around the text goes, unless the original begins with one itself. A line end after the opening tag belongs to the tag, one
 * before the closing tag to the text.
 */
export function unwrapAnswer(wrapper: Wrapper | undefined, original: string): AnswerUnwrapper {
  let isOpen = wrapper === undefined;
  let isTagged = false;
  let isClosed = true;
  let before = "";
  /** What came after the opening tag, as long as that is nothing but blanks: only then is `before` left as it is. */
  let blanks: string[] | undefined;
  let isFirstLine = true;
  let fence: string | undefined;
  /** What may be the end: lines that only close, and all that follows a closing tag. */
  let held = "";
  let hasTag = false;
  /** The line that is not whole yet. */
  let line = "";

  const isBlank = (text: string): boolean => text.trim() === "" && !text.includes("\n");

  const endsInTag = (whole: string): boolean =>
    isTagged && wrapper !== undefined && whole.trimEnd().endsWith(wrapper.close);

  const takeLine = (whole: string): string => {
    if (isFirstLine) {
      isFirstLine = false;
      const opening = OPENING_FENCE.exec(whole)?.[1];
      if (opening !== undefined && !OPENING_FENCE.test((original.split("\n", 1)[0] ?? "").trimEnd())) {
        fence = opening;
        return "";
      }
    }
    // Whether a line that is the closing tag is the last one of its kind, only the end tells.
    hasTag ||= isTagged && whole.trim() === wrapper?.close;
    if (hasTag || endsInTag(whole) || whole.trim() === "" || CLOSING_FENCE.test(whole)) {
      held += `${whole}\n`;
      return "";
    }
    const certain = `${held}${whole}\n`;
    held = "";
    return certain;
  };

  const take = (text: string): string => {
    const parts = text.split("\n");
    // Only what is new is split, so that a line of any length costs no more than its length.
    line += parts[0] ?? "";
    let certain = "";
    for (const part of parts.slice(1)) {
      certain += takeLine(line);
      line = part;
    }
    return certain;
  };

  const open = (isWhole: boolean): string | undefined => {
    const at = wrapper === undefined ? -1 : before.indexOf(wrapper.open);
    if (wrapper === undefined || at < 0 || at > MAX_PREFACE) {
      const isLate = before.length > MAX_PREFACE + (wrapper?.open.length ?? 0);
      return isWhole || isLate ? before : undefined;
    }
    const rest = before.slice(at + wrapper.open.length) + (blanks ?? []).join("");
    // Until it is known whether a line end belongs to the tag.
    if (isBlank(rest) && !isWhole) {
      blanks ??= [];
      return undefined;
    }
    isTagged = true;
    return rest.replace(/^[ \t]*\r?\n/, "");
  };

  const push = (text: string): string => {
    if (isOpen) return take(text);
    // Joined when they end, so that any number of them costs no more than their length.
    if (blanks !== undefined) {
      blanks.push(text);
      if (isBlank(text)) return "";
    } else before += text;
    const opened = open(false);
    if (opened === undefined) return "";
    isOpen = true;
    return take(opened);
  };

  /** Removes the closing tag, if there is one, and what follows it. */
  const withoutTag = (rest: string, close: string): string => {
    const at = rest.lastIndexOf(close);
    // A fence can stand around the tags too.
    if (at >= 0 && /^[\s`~]*$/.test(rest.slice(at + close.length))) return rest.slice(0, at);
    const lines = rest.split("\n");
    const last = lines.findLastIndex((each) => each.trim() === close);
    isClosed = last >= 0;
    return isClosed
      ? lines
          .slice(0, last)
          .map((each) => `${each}\n`)
          .join("")
      : rest;
  };

  const finish = (): string => {
    const certain = isOpen ? "" : take(open(true) ?? "");
    const all = held + line;
    const rest = isTagged && wrapper !== undefined ? withoutTag(all, wrapper.close) : all;
    if (fence === undefined) return certain + rest;
    const inner = rest.trimEnd();
    const lastLine = inner.slice(inner.lastIndexOf("\n") + 1);
    return certain + (CLOSING_FENCE.test(lastLine) ? inner.slice(0, inner.length - lastLine.length) : rest);
  };
  return { push, finish, isClosed: () => isClosed };
}
