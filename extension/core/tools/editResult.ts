import * as v from "valibot";

const line = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Lines of a file as models and users count them: from 1, the last one included. An empty range ends before it starts. */
const rangeSchema = v.object({ start: line, end: line });

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
  /** What the edit wanted, as a unified diff; cut after a number of lines. */
  diff: v.string(),
  /** What the proof says against the edit; empty where it holds. */
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

/** A result with nothing but what happened. */
export function bareResult(outcome: EditOutcome, file: string, message: string): EditResult {
  return {
    outcome,
    file,
    message,
    engine: null,
    milliseconds: 0,
    hunks: [],
    diff: "",
    remarks: [],
    problems: [],
    regions: [],
    earlier: [],
  };
}

/** How many entries of each list are told. An edit of a generated file can have thousands of hunks. */
const MAX_TOLD = 200;
/** Characters of a message about the file. */
const MAX_WORDS = 500;

/** The same result, but not longer than a model can read. What is left out is counted in its message. */
export function boundedResult(result: EditResult): EditResult {
  const { hunks, remarks, problems } = result;
  const left = hunks.length - MAX_TOLD;
  const shorten = (text: string): string => (text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}…` : text);
  return {
    ...result,
    message:
      left > 0
        ? `${result.message} ${String(left)} of its ${String(hunks.length)} hunks are not listed.`
        : result.message,
    hunks: hunks.slice(0, MAX_TOLD),
    remarks: remarks.slice(0, MAX_TOLD).map(shorten),
    problems: problems.slice(0, MAX_TOLD).map((problem) => ({ ...problem, message: shorten(problem.message) })),
  };
}

/** Whether the caller is to be told of it as of an error. */
export function isError({ outcome }: Pick<EditResult, "outcome">): boolean {
  return outcome === "failed" || outcome === "not sure";
}
