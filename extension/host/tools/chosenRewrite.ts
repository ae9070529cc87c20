import { withWords } from "../../core/apply/applySketch.ts";
import type { ApplyRequest } from "../../core/apply/applyRequest.ts";
import type { Choices } from "../../core/apply/chooseAlternatives.ts";
import { countPieces } from "../../core/apply/pieceWords.ts";
import { applyStructural } from "../../core/apply/structural.ts";
import type { EditResult } from "../../core/tools/editResult.ts";
import { applyRequest, languageOfTarget } from "../apply/applyRequest.ts";
import type { ApplySurroundings } from "../apply/applyTarget.ts";
import type { PlacedRewrite } from "../apply/readyApply.ts";
import { namedEdit, type AskedCall, type FoundEdit } from "./askedCall.ts";
import { refusedChoiceResult } from "./toolResults.ts";

/** What an agent's choice comes to. */
export type ChosenRewrite =
  | { readonly type: "chosen"; readonly rewrite: PlacedRewrite }
  | { readonly type: "refused"; readonly result: EditResult };

/** Finds the rewrite that an agent chooses by the numbers that it was shown, or says why there is none, with what the edit can mean now. */
export async function chooseRewrite(
  { engines }: ApplySurroundings,
  asked: AskedCall,
  { target, original }: FoundEdit,
  choices: Choices,
): Promise<ChosenRewrite> {
  const { call, isSecret, reported } = asked;
  const edit = namedEdit(asked);
  const found = await languageOfTarget(target);
  const language = found === "unreadable" ? undefined : found.language;
  const parser = language === undefined ? undefined : await engines.parsers.load(language);
  const context = { instruction: call.instructions, conversation: [] };
  const requestFor = (text: string): ApplyRequest => applyRequest(target, { language, parser, context }, text);
  const chosen = await reported.choose(edit, choices, original, (text) => Promise.resolve(requestFor(text)));
  let reason: string;
  if (chosen.type === "chosen") {
    const { outcome } = chosen;
    if (outcome.type === "merged") return { type: "chosen", rewrite: { before: original, rewritten: outcome } };
    const { draft: text, pieces, proof } = outcome;
    if (text !== original && proof !== undefined)
      return { type: "chosen", rewrite: { before: original, rewritten: { text, pieces, proof } } };
    reason = `It changes nothing. ${countPieces(pieces)}.`;
  } else ({ reason } = chosen);
  const known = chosen.reported;
  if (known !== undefined) return { type: "refused", result: refusedChoiceResult(call, reason, known.outcome, known) };
  const outcome = applyStructural(withWords(requestFor(original)));
  if (outcome.type === "ambiguous" && !isSecret) reported.remember(edit, { original, outcome, left: original });
  return { type: "refused", result: refusedChoiceResult(call, reason, outcome, { original, left: original }) };
}
