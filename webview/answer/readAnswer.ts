import { answerParts } from "../../extension/core/chat/answerParts.ts";
import type { AnswerPart } from "../../extension/core/chat/answerParts.ts";

/** An answer as far as it was read, so that reading it again while it grows costs as much as its end. */
export interface ReadAnswer {
  /** Parts that stay as they are, whatever comes. */
  readonly settled: readonly AnswerPart[];
  /** The beginning of the answer that they stand for. */
  readonly settledText: string;
  /** Parts after them; they may still become others. */
  readonly open: readonly AnswerPart[];
  /** All that was read. */
  readonly text: string;
}

export const NOTHING_READ: ReadAnswer = { settled: [], settledText: "", open: [], text: "" };

/**
 * Splits an answer into parts, `before` being what was read of its beginning. They are those of `answerParts`, but long prose may come as
 * several parts.
 */
export function readAnswer(before: ReadAnswer, text: string): ReadAnswer {
  const longer = longerBlock(before, text);
  if (longer !== undefined) return { ...before, open: [longer], text };
  const start = text.startsWith(before.settledText) ? before : NOTHING_READ;
  const tail = text.slice(start.settledText.length);
  const parts = answerParts(tail);
  const end = settledEnd(tail, parts);
  if (end === 0) return { ...start, open: numbered(parts, codeCount(start.settled)), text };
  const newlySettled = numbered(answerParts(tail.slice(0, end)), codeCount(start.settled));
  const settled = [...start.settled, ...newlySettled];
  const settledText = text.slice(0, start.settledText.length + end);
  return { settled, settledText, open: numbered(answerParts(tail.slice(end)), codeCount(settled)), text };
}

/** Returns the open block if only lines of its code have come: the commonest case, and the one with the longest text. */
function longerBlock(before: ReadAnswer, text: string): AnswerPart | undefined {
  const [block, ...others] = before.open;
  if (block?.type !== "code" || block.isClosed || others.length > 0 || !text.startsWith(before.text)) return undefined;
  const tail = text.slice(before.settledText.length);
  const info = tail.indexOf("\n") + 1;
  const fresh = text.slice(before.text.lastIndexOf("\n") + 1);
  const isPlain = startsFence(tail) && info > 0 && info <= before.text.length - before.settledText.length;
  // A fence of Markdown may have fences in it, which do not end it.
  if (!isPlain || mayChange(block, [tail.slice(0, info)]) || /^[ \t>]*(?:```|~~~)|\r/m.test(fresh)) return undefined;
  return { ...block, code: tail.slice(info, tail.endsWith("\n") ? -1 : undefined) };
}

function codeCount(parts: readonly AnswerPart[]): number {
  return parts.reduce((count, part) => (part.type === "code" ? count + 1 : count), 0);
}

/** Numbers of blocks count from the beginning of the answer, not of the text that was just read. */
function numbered(parts: readonly AnswerPart[], before: number): readonly AnswerPart[] {
  return parts.flatMap((part) => (part.type === "code" ? { ...part, index: part.index + before } : portionsOf(part)));
}

/** Longer prose comes in portions, so that nobody has to draw all of it at once. */
const MOST_PROSE = 20_000;

function portionsOf(prose: AnswerPart & { readonly type: "prose" }): readonly AnswerPart[] {
  const portions: AnswerPart[] = [];
  let rest = prose.text;
  while (rest.length > MOST_PROSE) {
    const seam = rest.lastIndexOf("\n\n", MOST_PROSE);
    const end = seam > 0 ? seam + 2 : MOST_PROSE;
    portions.push({ type: "prose", text: rest.slice(0, end) });
    rest = rest.slice(end);
  }
  return rest === "" ? portions : [...portions, { type: "prose", text: rest }];
}

/** Finds the offset up to which nothing that comes later changes how the text is read; 0 if there is none. */
function settledEnd(text: string, parts: readonly AnswerPart[]): number {
  const lines = text.split("\n");
  const codes = parts.filter((part) => part.type === "code");
  const last = codes.at(-1);
  if (codes.some((part) => part !== last && mayChange(part, lines))) return 0;
  if (last?.isClosed === false) return startsFence(lines[last.line]) ? offsetOf(lines, last.line) : 0;
  if (last !== undefined && mayChange(last, lines)) return 0;
  // One too many if the fence is empty, which does no harm.
  const first = last === undefined ? 0 : last.line + last.code.split("\n").length + 2;
  for (let line = lines.length - 2; line > first; line--) {
    if (lines[line - 1]?.trim() === "" && startsAfresh(lines[line] ?? "")) return offsetOf(lines, line);
  }
  return 0;
}

/** Checks whether the fences after a fence, of Markdown or of a diff, may decide where it ends. */
function mayChange(
  { language = "", line, code }: AnswerPart & { readonly type: "code" },
  lines: readonly string[],
): boolean {
  if (/^(?:md|markdown|mdx)$/i.test(language)) return true;
  if (!/^(?:u?diff|patch)$/i.test(language)) return false;
  return !startsFence(lines[line]) || !startsFence(lines[line + (code === "" ? 0 : code.split("\n").length) + 1]);
}

function startsFence(line: string | undefined): boolean {
  return line?.startsWith("```") === true || line?.startsWith("~~~") === true;
}

/** Checks whether a line after a blank one belongs to nothing that began before it. */
function startsAfresh(line: string): boolean {
  return /^[\p{L}#*_`"'([]/u.test(line) && !/^\*\s/.test(line);
}

function offsetOf(lines: readonly string[], line: number): number {
  let offset = 0;
  for (let index = 0; index < line; index++) offset += (lines[index]?.length ?? 0) + 1;
  return offset;
}
