import type { LeftOut } from "../merge/mergeResult.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import { choiceId } from "./choices.ts";

/** The place of a text that was applied. */
export type AnswerPlace =
  /** `line`: where the text begins there, from 0. */
  | { readonly type: "document"; readonly uri: string; readonly line: number }
  /** Ids of a conversation of the chat, and of its answer. */
  | { readonly type: "chat"; readonly conversation: string; readonly answer: string };

/** What was applied. */
export interface AppliedAnswer {
  readonly text: string;
  /** `undefined` if it stands nowhere, such as in the clipboard. */
  readonly place: AnswerPlace | undefined;
}

/** Where a piece of an answer comes from. */
export interface PieceSource {
  readonly place: AnswerPlace | undefined;
  /** Line on which it began there, from 0. */
  readonly line: number;
  /** What it says, as the answer has it. */
  readonly lines: readonly string[];
}

/** Lists where pieces of an apply come from, each with the id of its choice. */
export function sourcesOf(
  { text, place }: AppliedAnswer,
  apply: string,
  pieces: readonly LeftOut[],
): readonly (readonly [string, PieceSource])[] {
  const all = lineTexts(text);
  const first = place?.type === "document" ? place.line : 0;
  return pieces.map(({ index, sketch: { start, end } }) => [
    choiceId(apply, index),
    { place, line: first + start, lines: all.slice(start, end) },
  ]);
}

/**
 * Finds where the lines of a piece are in a text by now, trailing blanks aside: of several places the one nearest to where it was.
 * `undefined` if they are gone.
 */
export function findPiece(texts: readonly string[], { line, lines }: PieceSource): LineRange | undefined {
  if (lines.length === 0) return undefined;
  const [whole, wanted] = [texts, lines].map((each) => `\n${each.map((text) => text.trimEnd()).join("\n")}\n`);
  if (whole === undefined || wanted === undefined) return undefined;
  const starts: number[] = [];
  let [row, seen] = [0, 0];
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    for (; seen < at; seen++) if (whole[seen] === "\n") row++;
    starts.push(row);
  }
  const [start] = starts.sort((a, b) => Math.abs(a - line) - Math.abs(b - line));
  return start === undefined ? undefined : { start, end: start + lines.length };
}
