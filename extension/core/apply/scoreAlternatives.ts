import { meet } from "../diff/clusters.ts";
import { revise, spliceOf, type Splice } from "../merge/alternatives.ts";
import type { OpenPiece, Piece } from "../merge/mergeResult.ts";
import type { FileSketch } from "../sketch/sketch.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import type { ApplyRequest } from "./applyEvents.ts";
import type { Choices } from "./chooseAlternatives.ts";
import { sureText } from "./outcome.ts";
import type { Ambiguous } from "./plannedTask.ts";
import { scoreWindows } from "./scoreWindows.ts";
import { sketchText } from "./sketchText.ts";
import { estimateTokens } from "./tokens.ts";
import { likeliest, type WindowScorer } from "./windowScorer.ts";

/** Open pieces of one apply, and what they may mean for one text. */
export interface ScoreQuestion {
  /** The file with all that is sure. */
  readonly text: string;
  readonly path: string | undefined;
  /** VS Code language id. */
  readonly language: string | undefined;
  /** What the user asked for; empty where nothing is known. */
  readonly instruction: string;
  readonly pieces: readonly ScorePiece[];
}

/** One of them. */
interface ScorePiece {
  readonly index: Piece["index"];
  /** What the chat model wrote of it. */
  readonly sketch: readonly string[];
  /** What it said before that. */
  readonly introduction?: string | undefined;
  readonly alternatives: readonly {
    /** Its number among those of the piece, from 0. */
    readonly choice: number;
    /** Which lines of the question's text it replaces, and by what. */
    readonly splice: Splice;
  }[];
}

/** What a model has decided. */
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

/** Decides open pieces of an outcome; `undefined` where it is not sure of any. Throws only what `signal` aborts with. */
export type LocalChooser = (
  request: ApplyRequest,
  outcome: Ambiguous,
  signal: AbortSignal,
) => Promise<ScoredChoices | undefined>;

/**
 * How certain an alternative has to be among those of its piece to be chosen. Whoever is not chosen for is asked or has the window rewritten,
 * which costs time; a wrong choice costs an edit in the wrong place, which looks right. 0.9 is a margin of 2.2 between the logarithms of two
 * alternatives: more than the words of a window differ by when a model merely copies it, and what one clear sign, such as a name, gives at once.
 */
export const SURE = 0.9;

/** What was written of a piece is read too; of more than this, estimated, a window may as well be written. */
const MOST_SKETCH_TOKENS = 2_000;

/** What was said may be long; its end is next to the code. In characters. */
const MOST_WORDS = 600;

/** The chooser that asks a model by scores (`scoreQuestion`). A failure is no decision: who is asked next tells it. */
export function createLocalChooser(scorer: WindowScorer): LocalChooser {
  return async (request, outcome, signal) => {
    const answer = await scoreQuestion(scorer, questionOf(request, outcome), signal);
    return answer.type === "chosen" ? { choices: answer.choices, certainty: answer.certainty } : undefined;
  };
}

/**
 * Decides each piece with several alternatives by how likely a model finds the windows that they give (`scoreWindows`), with the piece, what was
 * said of it and the window as it was before them. The likeliest is chosen where it is `SURE` among them. Of two choices about the same
 * lines only the surer one counts. A single alternative is not decided: nothing tells how likely it would have to be.
 *
 * Scores are log-likelihoods, so the certainty of an alternative is its share of the likelihoods (softmax). That is the probability of
 * the alternative given that one of them is meant, if the model is right about its own answers, and all were as likely before.
 */
export async function scoreQuestion(
  scorer: WindowScorer,
  question: ScoreQuestion,
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
    const sketch = piece.sketch.join("\n");
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

/** What the pieces of an outcome are asked about. */
export function questionOf(request: ApplyRequest, outcome: Ambiguous): ScoreQuestion {
  const { original, path, language, instruction, sketches } = request;
  const text = sureText(outcome, original);
  const toSure = revise(lineTexts(original), lineTexts(text));
  const pieces = outcome.pieces
    .filter((piece): piece is OpenPiece => piece.state === "open")
    .map(({ index, sketch, alternatives }): ScorePiece => {
      const home = sketches.findLast((found) => found.replyLine - 1 <= sketch.start);
      return {
        index,
        sketch: home === undefined ? [] : linesOf(home, sketch),
        introduction: home?.introduction,
        alternatives: alternatives.map((one, choice) => ({ choice, splice: spliceOf(toSure, one) })),
      };
    });
  return { text, path, language, instruction, pieces };
}

/** A sketch's lines from a line of the reply on, as a model reads them: an edit, or lines of code with markers around them. */
function linesOf({ sketch, replyLine, ...found }: FileSketch, { start, end }: LineRange): readonly string[] {
  if (sketch.type === "edits") {
    const edits = sketch.edits.filter((edit) => edit.replyLine - 1 === start);
    return lineTexts(sketchText([{ ...found, replyLine, sketch: { ...sketch, edits } }]));
  }
  if (sketch.type === "delete") return [];
  const first = replyLine - 1;
  return [MARKER, ...lineTexts(sketch.text).slice(Math.max(0, start - first), Math.max(0, end - first)), MARKER];
}

/** Without it, a few lines of code could be the whole window. */
const MARKER = "// ... existing code ...";

function wordsFor({ instruction }: ScoreQuestion, { introduction = "" }: ScorePiece): string {
  return [instruction, introduction]
    .map((words) => words.trim().slice(-MOST_WORDS))
    .filter((words) => words !== "")
    .join("\n");
}
