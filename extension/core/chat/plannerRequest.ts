import type { ModelLimits, ModelMessage, ModelTool } from "../models/model.ts";
import { estimateTokens } from "../models/tokens.ts";
import type { Attachment, Message, ReadRecord, Reference } from "./chatSchemas.ts";
import { askedText } from "./editRegion.ts";
import { answerMessages, numberCalls, readsAsAttachments, readsOf, type SaidAnswer } from "./readMessages.ts";

/** What a planner is sent, and what of the conversation did not fit. */
export interface PlannerRequest {
  readonly messages: readonly ModelMessage[];
  /** Estimated, of all messages. */
  readonly tokens: number;
  /** By name, for the user. */
  readonly leftOut: readonly string[];
  /** False if not even the question alone fits: nothing should be sent. */
  readonly fits: boolean;
}

/** Words for the user for what has no name of its own. */
export interface LeftOutWords {
  readonly problemsOf: (path: string) => string;
  /** At least one. */
  readonly firstMessages: (count: number) => string;
}

/** What of reading the workspace concerns a request. */
export interface RequestedReads {
  /** The tools that go along; `undefined` if the model takes none, and gets what was read as text. */
  readonly tools?: readonly ModelTool[] | undefined;
  /** What the answer to the last question has said and read so far. */
  readonly begun?: SaidAnswer | undefined;
}

const ENGLISH: LeftOutWords = {
  problemsOf: (path) => `problems of ${path}`,
  firstMessages: (count) => (count === 1 ? "the first message" : `the first ${count} messages`),
};

/** How much of the window stays free for the answer at most, even if the model may write more. */
const MOST_FOR_ANSWER = 16_000;
const SHARE_FOR_ANSWER = 1 / 4;

/**
 * Makes the messages for a planner: the prompt, then as much of the branch as fits the model's window, always with its last question. What
 * does not fit is left out in this order: attachments, reads and turns of earlier questions, the oldest first; then what was read for the
 * question itself, the oldest first; then its attachments, the largest first. What was attached or read again later is sent once, as it was
 * then: an older state of a file would only mislead. `said` is a branch that ends with a question.
 */
export function planRequest(
  prompt: string,
  said: readonly Message[],
  limits: ModelLimits,
  words: LeftOutWords = ENGLISH,
  { tools, begun }: RequestedReads = {},
): PlannerRequest {
  const branch = said.map((message, index) => ({ ...message, text: askedText(message, said.slice(0, index)) }));
  const reserve = Math.min(limits.outputTokens, MOST_FOR_ANSWER, Math.floor(limits.contextTokens * SHARE_FOR_ANSWER));
  const room = limits.contextTokens - reserve;
  const last = branch.at(-1);
  const earlier = branch.slice(0, -1);
  if (last === undefined) return { messages: [], tokens: 0, leftOut: [], fits: false };
  const leftOut: string[] = [];
  const takesTools = tools !== undefined;
  const offered = tools === undefined || tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools));
  let left = room - estimateTokens(prompt) - offered - costOf({ role: last.role, text: last.text });
  const readLater = new Set<string>();
  /** Writes an answer with as many of its reads as fit, the newest first; `undefined` if it does not fit even without them. */
  const withReads = (answer: SaidAnswer): readonly ModelMessage[] | undefined => {
    const bare = sumOf(answerMessages(answer, () => false));
    if (bare > left) return undefined;
    left -= bare;
    const kept = new Set<ReadRecord>();
    for (const read of readsOf(answer).toReversed()) {
      const key = `${read.tool} ${read.written}`;
      const isOld = readLater.has(key);
      readLater.add(key);
      if (isOld || read.state === "refused") {
        if (!isOld) kept.add(read);
        continue;
      }
      const cost = estimateTokens(read.text);
      if (cost > left) leftOut.push(read.what);
      else {
        kept.add(read);
        left -= cost;
      }
    }
    return answerMessages(answer, (read) => kept.has(read));
  };

  // The question's own attachments come first, the smaller before the larger, so that most of them go along.
  const attached = last.role === "user" ? last.attachments : [];
  const own = begun === undefined || takesTools ? attached : [...attached, ...readsAsAttachments(begun)];
  const taken = new Set<Attachment>();
  for (const attachment of own.toSorted((a, b) => a.text.length - b.text.length)) {
    if (attachment.trouble !== undefined) continue;
    const cost = estimateTokens(attachmentText(attachment));
    if (cost > left) leftOut.push(nameOfReference(attachment.reference, words));
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

  const going = begun === undefined || !takesTools ? [] : withReads(begun);
  // Not even what was said and asked fits.
  if (going === undefined) return { messages: [], tokens: room + 1, leftOut, fits: false };
  /** What is sent of each message of the branch; an answer that has read something is several. */
  const sent: (readonly ModelMessage[])[] = [[question, ...going]];
  /** What the answer after the message has read, if it is sent as text. */
  let carried: readonly Attachment[] = [];
  const attachedLater = new Set(own.map(({ reference }) => keyOf(reference)));
  let turn = earlier.length;
  for (; turn > 0; turn--) {
    const message = earlier[turn - 1];
    if (message === undefined || left <= 0) break;
    if (message.role === "assistant" && message.rounds !== undefined) {
      if (takesTools) {
        const said = withReads(message);
        if (said === undefined) break;
        sent.unshift(said);
        continue;
      }
      carried = readsAsAttachments(message);
    }
    const attachments =
      message.role === "user"
        ? [...message.attachments, ...carried].filter(
            ({ reference, trouble }) => trouble === undefined && !attachedLater.has(keyOf(reference)),
          )
        : [];
    if (message.role === "user") carried = [];
    for (const { reference } of attachments) attachedLater.add(keyOf(reference));
    const whole: ModelMessage = { role: message.role, text: withAttachments(message.text, attachments) };
    const bare: ModelMessage = { role: message.role, text: message.text };
    const fitting = [whole, bare].find((candidate) => costOf(candidate) <= left);
    if (fitting === undefined) break;
    if (fitting === bare) for (const { reference } of attachments) leftOut.push(nameOfReference(reference, words));
    sent.unshift([fitting]);
    left -= costOf(fitting);
  }
  // A model expects a question first.
  for (; sent.length > 1 && sent[0]?.[0]?.role !== "user"; turn++) sent.shift();
  if (turn > 0) leftOut.push(words.firstMessages(turn));
  const all = numberCalls([{ role: "system", text: prompt }, ...sent.flat()]);
  const tokens = offered + sumOf(all);
  return { messages: all, tokens, leftOut: [...new Set(leftOut)], fits: tokens <= room };
}

/** Makes a key that is the same for references to the same thing. */
function keyOf(reference: Reference): string {
  return reference.type === "text"
    ? JSON.stringify(reference)
    : `${reference.type} ${nameOfReference(reference)} ${reference.uri}`;
}

/** Names a reference in one line: its path, and the lines if it is a part. */
export function nameOfReference(
  reference: Reference,
  { problemsOf }: Pick<LeftOutWords, "problemsOf"> = ENGLISH,
): string {
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

/** Writes an attachment in a fence that no run of backticks in the text closes. */
function attachmentText({ reference, text }: Attachment): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${nameOfReference(reference)}:\n${fence}\n${text}\n${fence}`;
}

function sumOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + costOf(message), 0);
}

/** Estimates the tokens of a message, with what it takes besides its text. */
function costOf(message: ModelMessage): number {
  const calls = message.role === "tool" ? [] : (message.calls ?? []);
  const called = calls.reduce((sum, { name, arguments: written }) => sum + estimateTokens(name + written) + 8, 0);
  return estimateTokens(message.text) + 4 + called;
}
