import type { Token } from "./tokens.ts";

/** What one forward pass of the model gives: a run of the prediction that it has verified, or one token of its own. */
export interface Step {
  readonly type: "accepted" | "generated";
  readonly tokens: readonly Token[];
}

export interface Speculation {
  /** Their tokens in a row are the answer. */
  readonly steps: readonly Step[];
  readonly predictionTokens: number;
  /** Tokens of the answer that came from the prediction. */
  readonly accepted: number;
  /** Tokens of the prediction that are not in the answer. */
  readonly rejected: number;
}

/** So many tokens of the answer have to occur in the prediction before it is taken up again. */
const anchorLength = 2;

/**
 * How a server with predicted outputs writes `answer`: it takes the longest run of the prediction that equals the answer, at
 * a mismatch writes tokens of its own, and goes on in the prediction behind the place, nearest to the mismatch, where the
 * last tokens that it wrote occur. All tokens are generated without a prediction.
 */
export function followPrediction(answer: readonly Token[], prediction: readonly Token[]): Speculation {
  const anchors = findAnchors(prediction);
  const used = new Set<number>();
  const steps: Step[] = [];
  let accepted = 0;
  let position: number | undefined = 0;
  let mismatch = 0;
  for (let at = 0; at < answer.length;) {
    let run = 0;
    while (position !== undefined && isSame(answer[at + run], prediction[position + run])) {
      used.add(position + run);
      run++;
    }
    if (run > 0) {
      steps.push({ type: "accepted", tokens: answer.slice(at, at + run) });
      accepted += run;
      at += run;
    }
    mismatch = position === undefined ? mismatch : position + run;
    if (at < answer.length) {
      steps.push({ type: "generated", tokens: answer.slice(at, at + 1) });
      at++;
    }
    const places = anchors.get(anchorKey(answer, at - anchorLength)) ?? [];
    position = nearest(places, mismatch);
  }
  return { steps, predictionTokens: prediction.length, accepted, rejected: prediction.length - used.size };
}

function isSame(one: Token | undefined, other: Token | undefined): boolean {
  return one !== undefined && one.id === other?.id;
}

function anchorKey(tokens: readonly Token[], start: number): string {
  return tokens
    .slice(Math.max(0, start), start + anchorLength)
    .map(({ id }) => id)
    .join(" ");
}

/** Where the prediction goes on behind each run of `anchorLength` tokens. */
function findAnchors(prediction: readonly Token[]): Map<string, number[]> {
  const anchors = new Map<string, number[]>();
  for (let end = anchorLength; end < prediction.length; end++) {
    const key = anchorKey(prediction, end - anchorLength);
    const places = anchors.get(key);
    if (places === undefined) {
      anchors.set(key, [end]);
    } else {
      places.push(end);
    }
  }
  return anchors;
}

/** The first place behind `position`, or else the last one before it. */
function nearest(places: readonly number[], position: number): number | undefined {
  return places.find((place) => place >= position) ?? places.at(-1);
}
