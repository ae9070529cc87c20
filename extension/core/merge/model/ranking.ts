import type { Statement } from "../../sketch/statement.ts";
import { indentWidth } from "../../text/indentation.ts";
import { lineTexts } from "../../text/lines.ts";
import { bareKey } from "../lineKeys.ts";
import type { Observation } from "./observation.ts";
import type { TextReading } from "./readings.ts";
import { noneFeatures, textFeatures } from "./textFeatures.ts";

/** A reading with the probability that its text is the one that was meant. */
export interface RankedReading extends TextReading {
  readonly certainty: number;
}

/**
 * Ranks the readings by how likely each text is the one that was meant, the likeliest first. A log-linear model over them and "none of
 * these" re-ranks what the lattice finds (Charniak and Johnson, 2005), since whole texts show what no path does.
 */
export function rankReadings(
  o: Observation,
  said: readonly Statement[],
  readings: readonly TextReading[],
  weights: Readonly<Record<string, number>>,
): RankedReading[] {
  const score = (features: readonly string[]): number =>
    features.reduce((sum, feature) => sum + (weights[feature] ?? 0), 0);
  const scores = readings.map((_, at) => score(textFeatures(o, said, readings, at)));
  const none = score(noneFeatures(o, said, readings));
  const most = scores.reduce((greatest, each) => Math.max(greatest, each), none);
  const total = [none, ...scores].reduce((sum, each) => sum + Math.exp(each - most), 0);
  return readings
    .map((reading, at) => ({ ...reading, certainty: Math.exp((scores[at] ?? 0) - most) / total }))
    .sort((a, b) => b.certainty - a.certainty);
}

/**
 * Computes how sure the model is of what the rules merge: of that text and of all that differ from it only in blanks within a line,
 * quotes, a final comma or a comment, since nobody knows whose form of a line counts. `undefined` if the model has not read that text.
 */
export function certaintyOfRuled(readings: readonly RankedReading[]): number | undefined {
  const ruled = readings.find((reading) => reading.ruled !== undefined);
  if (!ruled) return undefined;
  const keyOf = ({ text }: RankedReading): string =>
    lineTexts(text)
      .map((line) => `${String(indentWidth(line))} ${bareKey(line)}`)
      .join("\n");
  const key = keyOf(ruled);
  return readings.reduce((sum, each) => sum + (each === ruled || keyOf(each) === key ? each.certainty : 0), 0);
}
