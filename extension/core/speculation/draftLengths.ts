/** What one forward pass takes. */
export interface PassCost {
  /** Tokens in the pass: those of the draft and the one before it, which the model has chosen and not read yet. */
  readonly tokens: number;
  readonly ms: number;
}

/** A longer draft has to be at least so much faster, since a stop waits longer for its pass, and a miss loses more. */
const LEAST_GAIN = 1.03;

/**
 * Computes the lengths of drafts that are worth their time on a machine, ascending: the first is the one to fall back to after a miss, the
 * last the one to begin with. `costs` are measured passes, that of a single token among them. Empty if no draft makes a pass faster than
 * plain decoding, as on a machine that takes twice the time for twice the tokens. Points that are not positive numbers are left out.
 *
 * A draft that is right throughout gives `tokens` tokens in one pass. So a longer length stays if it gives more tokens per millisecond than
 * each shorter one.
 *
 * After a miss nobody knows how far the next draft will be right. Over 250 edits of public files the share of such drafts with at least j
 * right tokens falls about as 1 / sqrt(j + 1): 0.68 for 7 and 0.35 for 63 where the sketch is a source too, 0.26 and 0.13 where the file is
 * the only one. A pass of k tokens then gives 1/sqrt(1) + ... + 1/sqrt(k) tokens on average, and the best length to fall back to has the
 * most of these per millisecond.
 *
 *     k      ms    k per ms    expected    expected per ms
 *     1      27       0.037           1              0.037
 *     8     104       0.077         4.4              0.042    fall back to a draft of 7
 *     64    410       0.156        14.6              0.036    63 stays
 *     128   780       0.164        21.2              0.027    127 stays
 *     256  1524       0.168        30.6              0.020    255 gains too little, so the lengths are 7, 63, 127
 */
export function draftLengthsFrom(costs: readonly PassCost[]): readonly number[] {
  const known = costs
    .filter((cost) => cost.tokens >= 1 && perMillisecond(cost) > 0 && Number.isFinite(perMillisecond(cost)))
    .toSorted((a, b) => a.tokens - b.tokens);
  let best = known.reduce((most, cost) => (cost.tokens === 1 ? Math.max(most, perMillisecond(cost)) : most), 0);
  const worth = known.filter((cost) => {
    const speed = perMillisecond(cost);
    if (speed < best * LEAST_GAIN) return false;
    best = speed;
    return true;
  });
  const expected = worth.map(({ tokens, ms }) => expectedTokens(tokens) / ms);
  return worth
    .slice(expected.indexOf(expected.reduce((most, each) => Math.max(most, each), 0)))
    .map(({ tokens }) => tokens - 1);
}

function perMillisecond({ tokens, ms }: PassCost): number {
  return tokens / ms;
}

/** Computes how many tokens a pass gives on average after a miss. */
function expectedTokens(tokens: number): number {
  let sum = 0;
  for (let place = 1; place <= tokens; place++) sum += 1 / Math.sqrt(place);
  return sum;
}
