import { createFactors } from "../../extension/core/merge/model/factors.ts";
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
  /** The project's own cases, of which nothing is told: they were chosen by hand. */
  readonly own: readonly Case[];
  /** Random edits as the property tests draw them. */
  readonly drawn: readonly Case[];
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
  /** Weights that the fit goes on from and stays near, as where their data is no longer at hand. */
  readonly near?: Weights | undefined;
  readonly withAblation: boolean;
  readonly parsers: SyntaxParsers;
  readonly report: (line: string) => void;
}

/** What the product reads: weights of features of the lattice and of the ranking, and how sure the model must be. */
export interface Weights {
  readonly sure: Thresholds;
  readonly features: Readonly<Record<string, number>>;
  readonly ranking: Readonly<Record<string, number>>;
}

type CaseKind = "generated" | "given" | "own" | "drawn";

/** How much a case counts in the lattice, where a generated one counts 1: what the project promises counts most, for there is little of it. */
const OWN_WEIGHT = 12;
const DRAWN_WEIGHT = 3;
/** How much a case counts in the ranking, and one that must be refused: mistakes of generated ones are not those of real answers. */
const RANKING_WEIGHTS: Readonly<Record<CaseKind, number>> = { generated: 0.4, given: 1, own: 3, drawn: 1 };
const REFUSED_WEIGHTS: Readonly<Record<CaseKind, number>> = { generated: 2, given: 2, own: 2, drawn: 4 };
/** Generated cases that the ranking is fitted on, of each fold, besides all that must be refused. */
const GENERATED_PER_FOLD = 500;
/** Where the model finds what the rules merge less likely than this, that was wrong in eight of ten answers (decision 27). */
const TOLERATED = 0.3;
/** What the rules merge is mostly right, so that the model may be wrong less often where it stands against it. */
const RISK_OVERRULED = 0.75;
/**
 * How fast weights are fitted, and how strongly they are held where they begin; those that are given are to change little: at thrice the
 * rate answers of other repositories came out worse (decision 27).
 */
const AFRESH = { rate: 0.5, decay: 5e-4 };
const NEAR = { rate: 0.1, decay: 3e-3 };
const RANKING_NEAR = { rounds: 300, rate: 0.1, decay: 0.004 };
const RANKING = { rounds: 300, rate: 0.1, decay: 0.002 };
/** Two kinds of deletions are told apart from the start: short runs are common, long ones are cheap to go on with. */
const START = new Map([
  ["t:P>L", -2],
  ["t:L>L", 0.5],
]);

/**
 * Fits lattice and ranking. What the report says, and the thresholds, come from real answers, or from generated cases
 * where there are none, and from cases whose repositories the weights that judge them
 * have not seen; the weights that are given at the end are fitted on all. Deterministic for the same data and options.
 */
export async function calibrate(
  { cases, given, own, drawn, givenWeight }: CalibrationData,
  options: CalibrationOptions,
): Promise<{ weights: Weights; report: string }> {
  const factors = options.near ? createFactors(new Map(Object.entries(options.near.features))) : blankFactors();
  const left = new Map<string, number>();
  const entriesOf = (
    kind: CaseKind,
    ones: readonly Case[],
    weight: number,
  ): { one: Case; weight: number; kind: CaseKind }[] => ones.map((one) => ({ one, weight, kind }));
  const all = [
    ...entriesOf("generated", cases, 1),
    ...entriesOf("given", given, givenWeight),
    ...entriesOf("own", own, OWN_WEIGHT),
    ...entriesOf("drawn", drawn, DRAWN_WEIGHT),
  ].map((entry) => {
    const prepared = prepareCase(entry.one, factors, entry.weight, options.near !== undefined);
    if (typeof prepared === "string") left.set(prepared, (left.get(prepared) ?? 0) + 1);
    return { ...entry, prepared: typeof prepared === "string" ? undefined : prepared };
  });
  const repositories = [...new Set(all.map(({ one }) => repositoryOf(one)))];
  const foreign = new Set([...cases, ...given].map(repositoryOf));
  const foldOf = (one: Case): number => repositories.indexOf(repositoryOf(one)) % options.folds;
  const fit = (entries: readonly { prepared: LatticeCase | undefined }[], name: string): Map<string, number> =>
    fitLattice(
      entries.flatMap(({ prepared }) => prepared ?? []),
      factors,
      options.near ? new Map(Object.entries(options.near.features)) : START,
      {
        ...{ epochs: options.epochs, ...(options.near ? NEAR : AFRESH), seed: options.seed },
        report: (epoch, loss) => {
          options.report(`${name}, epoch ${String(epoch + 1)}: ${loss.toFixed(4)} per case`);
        },
      },
    );
  const read: { ranked: RankedCase; kind: CaseKind; fold: number }[] = [];
  for (let fold = 0; fold < options.folds; fold++) {
    const weights = fit(
      all.filter(({ one }) => foldOf(one) !== fold),
      `part ${String(fold + 1)}`,
    );
    let generated = 0;
    for (const { one, kind } of all) {
      if (foldOf(one) !== fold) continue;
      const isMany = kind === "generated" && one.expect_refusal !== true;
      if (isMany && ++generated > GENERATED_PER_FOLD) continue;
      read.push({ ranked: await readForRanking(one, weights, options.parsers), kind, fold });
    }
  }
  const rankingOf = (entries: typeof read): Map<string, number> =>
    fitRanking(
      entries.flatMap(({ ranked, kind }) => toRankingCase(ranked, kind)),
      options.near ? RANKING_NEAR : RANKING,
      new Map(Object.entries(options.near?.ranking ?? {})),
    );
  const outcomes = Array.from({ length: options.folds }, (_, fold) => {
    const ranking = rankingOf(read.filter((entry) => entry.fold !== fold));
    return read
      .filter((entry) => entry.fold === fold)
      .map(({ ranked, kind }) => ({ kind, outcome: judge(ranked, ranking) }));
  }).flat();
  const outcomesOf = (kind: CaseKind): Outcome[] =>
    outcomes.filter((entry) => entry.kind === kind).map(({ outcome }) => outcome);
  const telling = tellingKind(read);
  const sure = options.sure ?? {
    counts: chooseThreshold(outcomesOf(telling), options.risk),
    overrules: chooseThreshold(outcomesOf(telling), RISK_OVERRULED * options.risk),
    tolerates: TOLERATED,
  };
  // What the data does not show stays as it was.
  const features = new Map([...Object.entries(options.near?.features ?? {}), ...fit(all, "all")]);
  const ranking = rankingOf(read);
  const report = [
    "# Calibration",
    `${String(cases.length)} generated cases and ${String(given.length)} real answers of ${String(foreign.size)} repositories, and ${String(own.length)} cases of the project's own and ${String(drawn.length)} random ones; left out of the fit: ${[...left].map(([why, count]) => `${String(count)} (${why})`).join(", ") || "none"}.`,
    `Everything below is told of cases whose repositories the weights that read them have not seen. The model counts from ${String(sure.counts)}, overrules the rules from ${String(sure.overrules)}, and tolerates what they merge from ${String(sure.tolerates)}.`,
    ...describe("Real answers", outcomesOf("given")),
    ...describe("Generated cases", outcomesOf("generated")),
    ...(options.withAblation ? ["## Ablation", ablate(read, options.folds)] : []),
  ].join("\n\n");
  return { weights: { sure, features: rounded(features), ranking: rounded(ranking) }, report };
}

function describe(name: string, outcomes: readonly Outcome[]): string[] {
  if (outcomes.length === 0) return [];
  return [`## ${name}`, summary(name, outcomes), reliabilityTable(outcomes), riskTable(outcomes)];
}

/** The cases that tell how the model does on real answers, or as well as can be told without any. */
function tellingKind(read: readonly { readonly kind: CaseKind }[]): CaseKind {
  return read.some(({ kind }) => kind === "given") ? "given" : "generated";
}

function toRankingCase({ one, sketches, isRead }: RankedCase, kind: CaseKind): RankingCase[] {
  const [only] = sketches;
  // Of the first of several sketches nobody knows the text that was meant.
  if (!isRead || sketches.length !== 1 || !only) return [];
  const isRefused = one.expect_refusal === true;
  const weight = (isRefused ? REFUSED_WEIGHTS : RANKING_WEIGHTS)[kind];
  return [{ readings: only.readings, none: only.none, right: isRefused ? [] : only.right, weight }];
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
function ablate(read: readonly { ranked: RankedCase; kind: CaseKind; fold: number }[], folds: number): string {
  const groupOf = (feature: string): string => feature.split(":").slice(0, 2).join(":");
  const groups = new Set(
    read.flatMap(({ ranked }) => ranked.sketches.flatMap(({ readings }) => readings.flat().map(groupOf))),
  );
  const telling = tellingKind(read);
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
        entries.filter((entry) => entry.fold !== fold).flatMap(({ ranked, kind }) => toRankingCase(ranked, kind)),
        RANKING,
      );
      return entries
        .filter((entry) => entry.fold === fold && entry.kind === telling)
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
