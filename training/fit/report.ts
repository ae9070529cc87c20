/** How a case came out: how sure the model was of its text, and whether that was right. */
export interface Outcome {
  readonly certainty: number;
  readonly isRight: boolean;
  /** The text that was meant is among the five likeliest. */
  readonly isAmongFive: boolean;
  readonly mustRefuse: boolean;
}

const percent = (part: number, all: number): string => (all === 0 ? "-" : `${((100 * part) / all).toFixed(1)} %`);

const EDGES = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1];

/** How often answers of each certainty are right: in a calibrated model as often as it says. */
export function reliabilityTable(outcomes: readonly Outcome[]): string {
  const rows = EDGES.slice(0, -1).map((low, index) => {
    const high = EDGES[index + 1] ?? 1;
    const within = outcomes.filter(({ certainty }) => certainty >= low && (certainty < high || high === 1));
    const mean = within.reduce((sum, { certainty }) => sum + certainty, 0) / within.length;
    const right = within.filter(({ isRight }) => isRight).length;
    return `| ${String(low)} to ${String(high)} | ${String(within.length)} | ${within.length === 0 ? "-" : mean.toFixed(3)} | ${percent(right, within.length)} |`;
  });
  return ["| certainty | cases | mean | right |", "|---|--:|--:|--:|", ...rows].join("\n");
}

/** What is accepted, and what of it is wrong, at each threshold. */
export function riskTable(outcomes: readonly Outcome[]): string {
  const may = outcomes.filter(({ mustRefuse }) => !mustRefuse);
  const must = outcomes.filter(({ mustRefuse }) => mustRefuse);
  const rows = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98].map((sure) => {
    const taken = may.filter(({ certainty }) => certainty >= sure);
    const right = taken.filter(({ isRight }) => isRight).length;
    const through = must.filter(({ certainty }) => certainty >= sure).length;
    return `| ${String(sure)} | ${percent(right, may.length)} | ${percent(taken.length - right, may.length)} | ${String(through)} of ${String(must.length)} |`;
  });
  return ["| sure | right | WRONG | to be refused, but taken |", "|---|--:|--:|--:|", ...rows].join("\n");
}

/**
 * The lowest certainty at which at most `risk` of all cases are wrong, in steps of a hundredth; 1 where even the surest are. Chosen on
 * cases whose repositories no weight has seen.
 */
export function chooseThreshold(outcomes: readonly Outcome[], risk: number): number {
  for (let hundredth = 50; hundredth < 100; hundredth++) {
    const wrong = outcomes.filter(({ certainty, isRight }) => certainty >= hundredth / 100 && !isRight).length;
    if (wrong <= risk * outcomes.length) return hundredth / 100;
  }
  return 1;
}

/** How many are right without any threshold, and how many have the right text among the five likeliest. */
export function summary(name: string, outcomes: readonly Outcome[]): string {
  const may = outcomes.filter(({ mustRefuse }) => !mustRefuse);
  const right = may.filter(({ isRight }) => isRight).length;
  const five = may.filter(({ isAmongFive }) => isAmongFive).length;
  return `${name}: ${String(may.length)} cases, ${percent(right, may.length)} right, ${percent(five, may.length)} among the five likeliest.`;
}
