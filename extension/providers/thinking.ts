import type { PlannerEvent } from "../core/chat/planner.ts";

const openings = ["<think>", "<thinking>", "<thought>"];

/**
 * Takes out of the text the reasoning that some servers leave there, between tags before the answer, and the blanks around the tags with
 * it, and yields it as reasoning. An answer that begins in any other way stays as it is, and so does what comes after its beginning.
 */
export async function* withThinking(events: AsyncIterable<PlannerEvent>): AsyncGenerator<PlannerEvent> {
  let state: "unknown" | "thinking" | "answer" = "unknown";
  let closing = "";
  /** What has come and may be a part of a tag. */
  let held = "";
  /** A tag has just ended. */
  let isBlank = false;

  function* say(type: "text" | "reasoning", text: string): Generator<PlannerEvent> {
    const said = isBlank ? text.trimStart() : text;
    if (said === "") return;
    isBlank = false;
    yield { type, text: said };
  }

  for await (const event of events) {
    if (event.type === "end" || event.type === "failed" || event.type === "calls") {
      yield* say(state === "thinking" ? "reasoning" : "text", held);
      held = "";
    }
    if (event.type !== "text") {
      yield event;
      continue;
    }
    held += event.text;
    if (state === "unknown") {
      const begin = held.trimStart();
      const opening = openings.find((tag) => begin.startsWith(tag));
      if (opening !== undefined) {
        state = "thinking";
        closing = opening.replace("<", "</");
        held = begin.slice(opening.length);
        isBlank = true;
      } else if (!openings.some((tag) => tag.startsWith(begin))) {
        state = "answer";
      }
    }
    if (state === "thinking") {
      const end = held.indexOf(closing);
      const sure = end === -1 ? held.length - endOfTag(held, closing) : end;
      yield* say("reasoning", held.slice(0, sure));
      held = held.slice(sure);
      if (end !== -1) {
        state = "answer";
        held = held.slice(closing.length);
        isBlank = true;
      }
    }
    if (state === "answer") {
      yield* say("text", held);
      held = "";
    }
  }
}

/** Counts the characters at the end of a text that are the beginning of a tag. */
function endOfTag(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (tag.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
