import { lineDiff } from "../diff/lineDiff.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import type { ModelLimits } from "./model.ts";
import { answerRoom, estimateTokens } from "./tokens.ts";

/** The part of a file that is rewritten. */
export type RewriteWindow =
  | {
      readonly type: "window";
      /** Lines of the original; all of them if the file is short. */
      readonly original: LineRange;
      /** The same place in the draft. */
      readonly draft: LineRange;
    }
  /** Even the part that the sketch touches is more than the model can hold. */
  | { readonly type: "too-long"; readonly tokens: number };

/** Longer files are rewritten in part, with this many lines shown around the places that the sketch touches. */
const USUAL = { wholeLines: 800, marginLines: 40 };
/** How far a window is widened to begin and end between declarations, in margins. */
const MAX_WIDENING = 3;

/**
 * Plans the lines that a model rewrites: the whole file or, if that is long, all `places` of the original that the sketch may mean and all
 * that the draft changes, with a margin, from the beginning of a declaration to the end of one. The model's limits may say what counts as
 * long, and how wide the margin is. If nothing is touched at all, it is the whole file.
 *
 * @param rest what else the request holds, as text
 */
export function planWindow(
  original: readonly string[],
  draft: readonly string[],
  places: readonly LineRange[],
  { sketch, rest }: { readonly sketch: string; readonly rest: string },
  limits: ModelLimits,
): RewriteWindow {
  const { wholeLines, marginLines } = limits.window ?? USUAL;
  const whole = { start: 0, end: original.length };
  const tooLong = (range: LineRange, drafted: LineRange): number | undefined => {
    const [text, answer] = [sliceText(original, range), sliceText(draft, drafted)];
    const room = answerRoom(answer, sketch, limits);
    const tokens = estimateTokens(text) + estimateTokens(sketch) + estimateTokens(rest) + room;
    const isFit = estimateTokens(answer) <= limits.outputTokens && tokens <= limits.contextTokens;
    return isFit ? undefined : tokens;
  };
  const wholeDraft = { start: 0, end: draft.length };
  const wholeTokens = tooLong(whole, wholeDraft);
  if (original.length <= wholeLines && wholeTokens === undefined)
    return { type: "window", original: whole, draft: wholeDraft };
  const changes = lineDiff(original, draft);
  const touched = [...places, ...changes.map(({ old }) => old)];
  // Nothing says where the sketch belongs.
  if (touched.length === 0) {
    return wholeTokens === undefined
      ? { type: "window", original: whole, draft: wholeDraft }
      : { type: "too-long", tokens: wholeTokens };
  }
  const first = touched.reduce((least, range) => Math.min(least, range.start), Infinity);
  const last = touched.reduce((most, range) => Math.max(most, range.end), 0);
  const start = Math.max(0, first - marginLines);
  const end = Math.min(original.length, last + marginLines);
  const most = MAX_WIDENING * marginLines;
  const range = withoutBlankEnds(
    original,
    { start: widened(original, start, -most), end: widened(original, end, most) },
    { start: first, end: last },
  );
  // All that the draft changes lies within the range.
  const drafted = { start: range.start, end: draft.length - (original.length - range.end) };
  const tokens = tooLong(range, drafted);
  return tokens === undefined ? { type: "window", original: range, draft: drafted } : { type: "too-long", tokens };
}

function sliceText(lines: readonly string[], { start, end }: LineRange): string {
  return lines.slice(start, end).join("\n");
}

/** Models are careless of blank lines at the ends, so a window has none. */
function withoutBlankEnds(lines: readonly string[], range: LineRange, touched: LineRange): LineRange {
  let { start, end } = range;
  while (start < touched.start && isBlank(lines[start] ?? "")) start++;
  while (end > touched.end && isBlank(lines[end - 1] ?? "")) end--;
  return { start, end };
}

/**
 * Finds the next place to cut a text, before a line at column 0 that follows a blank one, at most `most` lines down, or up if that is
 * negative; else the line itself.
 */
function widened(lines: readonly string[], from: number, most: number): number {
  for (let steps = 0; steps <= Math.abs(most); steps++) {
    const at = from + steps * Math.sign(most);
    if (at <= 0 || at >= lines.length) return Math.min(Math.max(at, 0), lines.length);
    const line = lines[at] ?? "";
    if (isBlank(lines[at - 1] ?? "") && !isBlank(line) && indentWidth(line) === 0) return at;
  }
  return from;
}
