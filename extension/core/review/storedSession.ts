import { followDocument, type ReviewSession } from "./reviewSession.ts";
import type { Remark } from "./reviewState.ts";

/** A session as JSON. */
export interface StoredSession {
  readonly version: 1;
  readonly document: readonly string[];
  readonly proposal: readonly string[];
  readonly remarks: readonly Remark[];
}

export type RestoredSession =
  | { readonly type: "restored"; readonly session: ReviewSession }
  /** The document changed lines that the proposal changes too. */
  | { readonly type: "conflict"; readonly session: ReviewSession }
  | { readonly type: "unreadable" };

export function serializeSession({ state }: ReviewSession): StoredSession {
  return { version: 1, document: state.document, proposal: state.proposal, remarks: state.remarks };
}

/** The session of `stored`, rebased onto the lines that the document has now. */
export function restoreSession(stored: unknown, document: readonly string[]): RestoredSession {
  const { document: base, proposal, remarks } = stored as StoredSession;
  const session = { state: { base, document: base, proposal, remarks }, decisions: [], history: { past: [], future: [] } };
  return { type: "restored", session: followDocument(session, document) };
}
