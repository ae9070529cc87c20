import type { Uri } from "vscode";
import type { EditResult } from "../../core/tools/editResult.ts";

/** An edit that an agent asks for. */
export interface AgentRequest {
  /** The file, which need not be there. */
  readonly target: Uri;
  /** As `parseEditCall` takes it. */
  readonly arguments: unknown;
  /** Name of the agent, as it calls itself. */
  readonly agent: string;
  /** Edits with the same value belong to one run of an agent. */
  readonly session: string;
  /** How long the user may take to decide, at most: from the call on, so that it ends when its caller expects it. */
  readonly patienceSeconds: number;
}

/** What computes the edits of agents and has them reviewed, whichever way they come. */
export interface AgentEdits {
  /**
   * Does an edit, and resolves to what became of it, even if it fails. Once `signal` aborts, nothing waits any more; what is under review
   * stays.
   */
  edit(request: AgentRequest, onProgress: (message: string) => void, signal: AbortSignal): Promise<EditResult>;
  /** Computes what an edit would do to the text as the editor has it, with what is under review there; changes and opens nothing. */
  preview(request: AgentRequest, onProgress: (message: string) => void, signal: AbortSignal): Promise<EditResult>;
}
