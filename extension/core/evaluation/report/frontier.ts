import { ratio } from "./statistics.ts";
import type { EngineSummary } from "./summary.ts";
import { rightOf } from "./tables.ts";

/** An engine in the chart of accuracy against speed. */
export interface Placed {
  readonly engine: EngineSummary;
  /** Share of right texts among all cases, from 0 to 1. */
  readonly accuracy: number;
  /** Rewritten characters per second. */
  readonly speed: number;
  /** No other engine is at least as good in both and better in one. */
  readonly isOnFrontier: boolean;
}

/**
 * Lists the engines that have both an accuracy and a speed, the slowest first. Engines that are equal in both are on the frontier together.
 */
export function placeEngines(engines: readonly EngineSummary[]): readonly Placed[] {
  const placed = engines.flatMap((engine) => {
    const accuracy = ratio(rightOf(engine.counts));
    const { speed } = engine;
    return accuracy === undefined || speed === undefined || speed === 0 ? [] : [{ engine, accuracy, speed }];
  });
  return placed
    .map((one) => ({
      ...one,
      isOnFrontier: !placed.some(
        (other) =>
          other.accuracy >= one.accuracy &&
          other.speed >= one.speed &&
          (other.accuracy > one.accuracy || other.speed > one.speed),
      ),
    }))
    .sort((one, other) => one.speed - other.speed);
}
