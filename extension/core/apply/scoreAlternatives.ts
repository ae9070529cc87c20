import { meet } from "../diff/clusters.ts";
import type { Splice } from "../merge/alternatives.ts";
import { lineTexts } from "../text/lines.ts";
import type { Choices } from "./chooseAlternatives.ts";
import type { AskedPiece, ChoiceQuestion, Chooser } from "../models/chooser.ts";
import { scoreWindows } from "../models/scoreWindows.ts";
import { estimateTokens } from "../models/tokens.ts";
import { likeliest, type WindowScorer } from "../models/windowScorer.ts";

/** The choices of a model. */
interface ScoredChoices {
  /** Those pieces that it is sure of: at least one. */
  readonly choices: Choices;
  /** How sure it is that all of them are what was meant, from 0 to 1. */
  readonly certainty: number;
}

export type ScoreAnswer =
  | ({ readonly type: "chosen" } & ScoredChoices)
  /** No piece has an alternative that is certain. In words that a user understands. */
  | { readonly type: "undecided"; readonly reason: string }
  /** The model could not be asked. One sentence or two for the user. */
  | { readonly type: "failed"; readonly message: string };

/**
 * How certain an alternative has to be among those of its piece to be chosen. If none is, somebody else is asked or the window is
 * rewritten, which costs time; a wrong choice costs an edit in the wrong place, which looks right. 0.9 is a margin of 2.2 between the
 * logarithms of two alternatives: more than the words of a window differ by when a model merely copies it, and what one clear sign, such as
 * a name, gives at once.
 */
export const SURE = 0.9;

/** What was written of a piece is read too; if it is longer than this, estimated, a window may as well be written. */
const MOST_SKETCH_TOKENS = 2_000;

/** What was said may be long; its end is next to the code. In characters. */
const MOST_WORDS = 600;

/**
 * Creates a chooser that compares what a model on this machine finds likely, and has it write nothing. `id`: that of the model's rewriter.
 */
export function createScoreChooser(id: string, scorer: WindowScorer): Chooser {
  return {
    id,
    name: scorer.name,
    async *choose(question, signal) {
      const answer = await scoreAlternatives(scorer, question, signal);
      // A rewrite needs less of the engine than scores, so that it may do where these fail.
      if (answer.type === "failed") yield { type: "failed", failure: { type: "bad-answer", message: answer.message } };
      else if (answer.type === "undecided") yield answer;
      else yield { type: "chosen", choice: { choices: answer.choices, edits: [] } };
    },
  };
}

/**
 * Decides each piece that has several alternatives by how likely a model finds the windows that they make (`scoreWindows`), given the
 * piece, what was said of it and the window as it was. The likeliest is chosen if it is `SURE` among them. Of two choices about the same
 * lines only the surer one counts. A single alternative is not decided: nothing tells how likely it would have to be.
 *
 * Scores are log-likelihoods, so the certainty of an alternative is its share of the likelihoods (softmax). That is the probability of the
 * alternative given that one of them is meant, if the model is right about its own answers, and all were as likely before.
 */
export async function scoreAlternatives(
  scorer: WindowScorer,
  question: ChoiceQuestion,
  signal: AbortSignal,
): Promise<ScoreAnswer> {
  const lines = lineTexts(question.text);
  const found: {
    readonly index: number;
    readonly choice: number;
    readonly certainty: number;
    readonly splice: Splice;
  }[] = [];
  for (const piece of question.pieces) {
    const splices = piece.alternatives.map(({ splice }) => splice);
    if (splices.length < 2) continue;
    const windows = scoreWindows(lines, splices);
    const sketch = sketchOf(question, piece);
    if (windows === undefined || estimateTokens(sketch) > MOST_SKETCH_TOKENS) continue;
    const { path, language } = question;
    const task = { original: windows.before, sketch, instruction: wordsFor(question, piece), path, language };
    const scoring = await scorer.score(task, windows.after, SURE, signal);
    signal.throwIfAborted();
    if (scoring.type === "failed") return scoring;
    const best = likeliest(scoring.scores);
    const alternative = best && piece.alternatives[best.index];
    if (alternative && best.certainty >= SURE)
      found.push({ index: piece.index, certainty: best.certainty, ...alternative });
  }
  const taken: typeof found = [];
  for (const one of found.sort((a, b) => b.certainty - a.certainty)) {
    if (!taken.some(({ splice }) => meet(splice.place, one.splice.place))) taken.push(one);
  }
  if (taken.length === 0) return { type: "undecided", reason: `${scorer.name} is not sure what is meant.` };
  return {
    type: "chosen",
    choices: new Map(taken.map(({ index, choice }) => [index, choice])),
    certainty: taken.reduce((product, { certainty }) => product * certainty, 1),
  };
}

/** What was written of a piece: an edit, or lines of code with markers around them. */
function sketchOf({ sketch }: ChoiceQuestion, { sketch: { start, end }, isEdit }: AskedPiece): string {
  const lines = sketch.slice(start, end);
  return (isEdit ? lines : [MARKER, ...lines, MARKER]).join("\n");
}

/** Without it, a few lines of code could be the whole window. */
const MARKER = "// ... existing code ...";

function wordsFor({ instruction }: ChoiceQuestion, { introduction }: AskedPiece): string {
  return [instruction, introduction]
    .map((words) => words.trim().slice(-MOST_WORDS))
    .filter((words) => words !== "")
    .join("\n");
}
