import type { Answer } from "./chatSchemas.ts";
import type { SaidAnswer } from "./readMessages.ts";

/**
 * Finds where an answer that broke off can go on: after its last complete round of reads, with what was read and said up to there. What
 * it said later is asked for again, since no protocol accepts half an answer. `undefined` if the answer did not break off in a way that
 * can continue, has no complete round, or has blocks that were applied.
 */
export function continuationOf({ state, text, rounds = [], blocks }: Answer): SaidAnswer | undefined {
  const isBroken = state.type === "stopped" || (state.type === "failed" && state.canContinue === true);
  if (!isBroken || Object.values(blocks).some((record) => record.state.type !== "idle")) return undefined;
  const broken = rounds.findIndex(({ reads }) =>
    reads.some((read) => read.state !== "done" && read.state !== "refused"),
  );
  const whole = broken < 0 ? rounds : rounds.slice(0, broken);
  const last = whole.at(-1);
  return last && { text: text.slice(0, last.at), rounds: whole };
}
