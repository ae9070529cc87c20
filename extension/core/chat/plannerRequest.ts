import type { ModelLimits, ModelMessage } from "../apply/model.ts";
import { estimateTokens } from "../apply/tokens.ts";
import type { Attachment, Message, Reference } from "./chatSchemas.ts";
import { askedText } from "./editRegion.ts";

/** What a planner is sent, and what of the conversation did not fit. */
export interface PlannerRequest {
  readonly messages: readonly ModelMessage[];
  /** Estimated, of all messages. */
  readonly tokens: number;
  /** By name, for the user. */
  readonly leftOut: readonly string[];
  /** False where not even the question alone fits: nothing should be sent. */
  readonly fits: boolean;
}

/** How the user is told of what has no name of its own. */
export interface LeftOutWords {
  readonly problemsOf: (path: string) => string;
  /** At least one. */
  readonly firstMessages: (count: number) => string;
}

const ENGLISH: LeftOutWords = {
  problemsOf: (path) => `problems of ${path}`,
  firstMessages: (count) => (count === 1 ? "the first message" : `the first ${count} messages`),
};

/** How much of the window stays free for the answer, where the model may write more. */
const MOST_FOR_ANSWER = 16_000;
const SHARE_FOR_ANSWER = 1 / 4;

/**
 * The messages for a planner: the prompt, then as much of the branch as fits the model's window, its last question always.
 * What does not fit goes in this order: attachments and turns of earlier questions, the oldest first, then the attachments
 * of the question itself, the largest first. What was attached again later goes along once, as it was then: an older state
 * of a file would only mislead. `said` is a branch that ends with a question.
 */
export function planRequest(
  prompt: string,
  said: readonly Message[],
  limits: ModelLimits,
  words: LeftOutWords = ENGLISH,
): PlannerRequest {
  const branch = said.map((message, index) => ({ ...message, text: askedText(message, said.slice(0, index)) }));
  const reserve = Math.min(limits.outputTokens, MOST_FOR_ANSWER, Math.floor(limits.contextTokens * SHARE_FOR_ANSWER));
  const room = limits.contextTokens - reserve;
  const last = branch.at(-1);
  const earlier = branch.slice(0, -1);
  if (last === undefined) return { messages: [], tokens: 0, leftOut: [], fits: false };
  const leftOut: string[] = [];
  let left = room - estimateTokens(prompt) - costOf({ role: last.role, text: last.text });

  // The question's own attachments come first, the smaller before the larger, so that most of them go along.
  const own = last.role === "user" ? last.attachments : [];
  const taken = new Set<Attachment>();
  for (const attachment of own.toSorted((a, b) => a.text.length - b.text.length)) {
    if (attachment.trouble !== undefined) continue;
    const cost = estimateTokens(attachmentText(attachment));
    if (cost > left) leftOut.push(nameOf(attachment.reference, words));
    else {
      taken.add(attachment);
      left -= cost;
    }
  }
  const question: ModelMessage = {
    role: last.role,
    text: withAttachments(
      last.text,
      own.filter((each) => taken.has(each)),
    ),
  };

  const messages: ModelMessage[] = [question];
  const attachedLater = new Set(own.map(({ reference }) => keyOf(reference)));
  let turn = earlier.length;
  for (; turn > 0; turn--) {
    const message = earlier[turn - 1];
    if (message === undefined || left <= 0) break;
    const attachments =
      message.role === "user"
        ? message.attachments.filter(
            ({ reference, trouble }) => trouble === undefined && !attachedLater.has(keyOf(reference)),
          )
        : [];
    for (const { reference } of attachments) attachedLater.add(keyOf(reference));
    const whole: ModelMessage = { role: message.role, text: withAttachments(message.text, attachments) };
    const bare: ModelMessage = { role: message.role, text: message.text };
    const fitting = [whole, bare].find((candidate) => costOf(candidate) <= left);
    if (fitting === undefined) break;
    if (fitting === bare) for (const { reference } of attachments) leftOut.push(nameOf(reference, words));
    messages.unshift(fitting);
    left -= costOf(fitting);
  }
  // A model expects a question first.
  while (messages[0]?.role === "assistant") {
    messages.shift();
    turn++;
  }
  if (turn > 0) leftOut.push(words.firstMessages(turn));
  const all: readonly ModelMessage[] = [{ role: "system", text: prompt }, ...messages];
  const tokens = all.reduce((sum, message) => sum + costOf(message), 0);
  return { messages: all, tokens, leftOut: [...new Set(leftOut)], fits: tokens <= room };
}

/** The same for references to the same thing. */
function keyOf(reference: Reference): string {
  return reference.type === "text"
    ? JSON.stringify(reference)
    : `${reference.type} ${nameOf(reference)} ${reference.uri}`;
}

/** How a reference is called in one line: its path, and the lines where it is a part. */
export function nameOf(reference: Reference, { problemsOf }: Pick<LeftOutWords, "problemsOf"> = ENGLISH): string {
  switch (reference.type) {
    case "file":
      return reference.path;
    case "selection":
      return `${reference.path}:${reference.startLine}-${reference.endLine}`;
    case "symbol":
      return `${reference.name} (${reference.path})`;
    case "problems":
      return problemsOf(reference.path);
    case "folder":
      return `${reference.path}/`;
    case "text":
      return reference.name;
  }
}

function withAttachments(text: string, attachments: readonly Attachment[]): string {
  if (attachments.length === 0) return text;
  return `${attachments.map(attachmentText).join("\n\n")}\n\n${text}`;
}

/** A fence that no run of backticks in the text closes. */
function attachmentText({ reference, text }: Attachment): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${nameOf(reference)}:\n${fence}\n${text}\n${fence}`;
}

/** With what a message takes besides its text. */
function costOf({ text }: ModelMessage): number {
  return estimateTokens(text) + 4;
}
