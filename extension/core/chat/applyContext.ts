import type { Turn } from "../models/model.ts";
import { readReplyProse } from "../targets/replyProse.ts";
import { wholeSource } from "../targets/sketchSource.ts";
import type { Conversation } from "./chatSchemas.ts";
import { branchTo } from "./conversation.ts";

/** The part of the chat that a rewriter gets with a code block. */
export interface ApplyContext {
  /** The user's question, or the end of a long one; empty if there is none. */
  readonly instruction: string;
  /** What was said before it, and the answer's own words; the code of answers left out. Oldest first. */
  readonly conversation: readonly Turn[];
}

/** A question is a few sentences; a longer one holds pasted text, and its end says what is wanted. */
const MAX_INSTRUCTION = 2_000;

/** Collects the context for the blocks of the answer with this id. */
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
