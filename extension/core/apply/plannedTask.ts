import type { Original } from "../merge/original.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import type { ApplyPorts } from "./applyEvents.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import type { Ambiguous } from "./outcome.ts";
import { recentTurns } from "../models/recentTurns.ts";
import type { Rewriter, RewriteTask } from "../models/rewriter.ts";
import { sketchText } from "./sketchText.ts";
import { planWindow } from "../models/windows.ts";

/** What a rewriter is asked for. */
export interface PlannedTask {
  readonly type: "planned";
  readonly task: RewriteTask;
  /** The lines before and after those that are rewritten. */
  readonly head: readonly string[];
  readonly tail: readonly string[];
}

/** Why it is not asked, or why its answer does not count. */
export interface Failed {
  readonly type: "failed";
  readonly message: string;
}

/**
 * Plans the task of a rewriter when the structural engine is not sure: the file, or the window of it that holds all that the best guess
 * changes and all places that the sketch may mean, as large as the model's limits allow. `failed` if that is too much for the model.
 */
export function planTask(
  { sketches, path, language, instruction, conversation }: ApplyRequest,
  original: Original,
  { draft, candidates, proof }: Ambiguous,
  { limits }: Rewriter,
  draftFrom: NonNullable<ApplyPorts["draft"]>,
): PlannedTask | Failed {
  const drafted = lineTexts(draft);
  const places = [
    ...candidates.map((candidate) => candidate.original),
    ...(proof?.findings ?? []).flatMap((finding) => finding.original ?? []),
  ];
  const sketch = sketchText(sketches);
  const delivered = limits.leavesOutChat === true ? [] : recentTurns(conversation, limits);
  const rest = [instruction, ...delivered.map(({ text }) => text)].join("\n");
  const window = planWindow(original.lines, drafted, places, { sketch, rest }, limits);
  if (window.type === "too-long") {
    const message = `The part of the file that the sketch touches takes about ${String(window.tokens)} tokens, which is more than the model can hold. Show a smaller part in the sketch, or choose a model with a longer context.`;
    return { type: "failed", message };
  }
  const slice = (lines: readonly string[], { start, end }: LineRange): string => lines.slice(start, end).join("\n");
  return {
    type: "planned",
    task: {
      original: slice(original.lines, window.original),
      draft: draftFrom === "guess" ? slice(drafted, window.draft) : slice(original.lines, window.original),
      sketch,
      instruction,
      conversation: delivered,
      path,
      language,
      ...(draftFrom === "none" ? { isUnaided: true } : {}),
    },
    head: original.lines.slice(0, window.original.start),
    tail: original.lines.slice(window.original.end),
  };
}
