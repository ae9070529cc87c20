import type { CaseResult, EvaluatedEngine, Evaluation, EvaluationCase, Grade } from "../evaluation.ts";
import { splitLines } from "../../text/lines.ts";
import { diffRuns, type DiffRun } from "./caseDiff.ts";
import { dollars, duration, percent, shortened, wholeNumber } from "./figures.ts";
import { escapedSize, markup, type Markup } from "./markup.ts";
import { caseClass } from "./reportStyle.ts";

/** Bytes of all cases together, so that a report of 450 cases stays under 3 MB. */
const CASES_BUDGET = 2_700_000;
/** About what stands around the texts of a case and of a result, in bytes. */
const [CASE_FRAME, RESULT_FRAME] = [700, 420];
/** Texts are cut to no less than this in all, however many cases there are. */
const LEAST_TEXT_BUDGET = 400_000;
/** What models and servers say beside their texts is shown up to so many characters. */
const MOST_SAID = 400;

/** Lines of a case that may be cut, in parts of one kind each. */
interface Excerpt {
  readonly runs: readonly DiffRun[];
  readonly isDiff: boolean;
  /** Bytes when it is written. */
  readonly size: number;
}

interface ShownResult {
  readonly result: CaseResult;
  readonly engine: EvaluatedEngine;
  /** Its text against the expected one. */
  readonly difference: Excerpt | undefined;
}

interface ShownCase {
  readonly of: EvaluationCase;
  readonly answer: Excerpt;
  /** `undefined`: it has to be refused. */
  readonly change: Excerpt | undefined;
  readonly results: readonly ShownResult[];
}

/** Draws every case, closed; long texts are cut if all together would be too much. */
export function caseList({ engines, cases, results }: Evaluation): Markup[] {
  const byCase = new Map<string, CaseResult[]>();
  for (const result of results) byCase.set(result.caseId, [...(byCase.get(result.caseId) ?? []), result]);
  const shown = cases.map((of): ShownCase => ({
    of,
    answer: plainExcerpt(of.answer),
    change: of.expected === null ? undefined : diffExcerpt(of.original, of.expected),
    results: engines.flatMap((engine) =>
      (byCase.get(of.id) ?? [])
        .filter(({ engineId }) => engineId === engine.id)
        .map((result) => ({ result, engine, difference: differenceOf(result, of) })),
    ),
  }));
  const cap = fairCap(
    shown.flatMap(({ answer, change, results: own }) => [
      answer.size,
      change?.size ?? 0,
      ...own.map(({ difference }) => difference?.size ?? 0),
    ]),
    Math.max(LEAST_TEXT_BUDGET, CASES_BUDGET - cases.length * CASE_FRAME - results.length * RESULT_FRAME),
  );
  return shown.map((one) => drawCase(one, engines, cap));
}

/** Compares a text with the expected one; `undefined` if they are equal, or there is no text. */
function differenceOf({ outcome, text }: CaseResult, { original, expected }: EvaluationCase): Excerpt | undefined {
  return outcome === "exact" || text === undefined ? undefined : diffExcerpt(expected ?? original, text);
}

function plainExcerpt(text: string): Excerpt {
  return excerpt([{ kind: "same", lines: splitLines(text).lines.map((line) => line.text) }], false);
}

function diffExcerpt(before: string, after: string): Excerpt {
  return excerpt(diffRuns(before, after), true);
}

function excerpt(runs: readonly DiffRun[], isDiff: boolean): Excerpt {
  let size = 0;
  for (const { lines } of runs) for (const line of lines) size += lineSize(line);
  return { runs, isDiff, size };
}

/** Counts the bytes of a line, with its sign and its end. */
function lineSize(line: string): number {
  return escapedSize(line) + 2;
}

function drawCase(
  { of, answer, change, results }: ShownCase,
  engines: readonly EvaluatedEngine[],
  cap: number,
): Markup {
  const classes = results.flatMap(({ result: { outcome }, engine }) => [
    caseClass("any", outcome),
    caseClass(String(engines.indexOf(engine)), outcome),
  ]);
  const chips = results.map(
    ({ result: { outcome }, engine }) =>
      markup`<span class="outcome ${outcome}">${engines.length === 1 ? outcome : `${engine.id}: ${outcome}`}</span>`,
  );
  const { path, language, kind, split, commit, id, instruction } = of;
  const about = [language, kind, split, ...(commit === undefined ? [] : [commit.slice(0, 10)]), id];
  return markup`<details class="case ${[...new Set(classes)].join(" ")}"><summary>${path} <span class="dim">${about.filter((one) => one !== "").join(" · ")}</span>${chips}</summary><div class="content">
${instruction !== undefined && instruction !== "" && markup`<p>Asked for: ${shortened(instruction, MOST_SAID)}</p>`}<h3>Answer</h3>${drawExcerpt(answer, cap)}<h3>Change that it means</h3>${change === undefined ? markup`<p>None that is clear: it has to be refused.</p>` : drawExcerpt(change, cap)}${results.map((result) => drawResult(result, of, cap))}</div></details>
`;
}

function drawResult({ result, engine, difference }: ShownResult, { expected }: EvaluationCase, cap: number): Markup {
  const { outcome, certainty, seconds, characters, cost, message, grades = [] } = result;
  const figures = [
    certainty !== undefined && `certainty ${certainty.toFixed(3)}`,
    duration(seconds),
    `${wholeNumber(characters)} characters`,
    cost !== undefined && dollars(cost),
    result.acceptedShare !== undefined && `${percent(result.acceptedShare)} of drafted tokens accepted`,
  ].filter((figure) => figure !== false);
  return markup`<h3>${engine.label}: ${outcome}</h3><p class="dim">${figures.join(" · ")}</p>${message !== undefined && markup`<p>${shortened(message, MOST_SAID)}</p>`}${grades.map(drawGrade)}${difference !== undefined && markup`<p>From the ${expected === null ? "file" : "expected text"} to ${outcome === "refused" || outcome === "declined" ? "its guess" : "its text"}:</p>${drawExcerpt(difference, cap)}`}`;
}

function drawGrade(grade: Grade): Markup {
  return "score" in grade
    ? markup`<p>Grade ${grade.score} of 5: ${shortened(grade.reason, MOST_SAID)}</p>`
    : markup`<p>No grade: ${shortened(grade.refused, MOST_SAID)}</p>`;
}

const signs = { same: " ", removed: "-", added: "+", gap: "" } as const;

/** Draws the lines of an excerpt, as many as fit in `cap` bytes, and how many do not. */
function drawExcerpt({ runs, isDiff, size }: Excerpt, cap: number): Markup {
  if (runs.length === 0) return markup`<p class="dim">No line differs; line ends may.</p>`;
  const isCut = size > cap;
  let room = isCut ? cap : size;
  let left = 0;
  const drawn = runs.map(({ kind, lines }): Markup => {
    const fitting = isCut ? fittingLines(lines, room) : lines.length;
    left += kind === "gap" ? 0 : lines.length - fitting;
    for (const line of lines.slice(0, fitting)) room -= lineSize(line);
    // A gap after what is cut says nothing.
    if (fitting < lines.length) room = 0;
    if (fitting === 0) return markup``;
    const sign = isDiff ? signs[kind] : "";
    const text = lines
      .slice(0, fitting)
      .map((line) => `${sign}${line}\n`)
      .join("");
    if (kind === "removed") return markup`<del>${text}</del>`;
    if (kind === "added") return markup`<ins>${text}</ins>`;
    return kind === "gap" ? markup`<i>@@ ${text}</i>` : markup`${text}`;
  });
  const rest =
    left > 0 && markup`<i>${`${wholeNumber(left)} more ${left === 1 ? "line" : "lines"}: see the JSON file.`}</i>`;
  return markup`<pre tabindex="0">${drawn}${rest}</pre>`;
}

function fittingLines(lines: readonly string[], room: number): number {
  let used = 0;
  const end = lines.findIndex((line) => (used += lineSize(line)) > room);
  return end === -1 ? lines.length : end;
}

/**
 * Computes the largest bound for which all sizes, none counted beyond it, stay within a budget: small ones leave what they do not need to
 * large ones. `Infinity` if all fit.
 */
export function fairCap(sizes: readonly number[], budget: number): number {
  let left = budget;
  const sorted = sizes.toSorted((one, other) => one - other);
  for (const [at, size] of sorted.entries()) {
    const equal = left / (sorted.length - at);
    if (size > equal) return Math.floor(equal);
    left -= size;
  }
  return Infinity;
}
