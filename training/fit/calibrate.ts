import type { Thresholds } from "../../extension/core/merge/model/readByModel.ts";
import type { SyntaxParsers } from "../../extension/core/text/syntax.ts";
import { blankFactors, fitLattice, type LatticeCase } from "./fitLattice.ts";
import { fitRanking, type RankingCase } from "./fitRanking.ts";
import { prepareCase, repositoryOf, type Case } from "./prepare.ts";
import { readForRanking, type RankedCase } from "./rank.ts";
import { chooseThreshold, reliabilityTable, riskTable, summary, type Outcome } from "./report.ts";

export interface CalibrationData {
  /** Generated cases. */
  readonly cases: readonly Case[];
  /** Real answers, which count `givenWeight` times as much. */
  readonly given: readonly Case[];
  readonly givenWeight: number;
}

export interface CalibrationOptions {
  readonly seed: number;
  readonly epochs: number;
  /** In how many parts the repositories are divided; each part is read by weights that the others gave. */
  readonly folds: number;
  /** The share of real answers that may be taken though they are wrong. */
  readonly risk: number;
  /** Thresholds in place of those that the risk gives. */
  readonly sure?: Thresholds | undefined;
  readonly withAblation: boolean;
  readonly parsers: SyntaxParsers;
  readonly report: (line: string) => void;
}

/** What the product reads: weights of features of the lattice and of the ranking, and how sure a text must be to count and to overrule. */
export interface Weights {
  readonly sure: Thresholds;
  readonly features: Readonly<Record<string, number>>;
  readonly ranking: Readonly<Record<string, number>>;
}

/** How much a generated case counts in the ranking: its mistakes are not those of real answers. */
const GENERATED_WEIGHT = 0.25;
/** Generated cases that the ranking is fitted on, of each fold. */
const GENERATED_PER_FOLD = 150;
/** Where the model finds what the rules merge less likely than this, that was wrong in nine of ten answers (decision 27). */
const TOGETHER = 0.15;
/** What the rules merge is mostly right, so that the model may be wrong less often where it stands against it. */
const RISK_AGAINST = 0.75;
const RANKING = { rounds: 300, rate: 0.1, decay: 0.002 };
/** Two kinds of deletions are told apart from the start: short runs are common, long ones are cheap to go on with. */
const START = new Map([
  ["t:P>L", -2],
  ["t:L>L", 0.5],
]);

/**
 * Fits lattice and ranking. What the report says, and the threshold, come from cases whose repositories the weights that judge them
 * have not seen; the weights that are given at the end are fitted on all. Deterministic for the same data and options.
 */
export async function calibrate(
  { cases, given, givenWeight }: CalibrationData,
  options: CalibrationOptions,
): Promise<{ weights: Weights; report: string }> {
  const factors = blankFactors();
  const left = new Map<string, number>();
  const all = [
    ...cases.map((one) => ({ one, weight: 1, isGiven: false })),
    ...given.map((one) => ({ one, weight: givenWeight, isGiven: true })),
  ].map((entry) => {
    const prepared = prepareCase(entry.one, factors, entry.weight);
    if (typeof prepared === "string") left.set(prepared, (left.get(prepared) ?? 0) + 1);
    return { ...entry, prepared: typeof prepared === "string" ? undefined : prepared };
  });
  const repositories = [...new Set(all.map(({ one }) => repositoryOf(one)))];
  const foldOf = (one: Case): number => repositories.indexOf(repositoryOf(one)) % options.folds;
  const fit = (entries: readonly { prepared: LatticeCase | undefined }[], name: string): Map<string, number> =>
    fitLattice(
      entries.flatMap(({ prepared }) => prepared ?? []),
      factors,
      START,
      {
        ...{ epochs: options.epochs, rate: 0.5, decay: 1e-4, seed: options.seed },
        report: (epoch, loss) => {
          options.report(`${name}, epoch ${String(epoch + 1)}: ${loss.toFixed(4)} per case`);
        },
      },
    );
  const read: { ranked: RankedCase; isGiven: boolean; fold: number }[] = [];
  for (let fold = 0; fold < options.folds; fold++) {
    const weights = fit(
      all.filter(({ one }) => foldOf(one) !== fold),
      `part ${String(fold + 1)}`,
    );
    let generated = 0;
    for (const { one, isGiven } of all) {
      if (foldOf(one) !== fold || (!isGiven && ++generated > GENERATED_PER_FOLD)) continue;
      read.push({ ranked: await readForRanking(one, weights, options.parsers), isGiven, fold });
    }
  }
  const rankingOf = (entries: typeof read): Map<string, number> =>
    fitRanking(
      entries.flatMap(({ ranked, isGiven }) => toRankingCase(ranked, isGiven ? 1 : GENERATED_WEIGHT)),
      RANKING,
    );
  const outcomes = Array.from({ length: options.folds }, (_, fold) => {
    const ranking = rankingOf(read.filter((entry) => entry.fold !== fold));
    return read
      .filter((entry) => entry.fold === fold)
      .map(({ ranked, isGiven }) => ({ isGiven, outcome: judge(ranked, ranking) }));
  }).flat();
  const ofGiven = outcomes.filter(({ isGiven }) => isGiven).map(({ outcome }) => outcome);
  const ofGenerated = outcomes.filter(({ isGiven }) => !isGiven).map(({ outcome }) => outcome);
  const telling = ofGiven.length > 0 ? ofGiven : ofGenerated;
  const sure = options.sure ?? {
    alone: chooseThreshold(telling, options.risk),
    against: chooseThreshold(telling, RISK_AGAINST * options.risk),
    together: TOGETHER,
  };
  const features = fit(all, "all");
  const ranking = rankingOf(read);
  const report = [
    "# Calibration",
    `${String(cases.length)} generated cases and ${String(given.length)} real answers of ${String(repositories.length)} repositories; left out of the fit: ${[...left].map(([why, count]) => `${String(count)} (${why})`).join(", ") || "none"}.`,
    `Everything below is told of cases whose repositories the weights that read them have not seen. A text counts as sure from ${String(sure.alone)}, and against what the rules merge from ${String(sure.against)}.`,
    ...describe("Real answers", ofGiven),
    ...describe("Generated cases", ofGenerated),
    ...(options.withAblation ? ["## Ablation", ablate(read, options.folds)] : []),
  ].join("\n\n");
  return { weights: { sure, features: rounded(features), ranking: rounded(ranking) }, report };
}

function describe(name: string, outcomes: readonly Outcome[]): string[] {
  if (outcomes.length === 0) return [];
  return [`## ${name}`, summary(name, outcomes), reliabilityTable(outcomes), riskTable(outcomes)];
}

function toRankingCase({ one, sketches, isRead }: RankedCase, weight: number): RankingCase[] {
  const [only] = sketches;
  // Of the first of several sketches nobody knows the text that was meant.
  if (!isRead || sketches.length !== 1 || !only) return [];
  return [{ readings: only.readings, none: only.none, right: one.expect_refusal === true ? [] : only.right, weight }];
}

/** The outcome of a case by the weights of a ranking, as `rankReadings` gives it. */
function judge({ one, sketches, isRead }: RankedCase, weights: ReadonlyMap<string, number>): Outcome {
  const score = (features: readonly string[]): number =>
    features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0);
  let certainty = isRead ? 1 : 0;
  let isRight = false;
  let isAmongFive = false;
  for (const { readings, none, right } of sketches) {
    const shares = [...readings, none].map((features) => Math.exp(score(features)));
    const total = shares.reduce((sum, share) => sum + share, 0);
    const order = readings.map((_, at) => at).sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0));
    certainty *= (shares[order[0] ?? 0] ?? 0) / total;
    isRight = right.includes(order[0] ?? -1);
    isAmongFive = order.slice(0, 5).some((at) => right.includes(at));
  }
  return {
    certainty,
    isRight: isRead && isRight,
    isAmongFive: isRead && isAmongFive,
    mustRefuse: one.expect_refusal === true,
  };
}

/** What the ranking loses without each group of its features (the part of a name before its last colon). */
function ablate(read: readonly { ranked: RankedCase; isGiven: boolean; fold: number }[], folds: number): string {
  const groupOf = (feature: string): string => feature.split(":").slice(0, 2).join(":");
  const groups = new Set(
    read.flatMap(({ ranked }) => ranked.sketches.flatMap(({ readings }) => readings.flat().map(groupOf))),
  );
  const without = (group: string | undefined): Outcome[] => {
    const cut = ({ sketches, ...rest }: RankedCase): RankedCase => ({
      ...rest,
      sketches: sketches.map((each) => ({
        ...each,
        readings: each.readings.map((features) => features.filter((feature) => groupOf(feature) !== group)),
      })),
    });
    const entries = read.map((entry) => ({ ...entry, ranked: cut(entry.ranked) }));
    return Array.from({ length: folds }, (_, fold) => {
      const ranking = fitRanking(
        entries
          .filter((entry) => entry.fold !== fold)
          .flatMap(({ ranked, isGiven }) => toRankingCase(ranked, isGiven ? 1 : GENERATED_WEIGHT)),
        RANKING,
      );
      return entries
        .filter((entry) => entry.fold === fold && entry.isGiven)
        .map(({ ranked }) => judge(ranked, ranking));
    }).flat();
  };
  const rows = [undefined, ...groups].map((group) => {
    const outcomes = without(group).filter(({ mustRefuse }) => !mustRefuse);
    const right = outcomes.filter(({ isRight }) => isRight).length;
    const wrong = outcomes.filter(({ isRight, certainty }) => !isRight && certainty >= 0.8).length;
    const taken = outcomes.filter(({ isRight, certainty }) => isRight && certainty >= 0.8).length;
    return `| ${group ?? "nothing"} | ${String(right)} | ${String(taken)} | ${String(wrong)} |`;
  });
  return ["| without | right | right at 0.8 | WRONG at 0.8 |", "|---|--:|--:|--:|", ...rows].join("\n");
}

/** Weights that count, in the order of their names, so that a new fit shows what changed. */
function rounded(weights: ReadonlyMap<string, number>): Record<string, number> {
  const entries = [...weights]
    .filter(([, weight]) => Math.abs(weight) >= 0.005)
    .map(([name, weight]): [string, number] => [name, Number(weight.toFixed(3))])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
