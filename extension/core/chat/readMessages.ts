import type { ModelMessage } from "../models/model.ts";
import type { Answer, Attachment, ReadRecord } from "./chatSchemas.ts";

/** An answer as far as the model that goes on needs to know it. */
export type SaidAnswer = Pick<Answer, "text" | "rounds">;

/** What a model gets in place of what it has read, if that is no longer sent. */
const LEFT_OUT = "Left out, since it does not fit any more or was read again since. Read it again if you need it.";
const STOPPED = "The user stopped this before it was read.";

/** Lists what an answer has read, the oldest first. */
export function readsOf({ rounds = [] }: SaidAnswer): readonly ReadRecord[] {
  return rounds.flatMap(({ reads }) => reads);
}

/**
 * Writes an answer as messages, with its calls of tools and what was answered to them. `isKept`: whether what was read is sent, and not
 * only named. Ids are set by `numberCalls`. Empty if nothing was said yet.
 */
export function answerMessages(answer: SaidAnswer, isKept: (read: ReadRecord) => boolean): readonly ModelMessage[] {
  const messages: ModelMessage[] = [];
  let from = 0;
  for (const { at, reads } of answer.rounds ?? []) {
    if (reads.length === 0) continue;
    const text = answer.text.slice(from, at).trim();
    from = at;
    const calls = reads.map(({ tool, written, extra }) => ({ id: "", name: tool, arguments: written, extra }));
    messages.push({ role: "assistant", text, calls });
    for (const read of reads) messages.push({ role: "tool", call: "", text: reportedBy(read, isKept(read)) });
  }
  const rest = from === 0 ? answer.text : answer.text.slice(from).trim();
  return rest === "" ? messages : [...messages, { role: "assistant", text: rest }];
}

function reportedBy({ state, text }: ReadRecord, isKept: boolean): string {
  if (state === "running" || state === "stopped") return STOPPED;
  return isKept ? text : LEFT_OUT;
}

/** Turns what was read to its end into attachments for a model that takes no tools, as if the user had attached it. */
export function readsAsAttachments(answer: SaidAnswer): readonly Attachment[] {
  return readsOf(answer).flatMap(({ tool, what, text, state }) =>
    state === "done" ? [{ reference: { type: "text" as const, name: `${tool} ${what}`.trim(), text: "" }, text }] : [],
  );
}

/**
 * Sets the ids of calls and of their answers, the same each time as long as nothing before them changes. All vendors accept nine letters
 * and digits, even if another vendor's model has made the call.
 */
export function numberCalls(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  let next = 0;
  let waiting: string[] = [];
  return messages.map((message) => {
    if (message.role === "tool") return { ...message, call: waiting.shift() ?? message.call };
    if (message.calls === undefined) return message;
    const calls = message.calls.map((call) => ({ ...call, id: `call${String(next++).padStart(5, "0")}` }));
    waiting = calls.map(({ id }) => id);
    return { ...message, calls };
  });
}
