import type { Planner } from "./planner.ts";

/**
 * How a planner is asked to write changes. `exact`: search/replace blocks with elisions, which cannot be misread.
 * `sketch`: the lines that change, with a marker for each run that stays.
 */
export type PlannerFormat = "exact" | "sketch";

/** What a user can set. `auto`: as the table below says. */
export const FORMAT_SETTINGS = ["auto", "exact", "sketch"] as const;
export type FormatSetting = (typeof FORMAT_SETTINGS)[number];

/** What is known of a planner before it is asked. */
type KnownPlanner = Pick<Planner, "id" | "limits">;

/** In tokens: room for the prompt, a file of some 600 lines, and an answer as long as a quarter of the window. */
const SMALL_WINDOW = 12_000;

/** Checks whether there is no room for more than a question and its answer. */
export function hasSmallWindow({ limits }: Pick<KnownPlanner, "limits">): boolean {
  return limits.contextTokens < SMALL_WINDOW;
}

/** In billions of parameters, as models have them in their names. */
const SMALL_MODEL = 10;

/** Planners that `auto` asks for sketches; all others are asked for exact edits. */
const sketchWriters: readonly ((planner: KnownPlanner) => boolean)[] = [
  // What does not fit into the window is left out of the question, or dropped by the server in silence, and nobody can repeat to the
  // letter what they do not see. A sketch is placed by names too, and by lines that are nearly right.
  hasSmallWindow,
  // A small model changes a word or a blank of what it copies, and each line of SEARCH is one to get wrong. It has read more shortened
  // code than blocks with elisions, and pieces of that which are not sure go to an apply model.
  ({ id }) => (billionsOf(id) ?? SMALL_MODEL) < SMALL_MODEL,
];

/** Chooses how a planner is asked to write changes; `auto` asks those of `sketchWriters` for sketches. */
export function chooseFormat(setting: FormatSetting, planner: KnownPlanner): PlannerFormat {
  if (setting !== "auto") return setting;
  return sketchWriters.some((fits) => fits(planner)) ? "sketch" : "exact";
}

/**
 * Reads from its name how many billions of parameters a model has: `llama3.1:8b`, `gemma-3n-e4b`. Of `30b-a3b` the first number counts,
 * since such a model still knows it all, though only a part works at a time. `undefined` if the name does not tell, as with `8x7b` and the
 * models of most vendors.
 */
function billionsOf(id: string): number | undefined {
  const size = /(?:^|[^a-z\d.])e?(\d{1,4}(?:\.\d{1,2})?)b(?![a-z\d])/i.exec(id)?.[1];
  return size === undefined ? undefined : Number(size);
}
