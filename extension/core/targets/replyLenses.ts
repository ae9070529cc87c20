import { readFencedSketches, readReply } from "../sketch/readReply.ts";
import { planJobs } from "./applyJobs.ts";

/** An offer beside the text of a reply to apply what stands there. */
export type ReplyLens =
  /** All that the text holds, for this many files. */
  | { readonly type: "all"; readonly files: number }
  /** The fence that begins on a line, zero-based, with the files that it names. */
  | { readonly type: "fence"; readonly line: number; readonly paths: readonly string[] };

/** Longer texts are not replies, and would be read again at every keystroke. */
const MAX_LENGTH = 2_000_000;

/**
 * Lists the offers for a Markdown text, from top to bottom; none if it is too long. Fences that only show a command or its output get none.
 */
export function replyLenses(text: string): ReplyLens[] {
  if (text.length > MAX_LENGTH) return [];
  const fences = readFencedSketches(text).filter(({ isAside }) => !isAside);
  if (fences.length === 0) return [];
  const files = planJobs(readReply(text)).jobs.length;
  const lenses = fences.map(({ range, sketches }): ReplyLens => {
    const paths = planJobs(sketches).jobs.flatMap(({ path }) => path ?? []);
    return { type: "fence", line: range.start, paths };
  });
  return files > 1 ? [{ type: "all", files }, ...lenses] : lenses;
}
