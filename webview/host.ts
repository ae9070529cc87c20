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

const keptSchema = v.object({ draft: draftSchema });

interface VsCodeApi {
  readonly postMessage: (message: PageMessage) => void;
  readonly getState: () => unknown;
  readonly setState: (state: v.InferOutput<typeof keptSchema>) => void;
}

// VS Code gives it once to each page.
declare const acquireVsCodeApi: () => VsCodeApi;
const vsCode = acquireVsCodeApi();

/** Says something to the host. */
export function post(message: PageMessage): void {
  vsCode.postMessage(message);
}

/** Calls `receive` with each message of the host. What is no message is told to the host's log. */
export function listen(receive: (message: HostMessage) => void): void {
  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = parseHostMessage(data);
    if (message === undefined) post({ type: "trouble", text: "The page got a message that it does not know." });
    else receive(message);
  });
}

/** The draft as it was when the page was last shown. */
export function readKeptDraft(): Draft {
  const kept = v.safeParse(keptSchema, vsCode.getState());
  return kept.success ? kept.output.draft : EMPTY_DRAFT;
}

/** Keeps the draft while the page is hidden, moved or loaded again. */
export function keepDraft(draft: Draft): void {
  vsCode.setState({ draft });
}
