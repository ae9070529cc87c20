import type { ApplyRequest } from "../../../extension/core/apply/applyRequest.ts";
import { withWords } from "../../../extension/core/apply/applySketch.ts";
import { sureText } from "../../../extension/core/apply/outcome.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { withAlternatives } from "../../../extension/core/merge/alternatives.ts";
import type { Alternative } from "../../../extension/core/merge/mergeResult.ts";
import { isSameText } from "../../../extension/core/text/lines.ts";

/** What a user without a model gets of an apply, and how many keys it takes beyond Accept All: for each open piece Tabs, then `y` or `n`. */
export interface Offered {
  readonly type: "right" | "wrong" | "offered" | "missing";
  readonly keys: number;
}

/** Combinations of alternatives that are looked at. */
const MOST_TRIES = 3_000;

/** Applies without a model; `right`: the texts that are meant. */
export function offeredBy(request: ApplyRequest, right: readonly string[]): Offered {
  const outcome = applyStructural(withWords(request));
  const isRight = (text: string | undefined): boolean =>
    text !== undefined && right.some((wanted) => isSameText(wanted, text));
  if (outcome.type === "no-sketch") return { type: "missing", keys: 0 };
  if (outcome.type === "merged") return { type: isRight(outcome.text) ? "right" : "wrong", keys: 0 };
  const { original } = request;
  const sure = sureText(outcome, original);
  const open = outcome.pieces.flatMap((piece) => (piece.state === "open" ? [piece.alternatives] : []));
  let tries = 0;
  const keysFrom = (at: number, chosen: readonly Alternative[]): number | undefined => {
    const alternatives = open[at];
    if (alternatives === undefined) {
      return ++tries <= MOST_TRIES && isRight(withAlternatives(original, sure, chosen)) ? 0 : undefined;
    }
    for (const [tabs, alternative] of alternatives.entries()) {
      const rest = tries > MOST_TRIES ? undefined : keysFrom(at + 1, [...chosen, alternative]);
      if (rest !== undefined) return tabs + 1 + rest;
    }
    const rest = keysFrom(at + 1, chosen);
    return rest === undefined ? undefined : rest + 1;
  };
  const keys = keysFrom(0, []);
  if (keys !== undefined) return { type: "offered", keys };
  return isRight(outcome.draft) ? { type: "offered", keys: 1 } : { type: "missing", keys: 0 };
}
