import type { Turn } from "../models/model.ts";
import { readReplyProse } from "../targets/replyProse.ts";
import { wholeSource } from "../targets/sketchSource.ts";
import type { Conversation } from "./chatSchemas.ts";
import { branchTo } from "./conversation.ts";

/** What a rewriter is told of the chat that a code block comes from. */
export interface ApplyContext {
  /** The user's question; empty where there is none. */
  readonly instruction: string;
  /** What was said before it, and the answer's own words; the code of answers left out. Oldest first. */
  readonly conversation: readonly Turn[];
}

/** A question is a few sentences; what is longer holds pasted text, of which the end says what is wanted. */
const MAX_INSTRUCTION = 2_000;

/** The context of the blocks of an answer. */
export function applyContext(conversation: Conversation, answer: string): ApplyContext {
  const branch = branchTo(conversation, answer);
  const asked = branch.findLastIndex(({ role }) => role === "user");
  const instruction = branch[asked]?.text.trim().slice(-MAX_INSTRUCTION) ?? "";
  const turns = branch.flatMap(({ role, text }, index): Turn[] => {
    if (index === asked) return [];
    const said = role === "user" ? text : readReplyProse(wholeSource(text), 0).text;
    return said.trim() === "" ? [] : [{ role, text: said }];
  });
  return { instruction, conversation: turns };
}
