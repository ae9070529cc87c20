import { describe, expect, test } from "vitest";
import { chooseAlternatives } from "../../../extension/core/apply/chooseAlternatives.ts";
import { askAboutPieces } from "../../../extension/core/apply/choiceQuestion.ts";
import {
  createScoreChooser,
  scoreAlternatives,
  SURE,
  type ScoreAnswer,
} from "../../../extension/core/apply/scoreAlternatives.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import {
  likeliest,
  type ScoreTask,
  type WindowScore,
  type WindowScorer,
} from "../../../extension/core/models/windowScorer.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

const signal = new AbortController().signal;
const whole = (logLikelihood: number): WindowScore => ({ logLikelihood, isWhole: true });

describe("the likeliest window", () => {
  const check = (scores: readonly WindowScore[], index: number | undefined, certainty = NaN): void => {
    const best = likeliest(scores);
    expect(best?.index).toBe(index);
    if (best) expect(best.certainty).toBeCloseTo(certainty, 6);
  };

  test("has its share of all likelihoods", () => {
    check([whole(-1), whole(-1)], 0, 0.5);
    check([whole(-3), whole(-3 + Math.log(9))], 1, 0.9);
    check([whole(-5), whole(-1), whole(-5)], 1, 1 / (1 + 2 * Math.exp(-4)));
  });

  test("is found however unlikely all of them are", () => {
    check([whole(-5_000), whole(-5_010)], 0, 1 / (1 + Math.exp(-10)));
    check([whole(0), whole(-1e6)], 0, 1);
  });

  test("is at least so certain where others were not read to their end, and unknown where it was not", () => {
    check([whole(-1), { logLikelihood: -4, isWhole: false }], 0, 1 / (1 + Math.exp(-3)));
    check([whole(-4), { logLikelihood: -1, isWhole: false }], undefined);
    check([], undefined);
    check([whole(-Infinity)], undefined);
    check([whole(NaN), whole(NaN)], undefined);
  });
});

const ORIGINAL = "one\nsame\ntwo\nsame\nthree\nother\nfour\nother\n";
const edit = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;

type Unsure = ReturnType<typeof unsure>;

const questionOf = (request: Unsure["request"], outcome: Unsure["outcome"]) =>
  askAboutPieces(request, outcome) ?? expect.fail("nothing to ask");

function unsure(reply: string, original = ORIGINAL, instruction = "") {
  const sketches = readReply(reply, { path: "file.txt", original });
  const request = {
    original,
    sketches,
    language: "plaintext",
    parser: undefined,
    path: "file.txt",
    instruction,
    conversation: [],
  };
  const outcome = applyStructural(request);
  if (outcome.type !== "ambiguous") expect.fail(outcome.type);
  return { request, outcome };
}

/** Gives these scores, one list for each piece, and notes what it was asked. */
function scorerWith(
  scores: readonly (readonly number[])[],
): WindowScorer & { readonly asked: (readonly [ScoreTask, readonly string[]])[] } {
  const asked: (readonly [ScoreTask, readonly string[]])[] = [];
  return {
    name: "Tiny",
    asked,
    score: (task, windows) => {
      asked.push([task, windows]);
      return Promise.resolve({ type: "scored", scores: (scores[asked.length - 1] ?? []).map(whole) });
    },
  };
}

const TWO =
  "Only the second:\n\n```text file.txt\n" + edit("one", "ONE") + edit("same", "x") + edit("other", "y") + "```\n";

async function check(scores: readonly (readonly number[])[], expected: ScoreAnswer): Promise<void> {
  const { request, outcome } = unsure(TWO);
  const answer = await scoreAlternatives(scorerWith(scores), questionOf(request, outcome), signal);
  expect(answer).toEqual(expected);
}

const sure = (odds: number): number => 1 / (1 + Math.exp(-odds));
const undecided: ScoreAnswer = { type: "undecided", reason: "Tiny is not sure what is meant." };

test("each piece gets its likeliest alternative, and the certainty is that of all together", async () => {
  await check(
    [
      [-9, -1],
      [-1, -9],
    ],
    {
      type: "chosen",
      choices: new Map([
        [1, 1],
        [2, 0],
      ]),
      certainty: sure(8) * sure(8),
    },
  );
});

test("a piece that nothing speaks for stays open", async () => {
  await check(
    [
      [-2, -2.1],
      [-1, -9],
    ],
    { type: "chosen", choices: new Map([[2, 0]]), certainty: sure(8) },
  );
  await check(
    [
      [-2, -2.1],
      [-3, -3],
    ],
    undecided,
  );
});

test("how sure is sure enough", async () => {
  const margin = Math.log(SURE / (1 - SURE));
  await check(
    [
      [0, -margin + 0.01],
      [-3, -3],
    ],
    undecided,
  );
  const enough = margin + 0.01;
  await check(
    [
      [0, -enough],
      [-3, -3],
    ],
    { type: "chosen", choices: new Map([[1, 0]]), certainty: sure(enough) },
  );
});

test("scores that are none decide nothing", async () => {
  await check([[], []], undecided);
  await check(
    [
      [NaN, -1],
      [-Infinity, -Infinity],
    ],
    undecided,
  );
});

test("a model is asked with the piece, what was said, and the lines with all that is sure", async () => {
  const { request, outcome } = unsure(TWO, ORIGINAL, "Change it.");
  const scorer = scorerWith([
    [0, -9],
    [0, -9],
  ]);
  await scoreAlternatives(scorer, questionOf(request, outcome), signal);
  const [[task, windows] = []] = scorer.asked;
  expect(task).toEqual({
    original: "ONE\nsame\ntwo\nsame\nthree",
    sketch: "<<<<<<< SEARCH\nsame\n=======\nx\n>>>>>>> REPLACE",
    instruction: "Change it.\nOnly the second:",
    path: "file.txt",
    language: "plaintext",
  });
  expect(windows).toEqual(["ONE\nx\ntwo\nsame\nthree", "ONE\nsame\ntwo\nx\nthree"]);
});

test("lines of code are shown with markers around them", async () => {
  const file = ["one", "two", "three"].map((name) => `function ${name}() {\n  begin();\n  end();\n}\n`).join("\n");
  const { request, outcome } = unsure("```js file.txt\n// ...\n  begin();\n  middle();\n  end();\n// ...\n```\n", file);
  const scorer = scorerWith([]);
  await scoreAlternatives(scorer, questionOf(request, outcome), signal);
  expect(scorer.asked.map(([{ sketch }]) => sketch)).toEqual([
    "// ... existing code ...\n  begin();\n  middle();\n  end();\n// ... existing code ...",
  ]);
});

test("of two choices about the same lines the surer one counts", async () => {
  const question = {
    ...{ text: "a\nb\nc\n", path: undefined, language: undefined, instruction: "" },
    ...{ conversation: [], sketch: ["x"], places: [] },
    pieces: [0, 1].map((index) => ({
      ...{ index, reason: "", sketch: { start: 0, end: 1 }, isEdit: false, introduction: "" },
      alternatives: [0, 1].map((choice) => ({
        choice,
        alternative: { original: { start: 0, end: 0 }, lines: [], certainty: 0.5, label: "" },
        splice: { place: { start: choice * 2, end: choice * 2 + 1 }, lines: [`x${String(index)}`] },
      })),
    })),
  };
  const answer = await scoreAlternatives(
    scorerWith([
      [0, -5],
      [0, -9],
    ]),
    question,
    signal,
  );
  expect(answer).toEqual({ type: "chosen", choices: new Map([[1, 0]]), certainty: sure(9) });
});

test("a single alternative is not decided, nor is what nobody can choose from", async () => {
  const { request, outcome } = unsure("```text file.txt\n" + edit("nowhere", "z") + "```\n");
  const scorer = scorerWith([[0]]);
  expect(await scoreAlternatives(scorer, questionOf(request, outcome), signal)).toEqual(undecided);
  expect(scorer.asked).toEqual([]);
});

describe("the chooser by scores", () => {
  const answerOf = async (scorer: WindowScorer, stop = signal) => {
    const { request, outcome } = unsure(TWO);
    const events = [];
    const chooser = createScoreChooser("local", scorer);
    for await (const event of chooser.choose(questionOf(request, outcome), stop)) events.push(event);
    return events;
  };

  test("gives choices that the outcome takes", async () => {
    const [answer, ...more] = await answerOf(
      scorerWith([
        [-9, -1],
        [-1, -9],
      ]),
    );
    expect(more).toEqual([]);
    if (answer?.type !== "chosen") expect.fail(answer?.type);
    const { request, outcome } = unsure(TWO);
    const chosen = chooseAlternatives(request, outcome, answer.choice.choices);
    expect(chosen).toMatchObject({ type: "chosen", outcome: { text: "ONE\nsame\ntwo\nx\nthree\ny\nfour\nother\n" } });
  });

  test("says where it is not sure, and where the model fails", async () => {
    const even = [-1, -1];
    expect(await answerOf(scorerWith([even, even]))).toEqual([undecided]);
    const broken: WindowScorer = { name: "Tiny", score: () => Promise.resolve({ type: "failed", message: "No." }) };
    expect(await answerOf(broken)).toEqual([{ type: "failed", failure: { type: "bad-answer", message: "No." } }]);
  });

  test("throws what it was aborted with", async () => {
    const control = new AbortController();
    const late: WindowScorer = {
      name: "Tiny",
      score: (_, windows) => {
        control.abort(new Error("stopped"));
        return Promise.resolve({ type: "scored", scores: windows.map(() => whole(-1)) });
      },
    };
    await expect(answerOf(late, control.signal)).rejects.toThrow("stopped");
  });
});
