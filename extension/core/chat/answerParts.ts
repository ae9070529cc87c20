import { readFences } from "../sketch/fences.ts";

/** A piece of an answer, in order. */
export type AnswerPart =
  | { readonly type: "prose"; readonly text: string }
  | {
      readonly type: "code";
      /** Number of the block in the answer, from 0. */
      readonly index: number;
      /** All that stands behind the opening fence. */
      readonly info: string;
      readonly language: string | undefined;
      readonly code: string;
      /** Line of the answer at which its fence begins, from 0. */
      readonly line: number;
      /** False while the fence is open: it streams in, or the answer was cut off. */
      readonly isClosed: boolean;
    };

/** An answer, split at its fences. Linear in its length; the same parts at the start whatever is added at the end. */
export function answerParts(text: string): readonly AnswerPart[] {
  const lines = text.split(/\r\n|\n|\r/);
  const parts: AnswerPart[] = [];
  let next = 0;
  const addProse = (end: number): void => {
    const prose = lines.slice(next, end).join("\n");
    if (prose.trim() !== "") parts.push({ type: "prose", text: prose });
  };
  readFences(text).forEach((fence, index) => {
    addProse(fence.startLine);
    const code = fence.content.map((line) => line.text).join("\n");
    const { info, language, startLine, closed } = fence;
    parts.push({ type: "code", index, info, language, code, line: startLine, isClosed: closed });
    next = fence.endLine;
  });
  addProse(lines.length);
  return parts;
}
