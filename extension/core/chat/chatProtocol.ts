import * as v from "valibot";
import { blockStateSchema, messageSchema, referenceSchema } from "./chatSchemas.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How sure it is which file a block is for. */
const certaintySchema = v.picklist(["certain", "likely", "unsure", "new", "refused", "none"]);
export type Certainty = v.InferOutput<typeof certaintySchema>;

/** An edit of a block of exact edits, as far as the host has looked for its place. */
const editViewSchema = v.object({
  /** Line of its opening marker in the code of the block, from 0. */
  line: count,
  /** Line of the file at which it stands, from 1; absent if it has no place. */
  at: v.optional(count),
  /** Why it has no place, in words; empty otherwise. */
  reason: v.string(),
  /** How many lines each elision of its search stands for. */
  elided: v.array(count),
});
export type EditView = v.InferOutput<typeof editViewSchema>;

const problemViewSchema = v.object({
  severity: v.picklist(["error", "warning"]),
  /** Of the file as it is now, from 1. */
  line: count,
  message: v.string(),
});
export type ProblemView = v.InferOutput<typeof problemViewSchema>;

/** A code block of an answer, as its header shows it. */
const blockViewSchema = v.object({
  /** Number of the block in the answer, from 0. */
  index: count,
  /** Path of the target as the user reads it; empty if none is known. */
  path: v.string(),
  certainty: certaintySchema,
  /** Why it is not certain, in words; empty if it is. */
  reason: v.string(),
  state: blockStateSchema,
  added: v.optional(count),
  removed: v.optional(count),
  /** The complete edits, in order; absent if the block has none. */
  edits: v.optional(v.array(editViewSchema)),
  /** What an apply leaves out of the block, and why, in words; absent if it leaves out nothing. */
  note: v.optional(v.string()),
  /** Problems of its file that came with its accepted hunks and are still there; absent if there are none. */
  problems: v.optional(v.array(problemViewSchema)),
  /** Engines that *Retry with …* offers. */
  retry: v.array(v.object({ id: v.string(), name: v.string() })),
});
export type BlockView = v.InferOutput<typeof blockViewSchema>;

/** What the blocks of an answer come to together. */
const batchViewSchema = v.object({
  /** Files that *Apply All* changes, the surest first. */
  targets: v.array(v.object({ path: v.string(), certainty: certaintySchema, blocks: v.array(count) })),
  state: v.picklist(["idle", "running", "review", "accepted"]),
});
export type BatchView = v.InferOutput<typeof batchViewSchema>;

/** The latest run of tests that the user has begun after an answer. */
const testsViewSchema = v.object({
  command: v.string(),
  state: v.picklist(["running", "passed", "failed", "stopped"]),
});
export type TestsView = v.InferOutput<typeof testsViewSchema>;

const modelViewSchema = v.object({ id: v.string(), name: v.string(), provider: v.string(), contextTokens: count });
export type ModelView = v.InferOutput<typeof modelViewSchema>;

const summarySchema = v.object({ id: v.string(), title: v.string(), changed: v.number(), messages: count });
export type Summary = v.InferOutput<typeof summarySchema>;

/** A completion of `@`. */
const offerSchema = v.object({ reference: referenceSchema, label: v.string(), detail: v.string() });
export type Offer = v.InferOutput<typeof offerSchema>;

/** What would be sent with a question now, in tokens. */
const meterSchema = v.object({ used: count, window: count, leftOut: v.array(v.string()) });
export type Meter = v.InferOutput<typeof meterSchema>;

/** One branch of a conversation, as the page shows it. */
const shownMessageSchema = v.object({
  message: messageSchema,
  /** Ids of the messages that stand beside it, itself included, oldest first. */
  siblings: v.array(v.string()),
  blocks: v.array(blockViewSchema),
  batch: v.optional(batchViewSchema),
  /** Whether the answer has changed files, which can be taken back. */
  canRestore: v.optional(v.boolean()),
  tests: v.optional(testsViewSchema),
});
export type ShownMessage = v.InferOutput<typeof shownMessageSchema>;

const hostMessageSchema = v.variant("type", [
  /** Replaces what is shown. */
  v.object({
    type: v.literal("conversation"),
    id: v.string(),
    title: v.string(),
    messages: v.array(shownMessageSchema),
    /** The sample conversation, which is not stored. */
    isSample: v.boolean(),
  }),
  /** A message of the shown conversation is new, or has changed in anything. Others below its parent are no longer shown. */
  v.object({ type: v.literal("message"), shown: shownMessageSchema }),
  /** An answer grows: `text` stands at the offset `from`. A page that lacks what is before asks by `ready` again. */
  v.object({
    type: v.literal("grown"),
    id: v.string(),
    part: v.picklist(["text", "reasoning"]),
    from: count,
    text: v.string(),
  }),
  v.object({
    type: v.literal("blocks"),
    id: v.string(),
    blocks: v.array(blockViewSchema),
    batch: v.optional(batchViewSchema),
    canRestore: v.optional(v.boolean()),
    tests: v.optional(testsViewSchema),
  }),
  /** The lines of the file that an elision stands for, as `unfold` has asked. No line end after the last. */
  v.object({
    type: v.literal("unfolded"),
    id: v.string(),
    index: count,
    line: count,
    nth: count,
    text: v.string(),
  }),
  /** `query`: of the search that they answer, empty for all. */
  v.object({ type: v.literal("conversations"), query: v.string(), list: v.array(summarySchema) }),
  v.object({ type: v.literal("models"), models: v.array(modelViewSchema), chosen: v.string() }),
  /** The active file and selection, offered as a chip. */
  v.object({ type: v.literal("active"), references: v.array(referenceSchema) }),
  v.object({ type: v.literal("offers"), request: count, offers: v.array(offerSchema) }),
  v.object({ type: v.literal("meter"), request: count, meter: meterSchema }),
  /** Puts something into the composer, and the focus there. */
  v.object({ type: v.literal("compose"), references: v.array(referenceSchema) }),
  /** Brings a block of an answer of the shown conversation into sight, and the focus there. */
  v.object({ type: v.literal("reveal"), id: v.string(), index: count }),
  /** For screen readers, and for a moment on the screen. */
  v.object({ type: v.literal("reported"), text: v.string() }),
]);
/** What the host says to the page. */
export type HostMessage = v.InferOutput<typeof hostMessageSchema>;

const blockActionSchema = v.picklist([
  "apply",
  "copy",
  "copy-patch",
  "insert",
  "new-file",
  "run",
  "open-target",
  "change-target",
  "open-review",
  "stop",
]);
export type BlockAction = v.InferOutput<typeof blockActionSchema>;

const batchActionSchema = v.picklist(["apply", "accept", "restore"]);
/** What the user can ask of all blocks of an answer. */
export type BatchAction = v.InferOutput<typeof batchActionSchema>;

const pageMessageSchema = v.variant("type", [
  /** The page has loaded, or has lost track: it asks for everything. */
  v.object({ type: v.literal("ready") }),
  v.object({ type: v.literal("send"), text: v.string(), references: v.array(referenceSchema) }),
  v.object({ type: v.literal("stop") }),
  /** Asks for another answer beside this one. */
  v.object({ type: v.literal("regenerate"), id: v.string() }),
  /** Continues an answer that broke off after it had read something. */
  v.object({ type: v.literal("continue"), id: v.string() }),
  /** Asks another question beside this one. Its attachments are sent again if `references` has them. */
  v.object({ type: v.literal("edit"), id: v.string(), text: v.string(), references: v.array(referenceSchema) }),
  /** Shows the branch of this message. */
  v.object({ type: v.literal("show-branch"), id: v.string() }),
  v.object({ type: v.literal("new") }),
  v.object({ type: v.literal("open"), id: v.string() }),
  v.object({ type: v.literal("rename"), id: v.string(), title: v.string() }),
  v.object({ type: v.literal("delete"), id: v.string() }),
  v.object({ type: v.literal("export"), id: v.string() }),
  v.object({ type: v.literal("search"), query: v.string() }),
  v.object({ type: v.literal("choose-model"), id: v.string() }),
  v.object({ type: v.literal("add-model") }),
  v.object({ type: v.literal("open-sample") }),
  /** Asks for completions of `@query`. */
  v.object({ type: v.literal("offers"), request: count, query: v.string() }),
  /** Asks what a question with these references would take. */
  v.object({ type: v.literal("measure"), request: count, text: v.string(), references: v.array(referenceSchema) }),
  v.object({
    type: v.literal("block"),
    id: v.string(),
    index: count,
    action: blockActionSchema,
    /** The engine of *Retry with …*. */
    engine: v.optional(v.string()),
  }),
  /** Asks the planner to mend the new problems of a block. */
  v.object({ type: v.literal("fix"), id: v.string(), index: count }),
  /** Opens the place of a new problem of a block: number `nth` of those that it has, from 0. */
  v.object({ type: v.literal("problem"), id: v.string(), index: count, nth: count }),
  /** Asks which lines an elision stands for: number `nth`, from 0, of the search of the edit that begins at `line` of the code. */
  v.object({ type: v.literal("unfold"), id: v.string(), index: count, line: count, nth: count }),
  /** The pointer or the focus has come to a block's *Apply*. Once for each block. */
  v.object({ type: v.literal("hover"), id: v.string(), index: count }),
  v.object({ type: v.literal("batch"), id: v.string(), action: batchActionSchema }),
  /** Runs tests, ends them, or puts what they have written into the composer. */
  v.object({ type: v.literal("tests"), id: v.string(), action: v.picklist(["run", "stop", "attach"]) }),
  /** Opens what an answer has read: by number of the round and of the read in it, from 0. */
  v.object({ type: v.literal("open-read"), id: v.string(), round: count, index: count }),
  /** Copies text of a message. */
  v.object({ type: v.literal("copy"), text: v.string() }),
  /** A link of an answer was clicked. */
  v.object({ type: v.literal("link"), href: v.string() }),
  /** Something went wrong in the page, for the log. */
  v.object({ type: v.literal("trouble"), text: v.string() }),
]);
/** What the page says to the host. */
export type PageMessage = v.InferOutput<typeof pageMessageSchema>;

/** Parses a message that the host posted; `undefined` if it is not one. */
export function parseHostMessage(raw: unknown): HostMessage | undefined {
  const read = v.safeParse(hostMessageSchema, raw);
  return read.success ? read.output : undefined;
}

/** Parses a message that the page posted; `undefined` if it is not one. */
export function parsePageMessage(raw: unknown): PageMessage | undefined {
  const read = v.safeParse(pageMessageSchema, raw);
  return read.success ? read.output : undefined;
}
