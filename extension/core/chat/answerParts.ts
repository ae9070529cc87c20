import { readFences } from "../sketch/fences.ts";
import { editorLines } from "../text/lines.ts";

/** A piece of an answer, in order. */
export type AnswerPart =
  | { readonly type: "prose"; readonly text: string }
  | {
      readonly type: "code";
      /** Number of the block in the answer, from 0. */
      readonly index: number;
      /** The rest of the line of its opening fence, trimmed. */
      readonly info: string;
      readonly language: string | undefined;
      readonly code: string;
      /** Line of the answer at which its fence begins, from 0. */
      readonly line: number;
      /** False while the fence is open: it streams in, or the answer was cut off. */
      readonly isClosed: boolean;
      /** Whether it ends there whatever lines follow: a fence of Markdown that has fences in it may not. */
      readonly isSettled: boolean;
    };

/**
 * Splits an answer at its fences, in time linear in its length. As it grows by whole lines, the blocks before the first one that is not
 * settled stay what they are; that one may take in what stood after it, so that later blocks change their numbers.
 */
export function answerParts(text: string): readonly AnswerPart[] {
  const lines = editorLines(text);
  const parts: AnswerPart[] = [];
  let next = 0;
  const addProse = (end: number): void => {
    const prose = lines.slice(next, end).join("\n");
    if (prose.trim() !== "") parts.push({ type: "prose", text: prose });
  };
  readFences(text).forEach((fence, index) => {
    addProse(fence.startLine);
    const code = fence.content.map((line) => line.text).join("\n");
    const { info, language, startLine, closed, settled } = fence;
    parts.push({ type: "code", index, info, language, code, line: startLine, isClosed: closed, isSettled: settled });
    next = fence.endLine;
  });
  addProse(lines.length);
  return parts;
}
