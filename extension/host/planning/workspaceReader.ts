import { workspace, type LogOutputChannel } from "vscode";
import type { ReadResult } from "../../core/planning/askInRounds.ts";
import { parseReadCall } from "../../core/planning/readArguments.ts";
import { LIMITS, type ReadCall } from "../../core/planning/toolTable.ts";
import type { WorkspaceListing } from "../chat/workspaceListing.ts";
import { showChanges, showDiff } from "./gitReads.ts";
import { findSymbols, findUses, listProblems } from "./languageReads.ts";
import { findFiles, listFolder, readFile, refusedRead } from "./readFiles.ts";
import { searchText } from "./searchText.ts";

/** More of them would stand in each other's way. */
const AT_ONCE = 8;

/** Looks at the workspace for planners. Nothing that it does writes, runs a program of the workspace or fetches. */
export class WorkspaceReader {
  readonly #listing: WorkspaceListing;
  readonly #log: Pick<LogOutputChannel, "warn">;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(listing: WorkspaceListing, log: Pick<LogOutputChannel, "warn">) {
    this.#listing = listing;
    this.#log = log;
  }

  /**
   * Answers a call, which comes from a model and may be anything. `mayRead`: whether the user lets the model read; asked only for calls
   * that can be read. Rejects with the reason of `signal`.
   */
  async read(tool: string, written: string, mayRead: () => Promise<boolean>, signal: AbortSignal): Promise<ReadResult> {
    const parsed = parseReadCall(tool, written);
    if (parsed.type === "bad") return { state: "refused", text: parsed.message };
    if ((workspace.workspaceFolders ?? []).length === 0) return refusedRead("no-folder");
    if (!workspace.isTrusted) return refusedRead("untrusted");
    const isAllowed = await mayRead();
    signal.throwIfAborted();
    if (!isAllowed) return refusedRead("not-allowed");
    await this.#turn(signal);
    try {
      const result = await this.#answer(parsed.call, signal);
      signal.throwIfAborted();
      return result;
    } catch (error) {
      signal.throwIfAborted();
      // The model can go on without it, and does not learn what went wrong in the editor.
      this.#log.warn(`A planner could not use ${tool}: ${error instanceof Error ? error.message : String(error)}`);
      return {
        state: "refused",
        text: "This could not be read, for a reason that lies in the editor. Try another way.",
      };
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    while (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running++;
    if (!signal.aborted) return;
    this.#running--;
    this.#waiting.shift()?.();
    signal.throwIfAborted();
  }

  #answer(call: ReadCall, signal: AbortSignal): Promise<ReadResult> {
    switch (call.tool) {
      case "find_files":
        return findFiles(this.#listing, call.given, signal);
      case "search_text":
        return searchText(this.#listing, call.given, signal);
      case "read_file":
        return readFile(call.given);
      case "list_folder":
        return listFolder(this.#listing, call.given, signal);
      case "symbols":
        return findSymbols(call.given);
      case "references":
        return findUses("vscode.executeReferenceProvider", call.given, LIMITS.references.entries);
      case "definition":
        return findUses("vscode.executeDefinitionProvider", call.given, LIMITS.definition.entries);
      case "problems":
        return listProblems(call.given);
      case "git_diff":
        return showDiff(call.given, signal);
      case "recent_changes":
        return showChanges(signal);
    }
  }
}
