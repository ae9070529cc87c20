import { readFencedSketches } from "../sketch/readReply.ts";
import { editorLines } from "../text/lines.ts";
import type { SketchSource } from "./sketchSource.ts";

/** An instruction is a sentence or two; what is longer is the talk around it. */
const MAX_INSTRUCTION = 500;

/** What a reply says about its sketches, without their code. */
export interface ReplyProse {
  /** All prose, with `[code]` where code stood; empty if there is none. */
  readonly text: string;
  /** The paragraph right before the sketch, which tells best what it is for; empty if there is none, or it is too long. */
  readonly instruction: string;
}

/** Reads the prose of a source. `line`: where the sketch stands, zero-based. A source without fences is all code and has none. */
export function readReplyProse({ text, language }: SketchSource, line: number): ReplyProse {
  const fences = language === undefined ? readFencedSketches(text) : [];
  if (fences.length === 0) return { text: "", instruction: "" };
  const lines = editorLines(text);
  const prose: string[] = [];
  let next = 0;
  for (const { range } of fences) {
    for (; next < range.start; next++) prose.push(lines[next] ?? "");
    prose.push("[code]");
    next = range.end;
  }
  for (; next < lines.length; next++) prose.push(lines[next] ?? "");
  const hasWords = prose.some((found) => found !== "[code]" && found.trim() !== "");
  const fence = fences.findLast(({ range }) => range.start <= line);
  const paragraph = fence === undefined ? "" : paragraphBefore(lines, fence.range.start);
  return {
    text: hasWords ? prose.join("\n").trim() : "",
    instruction: paragraph.length <= MAX_INSTRUCTION ? paragraph : "",
  };
}

function paragraphBefore(lines: readonly string[], line: number): string {
  let end = line;
  while (end > 0 && lines[end - 1]?.trim() === "") end--;
  let start = end;
  while (start > 0 && lines[start - 1]?.trim() !== "") start--;
  const paragraph = lines.slice(start, end).join(" ").trim();
  // The end of another fence is not prose.
  return /^(?:```|~~~)|(?:```|~~~)$/.test(paragraph) ? "" : paragraph.replace(/^#+\s*/, "");
}
