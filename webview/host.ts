import * as v from "valibot";
import { parseHostMessage } from "../extension/core/chat/chatProtocol.ts";
import type { HostMessage, PageMessage } from "../extension/core/chat/chatProtocol.ts";
import { referenceSchema } from "../extension/core/chat/chatSchemas.ts";

/** What the user has typed and not sent. */
const draftSchema = v.object({
  text: v.string(),
  /** Chips that the user has added. */
  references: v.array(referenceSchema),
  /** The user has taken out the chip of the active file. */
  leavesOutActive: v.boolean(),
});
export type Draft = v.InferOutput<typeof draftSchema>;

const EMPTY_DRAFT: Draft = { text: "", references: [], leavesOutActive: false };

const keptSchema = v.object({
  /** By the id of the conversation, the newest last. */
  drafts: v.record(v.string(), draftSchema),
  /** The conversation in which something was typed last and nothing was asked yet; empty if there is none. */
  unasked: v.string(),
  /** Earlier questions that are being edited, by their ids, the newest last. */
  edits: v.optional(v.record(v.string(), draftSchema), {}),
});
type Kept = v.InferOutput<typeof keptSchema>;

/** Older ones were left behind in other conversations. */
const MOST_DRAFTS = 20;
const MOST_EDITS = 20;

interface VsCodeApi {
  readonly postMessage: (message: PageMessage) => void;
  readonly getState: () => unknown;
  readonly setState: (state: Kept) => void;
}

// VS Code gives it once to each page.
declare const acquireVsCodeApi: () => VsCodeApi;
const vsCode = acquireVsCodeApi();

/** Sends a message to the host. */
export function post(message: PageMessage): void {
  vsCode.postMessage(message);
}

/** Calls `receive` with each message of the host. Reports anything else to the host's log. */
export function listen(receive: (message: HostMessage) => void): void {
  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = parseHostMessage(data);
    if (message === undefined) post({ type: "trouble", text: "The page got a message that it does not know." });
    else receive(message);
  });
}

function readKept(): Kept {
  const kept = v.safeParse(keptSchema, vsCode.getState());
  return kept.success ? kept.output : { drafts: {}, unasked: "", edits: {} };
}

/**
 * Reads the draft of a conversation as it was when that was last shown; empty if nothing was typed. `isFirst`: the page shows a
 * conversation in which nothing is asked yet before any other. Then VS Code has begun again, and so has the conversation, so it gets the
 * draft of the one that it stands for.
 */
export function readKeptDraft(conversation: string, isFirst: boolean): Draft {
  const { drafts, unasked } = readKept();
  return drafts[conversation] ?? (isFirst ? drafts[unasked] : undefined) ?? EMPTY_DRAFT;
}

/** Keeps the draft of a conversation while the page is hidden, moved or loaded again, or shows another conversation. */
export function keepDraft(conversation: string, draft: Draft, isUnasked: boolean): void {
  const kept = readKept();
  const isEmpty = draft.text === "" && draft.references.length === 0 && !draft.leavesOutActive;
  const others = Object.entries(kept.drafts).filter(([other]) => other !== conversation);
  const drafts = isEmpty ? others : [...others, [conversation, draft] as const].slice(-MOST_DRAFTS);
  const unasked = isUnasked ? conversation : kept.unasked === conversation ? "" : kept.unasked;
  vsCode.setState({ ...kept, drafts: Object.fromEntries(drafts), unasked });
}

/** Reads the edit of an earlier question as it was when the page was last shown; `undefined` if there is none. */
export function readKeptEdit(id: string): Draft | undefined {
  return readKept().edits[id];
}

/** Keeps the edit of an earlier question as the draft is kept; `undefined` forgets it. */
export function keepEdit(id: string, edit: Draft | undefined): void {
  const kept = readKept();
  const others = Object.entries(kept.edits).filter(([other]) => other !== id);
  const edits = edit === undefined ? others : [...others, [id, edit] as const].slice(-MOST_EDITS);
  vsCode.setState({ ...kept, edits: Object.fromEntries(edits) });
}
