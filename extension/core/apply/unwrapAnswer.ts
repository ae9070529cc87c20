import type { Wrapper } from "./prompts.ts";

/** Takes tags and fences off an answer while it streams in. */
export interface AnswerUnwrapper {
  /** The next part of the answer. Gives what is certain to be part of the text, in whole lines. */
  readonly push: (text: string) => string;
  /** The rest of the text, when the answer is whole. */
  readonly finish: () => string;
}

/** Where the opening tag has to come, in characters; what comes later is no preface. */
const MAX_PREFACE = 2_000;

const OPENING_FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
const CLOSING_FENCE = /^ {0,3}(`{3,}|~{3,})\s*$/;

/**
 * What comes before the opening tag is dropped, and the closing tag counts only at the end, so that a file may hold the tags
 * and fences too. An answer without the opening tag is taken as the text alone. A fence around the text goes, unless the
 * original begins with one itself. A line end before the closing tag belongs to the tag.
 */
export function unwrapAnswer(wrapper: Wrapper | undefined, original: string): AnswerUnwrapper {
  let isOpen = wrapper === undefined;
  let isTagged = false;
  let before = "";
  /** The beginning of the text, until it is known whether it is a fence. */
  let isFirstLine = true;
  let fence: string | undefined;
  /** What may be the end: lines that only close, and the line that is not whole yet. */
  let held = "";
  let line = "";

  const mayClose = (whole: string): boolean =>
    whole.trim() === "" ||
    CLOSING_FENCE.test(whole) ||
    (wrapper !== undefined && whole.trimEnd().endsWith(wrapper.close));

  const takeLine = (whole: string): string => {
    if (isFirstLine) {
      isFirstLine = false;
      const opening = OPENING_FENCE.exec(whole)?.[1];
      if (opening !== undefined && !OPENING_FENCE.test((original.split("\n", 1)[0] ?? "").trimEnd())) {
        fence = opening;
        return "";
      }
    }
    if (mayClose(whole)) {
      held += `${whole}\n`;
      return "";
    }
    const certain = `${held}${whole}\n`;
    held = "";
    return certain;
  };

  const take = (text: string): string => {
    let certain = "";
    const lines = (line + text).split("\n");
    line = lines.pop() ?? "";
    for (const whole of lines) certain += takeLine(whole);
    return certain;
  };

  const open = (isWhole: boolean): string | undefined => {
    const at = wrapper === undefined ? -1 : before.indexOf(wrapper.open);
    if (wrapper !== undefined && at >= 0) {
      const rest = before.slice(at + wrapper.open.length);
      // Until it is known whether a line end belongs to the tag.
      if (rest.trim() === "" && !rest.includes("\n") && !isWhole) return undefined;
      isTagged = true;
      return rest.replace(/^[ \t]*\r?\n/, "");
    }
    return isWhole || before.length > MAX_PREFACE ? before : undefined;
  };

  const push = (text: string): string => {
    if (isOpen) return take(text);
    before += text;
    const opened = open(false);
    if (opened === undefined) return "";
    isOpen = true;
    return take(opened);
  };

  const finish = (): string => {
    const certain = isOpen ? "" : take(open(true) ?? "");
    let rest = held + line;
    if (wrapper !== undefined && isTagged) {
      const at = rest.lastIndexOf(wrapper.close);
      // A fence can stand around the tags too.
      if (at >= 0 && /^[\s`~]*$/.test(rest.slice(at + wrapper.close.length))) rest = rest.slice(0, at);
    }
    if (fence === undefined) return certain + rest;
    const inner = rest.trimEnd();
    const lastLine = inner.slice(inner.lastIndexOf("\n") + 1);
    return certain + (CLOSING_FENCE.test(lastLine) ? inner.slice(0, inner.length - lastLine.length) : rest);
  };
  return { push, finish };
}
