import { normalizeLanguage } from "../sketch/languages.ts";
import { readFencedSketches } from "../sketch/readReply.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import { answerParts } from "./answerParts.ts";

/** A code block of an answer, and what it is for. */
export interface AnswerBlock {
  /** Number of the block in the answer, from 0, as in `answerParts`. */
  readonly index: number;
  /** Line of the answer at which its fence begins, from 0. */
  readonly line: number;
  /** One past the last line of the answer that can belong to its sketches; `line` if it has none. */
  readonly end: number;
  readonly code: string;
  readonly language: string | undefined;
  /** `sketch`: meant for a file. `shell`: commands for a terminal. `other`: to be read, such as output. */
  readonly kind: "sketch" | "shell" | "other";
  readonly sketches: readonly FileSketch[];
  readonly isClosed: boolean;
  /** Whether it stays what it is, its number included, whatever lines follow. */
  readonly isSettled: boolean;
}

/** Lists the code blocks of an answer, in order. */
export function answerBlocks(text: string): readonly AnswerBlock[] {
  const fenced = new Map(readFencedSketches(text).map((fence) => [fence.range.start, fence]));
  let areSettled = true;
  return answerParts(text).flatMap((part) => {
    if (part.type !== "code") return [];
    const { index, line, code, language, isClosed } = part;
    areSettled &&= part.isSettled;
    const isSettled = areSettled && isClosed;
    const found = fenced.get(line);
    const sketches = found?.sketches ?? [];
    const namesFile = sketches.some(({ path }) => path !== undefined);
    const isShell = !namesFile && isShellLanguage(language);
    const kind = isShell ? "shell" : found === undefined || (found.isAside && !namesFile) ? "other" : "sketch";
    const end = found?.range.end ?? line;
    return [{ index, line, end, code, language, kind, sketches, isClosed, isSettled } as const];
  });
}

/** Makes an `answerBlocks` for texts that are asked for again and again: it keeps the blocks of the `most` texts that were used last. */
export function rememberingBlocks(most: number): typeof answerBlocks {
  const known = new Map<string, readonly AnswerBlock[]>();
  return (text) => {
    const blocks = known.get(text) ?? answerBlocks(text);
    // The one that was asked for last goes last.
    known.delete(text);
    known.set(text, blocks);
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return blocks;
  };
}

/** Checks whether code in this language is for a terminal, provided that it names no file. */
export function isShellLanguage(language: string | undefined): boolean {
  if (language === undefined) return false;
  const known = normalizeLanguage(language) ?? language.toLowerCase();
  return ["shellscript", "powershell", "bat", "console", "terminal", "shell-session"].includes(known);
}
