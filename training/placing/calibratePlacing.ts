import { toShares } from "../../extension/core/placing/placeAnswer.ts";
import type { Case } from "../fit/prepare.ts";
import { fitChoices, fitExamples, type Choice, type Example, type FitOptions } from "./fitChoices.ts";
import { prepareAnswer, type Lessons } from "./prepareAnswer.ts";

/** Weights by feature, in the order of their names, and how well they do. */
export interface Calibration {
  readonly weights: Readonly<Record<string, number>>;
  readonly report: string;
}

/** Decimals of a weight. */
const DECIMALS = 3;

/** Fits the weights by which blocks of answers are placed, and tells how well they place those of answers that are held out. Deterministic. */
export function calibratePlacing(answers: readonly Case[], heldOut: readonly Case[], options: FitOptions): Calibration {
  const lessons = joinLessons(answers.map(prepareAnswer));
  // What the new answers do not have keeps the weight of those before.
  const fitted = new Map([
    ...(options.means ?? []),
    ...fitChoices(lessons.blocks, options),
    ...fitChoices(lessons.deletions, options),
    ...fitExamples(lessons.sentences, options),
  ]);
  const rounded = [...fitted]
    .map(([name, weight]): [string, number] => [name, Number(weight.toFixed(DECIMALS))])
    .filter(([, weight]) => weight !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const weights = new Map(rounded);
  const tests = joinLessons(heldOut.map(prepareAnswer));
  const report = [
    `${String(answers.length)} answers: ${String(lessons.blocks.length)} blocks, ${String(lessons.deletions.length)} possible deletions, ${String(lessons.sentences.length)} sentences.`,
    ...describeChoices("Blocks", lessons.blocks, tests.blocks, weights),
    ...describeChoices("Deletions", lessons.deletions, tests.deletions, weights),
    ...describeExamples(tests.sentences, weights),
  ];
  return { weights: Object.fromEntries(rounded), report: report.join("\n") };
}

function joinLessons(all: readonly Lessons[]): Lessons {
  return {
    blocks: all.flatMap(({ blocks }) => blocks),
    deletions: all.flatMap(({ deletions }) => deletions),
    sentences: all.flatMap(({ sentences }) => sentences),
  };
}

/** How often the likeliest alternative was meant: in all, and by how likely it is. */
function describeChoices(
  title: string,
  fitted: readonly Choice[],
  heldOut: readonly Choice[],
  weights: ReadonlyMap<string, number>,
): string[] {
  return [["fitted", fitted] as const, ["held out", heldOut] as const].flatMap(([name, choices]) => {
    if (choices.length === 0) return [];
    const best = choices.map(({ alternatives, right }) => {
      const shares = toShares(alternatives.map((features) => features.score(weights)));
      const at = shares.reduce((most, share, index) => (share > (shares[most] ?? 0) ? index : most), 0);
      return { share: shares[at] ?? 0, isSo: right.includes(at) };
    });
    const right = best.filter(({ isSo }) => isSo).length;
    return [`${title}, ${name}: ${String(right)} of ${String(best.length)} right.`, ...tableOf(best)];
  });
}

function describeExamples(heldOut: readonly Example[], weights: ReadonlyMap<string, number>): string[] {
  if (heldOut.length === 0) return [];
  const rows = heldOut.map(({ features, isSo }) => ({ share: 1 / (1 + Math.exp(-features.score(weights))), isSo }));
  return ["Sentences that ask for more, held out:", ...tableOf(rows)];
}

/** Lists for each tenth of certainty how many are so. */
function tableOf(rows: readonly { readonly share: number; readonly isSo: boolean }[]): string[] {
  return Array.from({ length: 10 }, (_, tenth) => {
    const own = rows.filter(({ share }) => Math.min(9, Math.floor(share * 10)) === tenth);
    const right = own.filter(({ isSo }) => isSo).length;
    return `  ${(tenth / 10).toFixed(1)}: ${String(right)} of ${String(own.length)}`;
  });
}
