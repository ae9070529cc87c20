import type { EditCall } from "../../core/tools/editArguments.ts";
import type { NamedEdit, ShownAlternatives } from "../../core/tools/shownAlternatives.ts";
import type { FoundTarget } from "../apply/foundTarget.ts";
import type { AgentRequest } from "./agentEdits.ts";

/** A call that could be read. */
export interface AskedCall {
  readonly request: AgentRequest;
  readonly call: EditCall;
  /** What agents were shown that their edits may mean. */
  readonly reported: ShownAlternatives;
  /** Whether no line of the file may be shown, and so none be chosen either. */
  readonly isSecret: boolean;
  readonly startedMs: number;
  readonly onProgress: (message: string) => void;
  readonly signal: AbortSignal;
}

/** The file of a call with the sketch for it. `original`: the text that it will be applied to. */
export interface FoundEdit {
  readonly target: FoundTarget;
  readonly original: string;
}

/** Returns what distinguishes the edit of a call from others. */
export function namedEdit({ call, request }: Pick<AskedCall, "call" | "request">): NamedEdit {
  return { session: request.session, file: request.target.toString(), codeEdit: call.codeEdit };
}
