import type { Answer } from "./chatSchemas.ts";
import type { SaidAnswer } from "./readMessages.ts";

/**
 * From where an answer that broke off can go on: what it had read, and what it had said by then. What it said after that comes anew, since no
 * protocol takes half an answer. `undefined` where it was not broken off, has read nothing to its end, or has blocks that were applied.
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
