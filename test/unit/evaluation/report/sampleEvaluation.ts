import type { CaseResult, EvaluatedEngine, Evaluation } from "../../../../extension/core/evaluation/evaluation.ts";
import type { GradedCase } from "../../../../extension/core/evaluation/grader.ts";

/** An evaluation without cases, to which a test adds what it is about. */
export const emptyEvaluation: Evaluation = {
  version: 1,
  source: { repository: "shop", commit: "0123456789abcdef0123456789abcdef01234567", seed: 1, asked: 4 },
  made: {
    at: "2026-11-23T10:00:00.000Z",
    version: "0.2.0",
    command: "fast-apply eval --edits 4",
    machine: { cores: 2, processor: "Test", memory: 8e9 },
  },
  engines: [],
  cases: [],
  results: [],
  skipped: [],
};

export const structural: EvaluatedEngine = { id: "structural", label: "Structural", kind: "structural" };
export const rewriter: EvaluatedEngine = {
  id: "openai/gpt:guess",
  label: "OpenAI · gpt, guess",
  kind: "rewriter",
  draft: "guess",
};

export function makeCase(id: string, changes: Partial<GradedCase> = {}): GradedCase {
  return {
    id,
    path: `src/${id}.ts`,
    language: "typescript",
    kind: "commit",
    split: "short",
    original: "one\ntwo\nthree\n",
    answer: "```ts\ntwo, changed\n```\n",
    expected: "one\ntwo, changed\nthree\n",
    ...changes,
  };
}

export function makeResult(
  caseId: string,
  outcome: CaseResult["outcome"],
  changes: Partial<CaseResult> = {},
): CaseResult {
  return { caseId, engineId: structural.id, outcome, seconds: 1, characters: 100, ...changes };
}

const LANGUAGES = ["typescript", "python", "go", "css", ""];
const KINDS = ["commit", "commit+remove", "rename", "wrap", "move"];

/** So many cases of files of about 200 lines, and what four engines made of them. Every figure a report knows is in it. */
export function largeEvaluation(count: number): Evaluation {
  const engines: EvaluatedEngine[] = [
    structural,
    rewriter,
    { ...rewriter, id: "openai/gpt:none", label: "OpenAI · gpt, no draft", draft: "none" },
    { id: "exact-edits:openai/gpt", label: "Exact edits · gpt", kind: "exact-edits" },
  ];
  const cases = Array.from({ length: count }, (_, at) => largeCase(at));
  return {
    ...emptyEvaluation,
    source: { ...emptyEvaluation.source, asked: count },
    engines,
    cases,
    results: cases.flatMap((one, at) => engines.map((engine, place) => resultOf(one, at, engine, place))),
    skipped: [
      { reason: "binary", count: 12 },
      { reason: "renamed", count: 3 },
    ],
  };
}

function largeCase(at: number): GradedCase {
  const lines = Array.from(
    { length: 150 + ((at * 37) % 100) },
    (_, line) => `  const value${line} = compute(${at}, "${line}") && others[${line}] < limit; // step ${line}`,
  );
  const start = (at * 13) % 100;
  const changed = Array.from({ length: 12 }, (_, line) => `  const changed${line} = better(${at}, ${line});`);
  return makeCase(`case-${at}`, {
    path: `src/part${at % 20}/file${at}.ts`,
    language: LANGUAGES[at % LANGUAGES.length] ?? "",
    kind: KINDS[at % KINDS.length] ?? "",
    split: at % 4 === 0 ? "long" : "short",
    instruction: `Make step ${start} better.`,
    original: `${lines.join("\n")}\n`,
    answer: `This makes it better:\n\n\`\`\`ts\n// ... existing code ...\n${lines.slice(start - 4, start).join("\n")}\n${changed.join("\n")}\n// ... existing code ...\n\`\`\`\n`,
    expected: `${[...lines.slice(0, start), ...changed, ...lines.slice(start + 10)].join("\n")}\n`,
  });
}

function resultOf(one: GradedCase, at: number, engine: EvaluatedEngine, place: number): CaseResult {
  const draw = (at * 7 + place * 3) % 20;
  const outcome = draw < 13 ? "exact" : draw < 14 ? "lenient" : draw < 17 ? "refused" : draw < 18 ? "failed" : "wrong";
  const hasText = outcome !== "failed";
  const isRight = outcome === "exact" || outcome === "lenient" || draw === 15;
  const isModel = place > 0;
  return {
    caseId: one.id,
    engineId: engine.id,
    outcome,
    ...(hasText && { text: isRight ? one.expected : one.expected.replaceAll("better", "worse") }),
    ...(hasText && { certainty: 1 - ((at * 11 + place) % 50) / 100 }),
    ...(!hasText && { message: "The server ended the connection." }),
    seconds: isModel ? 1 + draw / 10 + place : 0.002 + draw / 10_000,
    characters: one.expected.length,
    ...(isModel && { tokens: { sent: 3_000, answered: 900 }, cost: 0.002, passes: 12, acceptedShare: 0.9 }),
    ...(isModel && {
      grades: [
        { score: isRight ? 5 : 2, reason: isRight ? "Complete." : "It renames a function." },
        at % 9 === 0 ? { refused: "The answer was cut off." } : { score: isRight ? 4 : 1, reason: "Syntax is fine." },
      ],
    }),
  };
}
