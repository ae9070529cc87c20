import type { ModelMessage } from "../core/models/model.ts";
import type { Planner } from "../core/chat/planner.ts";

/** A whole answer, or why there is none, in words. */
export type PlannerAnswer =
  { readonly type: "answer"; readonly text: string } | { readonly type: "failed"; readonly message: string };

/** Asks a chat model and waits for its whole answer. Fails if it is longer than `mostCharacters`, or incomplete. */
export async function askForAnswer(
  planner: Planner,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
  mostCharacters = Infinity,
): Promise<PlannerAnswer> {
  let text = "";
  for await (const event of planner.stream(messages, signal)) {
    if (event.type === "text") text += event.text;
    if (event.type === "failed") return { type: "failed", message: event.failure.message };
    if (text.length > mostCharacters) return { type: "failed", message: "The answer is longer than it may be." };
    if (event.type !== "end") continue;
    if (event.reason === "length") return { type: "failed", message: "The answer was cut off at the model's limit." };
    return { type: "answer", text };
  }
  signal.throwIfAborted();
  return { type: "failed", message: "The answer broke off before its end." };
}
