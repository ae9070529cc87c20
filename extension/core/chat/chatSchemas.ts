import * as v from "valibot";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Something of the workspace, or a text, that is sent with a question. */
export const referenceSchema = v.variant("type", [
  v.object({ type: v.literal("file"), uri: v.string(), path: v.string() }),
  /** Lines count from 1; the last one is part of it. */
  v.object({ type: v.literal("selection"), uri: v.string(), path: v.string(), startLine: count, endLine: count }),
  v.object({
    type: v.literal("symbol"),
    uri: v.string(),
    path: v.string(),
    name: v.string(),
    startLine: count,
    endLine: count,
  }),
  v.object({ type: v.literal("problems"), uri: v.string(), path: v.string() }),
  v.object({ type: v.literal("folder"), uri: v.string(), path: v.string() }),
  /** Pasted or dropped. */
  v.object({ type: v.literal("text"), name: v.string(), text: v.string() }),
]);
export type Reference = v.InferOutput<typeof referenceSchema>;

/** A reference as it was when the question was sent. */
const attachmentSchema = v.object({
  reference: referenceSchema,
  /** What the planner reads of it; empty if `trouble` says why. */
  text: v.string(),
  /** Why it was not sent, in words. */
  trouble: v.optional(v.string()),
});
export type Attachment = v.InferOutput<typeof attachmentSchema>;

/** How an apply of a block stands. */
export const blockStateSchema = v.variant("type", [
  v.object({ type: v.literal("idle") }),
  /** Others are applied before it, or something is asked. */
  v.object({ type: v.literal("waiting") }),
  /** `share`: about how much is written, 0 to 1. `charsPerSecond`: rewritten characters by seconds since the click. */
  v.object({
    type: v.literal("applying"),
    engine: v.string(),
    share: v.number(),
    charsPerSecond: v.optional(v.number()),
    /** If the engine is only asked what pieces mean: how many. */
    asks: v.optional(v.number()),
  }),
  /** Hunks of this block's rewrite: decided so far, and all. */
  v.object({ type: v.literal("review"), decided: count, total: count }),
  v.object({ type: v.literal("applied"), total: count }),
  v.object({ type: v.literal("partly"), accepted: count, total: count }),
  v.object({ type: v.literal("rejected") }),
  /** The file is as the block wants it without a change. */
  v.object({ type: v.literal("unchanged") }),
  v.object({ type: v.literal("failed"), reason: v.string() }),
]);
export type BlockState = v.InferOutput<typeof blockStateSchema>;

/** Hunks of a block in the review of one file. */
const reviewedSchema = v.object({
  target: v.string(),
  review: v.string(),
  kind: v.picklist(["change", "create", "delete"]),
  hunks: v.array(v.object({ old: v.array(v.string()), new: v.array(v.string()) })),
  /** Id of the apply that its choices have; missing where nothing was left to choose. */
  apply: v.optional(v.string()),
});

/** A file as it was before and after an accept, for Restore: lines that end in `\n`; without one there was no file. */
const acceptedSchema = v.object({
  target: v.string(),
  /** Milliseconds since 1970 of the newest accept in it, and of the oldest. */
  at: v.optional(count),
  since: v.optional(count),
  kind: v.picklist(["change", "create", "delete"]),
  before: v.optional(v.string()),
  after: v.optional(v.string()),
  /** What a deleted file held on the disk, in Base64. */
  bytes: v.optional(v.string()),
});

const blockPieceSchema = v.object({
  state: v.picklist(["placed", "open", "not-applicable"]),
  start: count,
  end: count,
  reason: v.string(),
});
export type BlockPiece = v.InferOutput<typeof blockPieceSchema>;

/** What is kept of a block: the user's choice of its target, and what became of it. */
const blockRecordSchema = v.object({
  /** The target's URI, once it is known. */
  target: v.optional(v.string()),
  /** The user has said that it is this target. */
  isChosen: v.optional(v.boolean()),
  /** The target that it went to, if the user has since chosen another one for the next time. */
  placed: v.optional(v.string()),
  state: blockStateSchema,
  added: v.optional(count),
  removed: v.optional(count),
  /**
   * What the latest apply has made of its pieces, of this block or another one for its file: lines of the answer, from 0, the last one not
   * included, and why one is not placed.
   */
  pieces: v.optional(v.array(blockPieceSchema)),
  /** While hunks are pending: all of them, so that they are followed again after a restart. */
  reviewed: v.optional(v.array(reviewedSchema)),
  /** At one block of the answer, for all of them: the files that accepts have changed and Restore has not taken back, in order. */
  accepted: v.optional(v.array(acceptedSchema)),
});
export type BlockRecord = v.InferOutput<typeof blockRecordSchema>;

const usageSchema = v.object({
  promptTokens: v.optional(count),
  /** Of these, those that the provider still had. */
  cachedTokens: v.optional(count),
  completionTokens: v.optional(count),
});

const messageFields = {
  id: v.string(),
  /** The message before; empty for the first. */
  parent: v.string(),
};

/** The lines that an edit in place is about; they count from 1, and the last one is part of it. */
const regionSchema = v.object({
  uri: v.string(),
  path: v.string(),
  startLine: count,
  endLine: count,
  /** Where its path does not tell it. */
  language: v.optional(v.string()),
  /** The file has no name that a model could know it by: it is not on the disk, or a part of another one. */
  isNameless: v.optional(v.boolean()),
});
export type EditRegion = v.InferOutput<typeof regionSchema>;

const questionSchema = v.object({
  ...messageFields,
  role: v.literal("user"),
  text: v.string(),
  attachments: v.array(attachmentSchema),
  /** All that may change, if the question was asked in place. */
  region: v.optional(regionSchema),
});
/** What the user asked. */
export type Question = v.InferOutput<typeof questionSchema>;

/** Something of the workspace that a planner has looked at by itself. */
const readSchema = v.object({
  /** The tool, and its arguments as the planner wrote them. */
  tool: v.string(),
  written: v.string(),
  /** What is looked at, for the user: a path with its lines, or what is searched for. */
  what: v.string(),
  state: v.picklist(["running", "done", "refused", "stopped"]),
  /** The answer that the planner got. */
  text: v.string(),
  /** How much was found, if that can be counted. */
  found: v.optional(count),
  /** What a click opens. Lines count from 1. */
  place: v.optional(v.object({ uri: v.string(), path: v.string(), line: v.optional(count) })),
  /** What its vendor wants back. */
  extra: v.optional(v.string()),
});
export type ReadRecord = v.InferOutput<typeof readSchema>;

/** What a planner has looked at in one go, before it went on. */
const readRoundSchema = v.object({
  /** Length of the text of the answer by then. */
  at: count,
  reads: v.array(readSchema),
});
export type ReadRound = v.InferOutput<typeof readRoundSchema>;

const answerSchema = v.object({
  ...messageFields,
  role: v.literal("assistant"),
  text: v.string(),
  /** What the model wrote before the answer; empty if it wrote nothing. */
  reasoning: v.string(),
  /** What the planner has read of the workspace for it; absent if it has read nothing. */
  rounds: v.optional(v.array(readRoundSchema)),
  /** Id and name of the planner. */
  model: v.object({ id: v.string(), name: v.string() }),
  state: v.variant("type", [
    v.object({ type: v.literal("streaming") }),
    v.object({ type: v.literal("done") }),
    v.object({ type: v.literal("stopped") }),
    /** What came before the failure stays. `canContinue`: it broke off, and the same request may well succeed now. */
    v.object({ type: v.literal("failed"), message: v.string(), canContinue: v.optional(v.literal(true)) }),
  ]),
  usage: v.optional(usageSchema),
  /** In the currency of the prices that the user has set. */
  cost: v.optional(v.number()),
  /** What did not fit into the model's window, by name. */
  leftOut: v.array(v.string()),
  /** By number of the code block in the text, from 0. */
  blocks: v.record(v.string(), blockRecordSchema),
});
/** What a planner answered. */
export type Answer = v.InferOutput<typeof answerSchema>;

/** One message of a conversation. */
export const messageSchema = v.variant("role", [questionSchema, answerSchema]);
export type Message = v.InferOutput<typeof messageSchema>;

/** A conversation as it is stored. */
export const conversationSchema = v.object({
  version: v.literal(1),
  id: v.string(),
  /** Set by the user; empty: the first question tells. */
  title: v.string(),
  /** Milliseconds since 1970. */
  changed: v.number(),
  /** A tree: an edited question or another answer stands beside the one before. In the order in which they came. */
  messages: v.array(messageSchema),
  /** The newest message of the branch that is shown; empty if there is none. */
  head: v.string(),
});
export type Conversation = v.InferOutput<typeof conversationSchema>;
