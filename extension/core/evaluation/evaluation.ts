import * as v from "valibot";

const text = v.string();
/** Not negative. */
export const amountSchema = v.pipe(v.number(), v.minValue(0));
/** So many of something. */
export const countSchema = v.pipe(amountSchema, v.integer());

/** Where the cases come from, and which of them. */
export const sourceSchema = v.object({
  /** Name of the repository, without the folders above it: a report may be published. */
  repository: v.optional(text),
  /** The commit from which its history was read. */
  commit: v.optional(text),
  /** Name of the file that holds the cases, in place of a repository. */
  casesFile: v.optional(text),
  seed: countSchema,
  /** How many cases were asked for; there may be fewer. */
  asked: countSchema,
  /** What a reader should know of it, as sentences: such as why there are fewer. */
  remarks: v.optional(v.array(text)),
});

/** How the evaluation was made. */
export const madeSchema = v.object({
  /** When its run began: ISO 8601, in UTC. */
  at: text,
  /** Version of Fast Apply. */
  version: text,
  /** The command that makes it again. */
  command: text,
  /** The commit of Fast Apply, if it is known. */
  commit: v.optional(text),
  /** It was built with changes that are not in this commit. */
  isChanged: v.optional(v.boolean()),
  /** The models that wrote the answers and that graded, as the user knows them; none if nobody did. */
  planner: v.optional(text),
  grader: v.optional(text),
  machine: v.object({
    cores: countSchema,
    /** As the system names it. */
    processor: text,
    /** Bytes. */
    memory: amountSchema,
  }),
});

/**
 * Somebody who applies.
 *
 * - `structural`: the merge alone, which asks nobody;
 * - `choice`: the merge, and somebody who is asked what it leaves open;
 * - `rewriter`: a model that writes the whole file;
 * - `exact-edits`: a model that writes edits, which are followed to the letter;
 * - `local`: a model on this machine, by either of the two ways before.
 */
export const engineSchema = v.object({
  /** As it is given to `--engines`; no two are alike. */
  id: text,
  /** As a reader of the report knows it. */
  label: text,
  kind: v.picklist(["structural", "choice", "rewriter", "exact-edits", "local"]),
  /** What a rewriter speculates from: the merge's guess, the original, or nothing. */
  draft: v.optional(v.picklist(["guess", "original", "none"])),
});

/** One edit of one file. Texts are as they are in the file, line ends included. */
const caseSchema = v.object({
  id: text,
  path: text,
  /** VS Code language id; empty if it is not known. */
  language: text,
  /** What the edit is made of, such as `commit+rename`. */
  kind: text,
  /** Originals of up to 400 lines, and of up to 2,500. */
  split: v.picklist(["short", "long"]),
  commit: v.optional(text),
  original: text,
  /** What a chat model wrote, or may have written: a sketch, or a whole reply with prose around its code. */
  answer: text,
  /** What the user asked for. */
  instruction: v.optional(text),
  /** The text that the answer means; `null` if there is none, so that an engine has to refuse it. */
  expected: v.nullable(text),
});

/** What a model says of a result: 1 (useless) to 5 (as it should be), and why; or why there is no such grade. */
export const gradeSchema = v.union([
  v.object({ score: v.picklist([1, 2, 3, 4, 5]), reason: text }),
  v.object({ refused: text }),
]);

/** What one engine made of one case. */
export const resultSchema = v.object({
  /** `id` of the case and of the engine. */
  caseId: text,
  engineId: text,
  /**
   * - `exact`: the expected text, to the letter;
   * - `lenient`: the same except for blank lines, blanks at the ends of lines and line ends;
   * - `declined`: the case has to be refused, and was;
   * - `wrong`: the engine was sure of another text, or of any text though the case has to be refused;
   * - `refused`: it was not sure; `text` is what it would have guessed, if it guessed, as with `declined`;
   * - `failed`: it gave nothing, and `message` says why.
   */
  outcome: v.picklist(["exact", "lenient", "declined", "wrong", "refused", "failed"]),
  text: v.optional(text),
  /** How sure the engine was of its text, from 0 to 1, if it says so. */
  certainty: v.optional(v.pipe(amountSchema, v.maxValue(1))),
  /** Wall time from handing over the case to the whole text, the wait for the first token included. */
  seconds: amountSchema,
  /**
   * Length of the file's whole new text in UTF-16 code units if the engine was sure of it, else 0. It is not what the engine wrote itself:
   * merges, edits, windows and whole rewrites come to the same text, so that only this can be compared.
   */
  characters: countSchema,
  /** Of all requests of the case, as far as the provider says. */
  tokens: v.optional(v.object({ sent: countSchema, answered: countSchema })),
  /** Passes of a model on this machine. */
  passes: v.optional(countSchema),
  /** The share of drafted tokens that the model took over, from 0 to 1. */
  acceptedShare: v.optional(v.pipe(amountSchema, v.maxValue(1))),
  /** US dollars, by the prices that the user gave. */
  cost: v.optional(amountSchema),
  /** Why it refused or failed, in words. */
  message: v.optional(text),
  /** The grader is asked twice. */
  grades: v.optional(v.tuple([gradeSchema, gradeSchema])),
});

/** Edits that were left out, by their reason. */
export const skippedSchema = v.object({ reason: text, count: countSchema });

/** A whole run: what was asked of whom, and what came of it. All figures of a report come from it. */
const evaluationSchema = v.object({
  version: v.literal(1),
  source: sourceSchema,
  made: madeSchema,
  engines: v.array(engineSchema),
  cases: v.array(caseSchema),
  results: v.array(resultSchema),
  skipped: v.array(skippedSchema),
});

export type Evaluation = v.InferOutput<typeof evaluationSchema>;
export type EvaluatedEngine = v.InferOutput<typeof engineSchema>;
export type Skipped = v.InferOutput<typeof skippedSchema>;
export type EvaluationCase = v.InferOutput<typeof caseSchema>;
export type CaseResult = v.InferOutput<typeof resultSchema>;
export type Grade = v.InferOutput<typeof gradeSchema>;

/** Reads an evaluation as it was stored; `undefined` if it is not one, or of another version. */
export function parseEvaluation(stored: unknown): Evaluation | undefined {
  const parsed = v.safeParse(evaluationSchema, stored);
  return parsed.success ? parsed.output : undefined;
}
