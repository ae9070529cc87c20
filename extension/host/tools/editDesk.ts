import type { Uri } from "vscode";
import type { EditResult } from "../../core/tools/editResult.ts";

/** An edit that an agent asks for. */
export interface DeskRequest {
  /** The file, which need not be there. */
  readonly target: Uri;
  /** As `parseEditCall` takes it. */
  readonly arguments: unknown;
  /** Name of the agent, as it calls itself. */
  readonly agent: string;
  /** Edits with the same one are of one run of an agent. */
  readonly session: string;
  /** How long the user may take to decide, at most: from the call on, so that it ends when its caller expects it. */
  readonly patienceSeconds: number;
}

/** Where the edits of agents go to be computed and reviewed, through whatever door they came. */
export interface EditDesk {
  /** Gives what became of an edit, also where it fails. Once `signal` aborts nothing waits any more; what is under review stays. */
  edit(request: DeskRequest, onProgress: (message: string) => void, signal: AbortSignal): Promise<EditResult>;
  /** Shows what an edit would do to the text as the editor has it, with what is under review there; changes and opens nothing. */
  preview(request: DeskRequest, onProgress: (message: string) => void, signal: AbortSignal): Promise<EditResult>;
}
