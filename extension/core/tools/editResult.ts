import * as v from "valibot";
import type { LineRange } from "../text/lines.ts";

const line = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Lines of a file as models and users count them: from 1, the last one included. An empty range ends before it starts. */
const rangeSchema = v.object({ start: line, end: line });

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const pieceSchema = v.object({
  /** Which piece of the edit it is, from 1. */
  number: line,
  /** `open`: it can mean several things. `not-applicable`: nothing that it can mean fits the file. Neither is part of the change. */
  state: v.picklist(["placed", "open", "not-applicable"]),
  /** How sure its place is, or the likeliest alternative, from 0 to 1. */
  certainty: share,
  /** Its lines of `code_edit`. */
  lines: rangeSchema,
  /** Why it is not placed; empty if it is. */
  reason: v.string(),
  /** What it can mean, the likeliest first: that `text` stands in place of these lines of the file as the regions show it. */
  alternatives: v.array(
    v.object({
      number: line,
      label: v.string(),
      certainty: share,
      lines: rangeSchema,
      text: v.string(),
      /**
       * The lines that it takes out and puts in, after their numbers, cut if they get too many. A window of an older version leaves it out.
       */
      diff: v.optional(v.string(), ""),
    }),
  ),
});

/**
 * What became of an edit, as the model that asked for it is told, and as it travels from the window of VS Code that reviewed
 * it to the server that was asked.
 */
export const editResultSchema = v.object({
  /**
   * `applied`: all of it is in the file. `previewed`: nothing was to be written. `not sure`: nothing was written, since the
   * sketch can mean several things. `failed`: another reason, and `message` says whether anything may have changed.
   */
  outcome: v.picklist(["applied", "partly applied", "rejected", "pending review", "not sure", "failed", "previewed"]),
  /** As the call names it. */
  file: v.string(),
  /** What happened, why, and what to do next. */
  message: v.string(),
  /** Who wrote the new text: `structural`, or the name of a model. `null`: nobody. */
  engine: v.nullable(v.string()),
  /** From the call to the new text, without the time of the review. */
  milliseconds: v.pipe(v.number(), v.minValue(0)),
  hunks: v.array(
    v.object({
      /** `edited by hand`: it was decided, and the file holds neither the old lines nor those of the edit there. */
      outcome: v.picklist(["accepted", "rejected", "pending", "edited by hand"]),
      /** Lines of the text that the edit began from: the file, with what waited for review in it. */
      before: rangeSchema,
      /** Where they are in the file now, whatever they hold. */
      now: rangeSchema,
    }),
  ),
  /** What became of each piece of the edit; empty if nobody can say it piece by piece. A window of an older version leaves it out. */
  pieces: v.optional(v.array(pieceSchema), []),
  /** What the edit wanted, as a unified diff; cut after a number of lines. */
  diff: v.string(),
  /** What the proof says against the edit; empty if it holds. */
  remarks: v.array(v.string()),
  /** Errors and warnings of the file that were not there before the edit. */
  problems: v.array(v.object({ severity: v.picklist(["error", "warning"]), line, message: v.string() })),
  /** Where the edit may belong, as far as it is not sure. */
  regions: v.array(v.object({ lines: rangeSchema, text: v.string() })),
  /** What has become since of edits that waited for review when they were last told of. */
  earlier: v.array(v.object({ file: v.string(), outcome: v.string() })),
});

export type EditResult = v.InferOutput<typeof editResultSchema>;
export type EditOutcome = EditResult["outcome"];
export type ShownRange = v.InferOutput<typeof rangeSchema>;
export type EditProblem = EditResult["problems"][number];
export type EditHunk = EditResult["hunks"][number];

/** Makes a result with nothing but what happened. */
export function bareResult(outcome: EditOutcome, file: string, message: string): EditResult {
  return {
    outcome,
    file,
    message,
    engine: null,
    milliseconds: 0,
    hunks: [],
    pieces: [],
    diff: "",
    remarks: [],
    problems: [],
    regions: [],
    earlier: [],
  };
}

/** How many entries of each list are kept. An edit of a generated file can have thousands of hunks. */
const MAX_REPORTED = 200;
/** Characters of a message about the file. */
const MAX_WORDS = 500;
/** Characters of the text of an alternative. */
const MAX_TEXT = 2_000;

/** Shortens a result to what a model can read. If hunks are left out, its message says how many. */
export function boundedResult(result: EditResult): EditResult {
  const { hunks, pieces, remarks, problems } = result;
  const left = hunks.length - MAX_REPORTED;
  const shorten = (text: string, most = MAX_WORDS): string => (text.length > most ? `${text.slice(0, most)}…` : text);
  return {
    ...result,
    message:
      left > 0
        ? `${result.message} ${String(left)} of its ${String(hunks.length)} hunks are not listed.`
        : result.message,
    hunks: hunks.slice(0, MAX_REPORTED),
    pieces: pieces.slice(0, MAX_REPORTED).map((piece) => ({
      ...piece,
      reason: shorten(piece.reason),
      alternatives: piece.alternatives.map((one) => ({
        ...one,
        label: shorten(one.label),
        text: shorten(one.text, MAX_TEXT),
      })),
    })),
    remarks: remarks.slice(0, MAX_REPORTED).map((remark) => shorten(remark)),
    problems: problems.slice(0, MAX_REPORTED).map((problem) => ({ ...problem, message: shorten(problem.message) })),
  };
}

/** Checks whether the caller gets it as an error. */
export function isError({ outcome }: Pick<EditResult, "outcome">): boolean {
  return outcome === "failed" || outcome === "not sure";
}

/** Converts a range of lines to how it is shown: one-based, inclusive. An empty range ends on the line before it starts. */
export function shownRange({ start, end }: LineRange): ShownRange {
  return { start: start + 1, end };
}

/** Names a range of lines: `line 7`, `lines 7 to 9`, or `before line 7` if it is empty. */
export function nameRange({ start, end }: ShownRange): string {
  if (end < start) return `before line ${String(start)}`;
  return start === end ? `line ${String(start)}` : `lines ${String(start)} to ${String(end)}`;
}
