import type { ModelFailure, ModelTool, ModelUsage, ToolCall } from "../models/model.ts";
import { estimateTokens } from "../models/tokens.ts";
import type { ReadRecord, ReadRound } from "../chat/chatSchemas.ts";
import type { Planner } from "../chat/planner.ts";
import type { PlannerRequest } from "../chat/plannerRequest.ts";
import { readsOf, type SaidAnswer } from "../chat/readMessages.ts";
import { describeRead } from "./describeRead.ts";
import { cutText } from "./readAnswers.ts";

/** What was found, and how the user is shown it. */
export type ReadResult = Pick<ReadRecord, "text" | "found" | "place"> & {
  readonly state: "done" | "refused";
  /** A more exact name of what was read than that of the request, if there is one. */
  readonly what?: string;
};

/** How a planner may look at the workspace. */
export interface WorkspaceReading {
  readonly tools: readonly ModelTool[];
  /** How many rounds of calls one answer may have, and how many tokens all that is read for it may take. */
  readonly limits: { readonly rounds: number; readonly tokens: number };
  /** Answers a call. Rejects only with what `signal` aborts with. */
  readonly read: (tool: string, written: string, signal: AbortSignal) => Promise<ReadResult>;
}

/** What an answer has said, read and used before it broke off. */
export interface BegunAnswer extends SaidAnswer {
  readonly usage?: ModelUsage | undefined;
}

/** What comes of a question, in order. */
export type RoundEvent =
  /** It is sent, without these. */
  | { readonly type: "sent"; readonly leftOut: readonly string[] }
  | { readonly type: "text" | "reasoning"; readonly text: string }
  /** Of all requests so far. */
  | { readonly type: "usage"; readonly usage: ModelUsage }
  /** What was read by now, or is being read. */
  | { readonly type: "rounds"; readonly rounds: readonly ReadRound[] }
  | { readonly type: "end"; readonly reason: "stop" | "length" }
  | { readonly type: "failed"; readonly failure: ModelFailure }
  /** The question does not fit into the model's window. */
  | { readonly type: "too-long" }
  /** It goes on calling, though it was told that it may not. */
  | { readonly type: "restless" };

/** A model that calls more at once is told to ask for less. */
const MOST_AT_ONCE = 32;

const OVER =
  "Nothing more can be read for this question: its budget is used up. Answer now with what you have, and say what is missing.";
const TOO_MANY = `At most ${String(MOST_AT_ONCE)} calls are answered at once. Call again with what you still need.`;

/**
 * Asks a planner, answers its calls, and asks it to go on, until it is done. `plan` makes the request from what was said and read so far;
 * `reading` is `undefined` if nothing may be read. `broken`: the answer that goes on here; what it has read counts towards the limits. A
 * planner that refuses tools is asked again without them. Throws only what `signal` aborts with.
 */
export async function* askInRounds(
  planner: Planner,
  plan: (begun: SaidAnswer, reading: WorkspaceReading | undefined) => PlannerRequest,
  reading: WorkspaceReading | undefined,
  signal: AbortSignal,
  broken: BegunAnswer = { text: "" },
): AsyncGenerator<RoundEvent> {
  let allowed = planner.takesTools ? reading : undefined;
  let begun: SaidAnswer & { readonly rounds: ReadRound[] } = { text: broken.text, rounds: [...(broken.rounds ?? [])] };
  let before: ModelUsage = broken.usage ?? {};
  const wasRead = readsOf(begun).reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const budget = { left: (reading?.limits.tokens ?? 0) - wasRead };
  for (;;) {
    const { messages, leftOut, fits } = plan(begun, allowed);
    if (!fits) {
      yield { type: "too-long" };
      return;
    }
    yield { type: "sent", leftOut };
    const isOver = allowed !== undefined && (begun.rounds.length >= allowed.limits.rounds || budget.left <= 0);
    const offered = allowed && { tools: allowed.tools, mayCall: !isOver };
    let calls: readonly ToolCall[] | undefined;
    let usage: ModelUsage = {};
    let isAskedAnew = false;
    for await (const event of planner.stream(messages, signal, offered)) {
      switch (event.type) {
        case "text": {
          const text = begun.text === "" || hasSaid(begun) ? event.text : `\n\n${event.text.trimStart()}`;
          if (text.trim() === "" && !hasSaid(begun)) break;
          begun = { ...begun, text: begun.text + text };
          yield { type: "text", text };
          break;
        }
        case "reasoning":
          yield event;
          break;
        case "usage":
          ({ usage } = event);
          yield { type: "usage", usage: addUsage(before, usage) };
          break;
        case "calls":
          ({ calls } = event);
          break;
        case "toolless":
          isAskedAnew = true;
          break;
        case "end":
        case "failed":
          yield event;
          return;
      }
    }
    if (isAskedAnew && allowed !== undefined) {
      allowed = undefined;
      continue;
    }
    // It broke off.
    if (calls === undefined) return;
    before = addUsage(before, usage);
    if (allowed === undefined || isOver) {
      yield { type: "restless" };
      return;
    }
    for await (const reads of answerCalls(calls, allowed, budget, signal)) {
      yield { type: "rounds", rounds: [...begun.rounds, { at: begun.text.length, reads: [...reads] }] };
      if (reads.some(({ state }) => state === "running")) continue;
      begun = { ...begun, rounds: [...begun.rounds, { at: begun.text.length, reads: [...reads] }] };
    }
    signal.throwIfAborted();
  }
}

/** Checks whether anything was said since something was last read. */
function hasSaid({ text, rounds = [] }: SaidAnswer): boolean {
  return text.length > (rounds.at(-1)?.at ?? -1);
}

/**
 * Answers calls, all at once, and yields their records as they change; the last ones are all done. `budget`: the tokens that are left, from
 * which it takes.
 */
async function* answerCalls(
  calls: readonly ToolCall[],
  { read }: WorkspaceReading,
  budget: { left: number },
  signal: AbortSignal,
): AsyncGenerator<readonly ReadRecord[]> {
  const records = calls.map(({ name, arguments: written, extra }): ReadRecord => ({
    tool: name,
    written,
    what: describeRead(name, written),
    state: "running",
    text: "",
    ...(extra === undefined ? {} : { extra }),
  }));
  const running = new Map(
    records.map((record, at) => {
      const asked = at < MOST_AT_ONCE ? read(record.tool, record.written, signal) : Promise.resolve(refusal(TOO_MANY));
      return [at, asked.then((result) => ({ at, result }))] as const;
    }),
  );
  // A caller that leaves early does not wait for them.
  for (const each of running.values()) each.catch(() => undefined);
  yield [...records];
  while (running.size > 0) {
    const { at, result } = await Promise.race(running.values());
    signal.throwIfAborted();
    running.delete(at);
    const record = records[at];
    if (record === undefined) continue;
    const { what, ...reported } = budget.left > 0 ? result : refusal(OVER);
    const room = Math.max(budget.left, LEAST);
    const isCut = estimateTokens(reported.text) > room;
    const text = isCut ? `${cutText(reported.text, room * 3)}\n${OVER}` : reported.text;
    budget.left = isCut ? 0 : budget.left - estimateTokens(text);
    records[at] = { ...record, ...reported, text, what: what ?? record.what };
    yield [...records];
  }
}

/** Tokens that an answer always has, so that the reason why nothing more is read fits. */
const LEAST = 100;

function refusal(text: string): ReadResult {
  return { state: "refused", text };
}

function addUsage(one: ModelUsage, other: ModelUsage): ModelUsage {
  const add = (key: "promptTokens" | "completionTokens" | "cachedTokens"): ModelUsage => {
    const [a, b] = [one[key], other[key]];
    return a === undefined && b === undefined ? {} : { [key]: (a ?? 0) + (b ?? 0) };
  };
  return { ...add("promptTokens"), ...add("completionTokens"), ...add("cachedTokens") };
}
