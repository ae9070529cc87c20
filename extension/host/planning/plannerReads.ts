import { workspace, type LogOutputChannel, type Memento } from "vscode";
import type { ModelTool } from "../../core/models/model.ts";
import type { Planner } from "../../core/chat/planner.ts";
import { hasSmallWindow } from "../../core/chat/plannerFormat.ts";
import type { WorkspaceReading } from "../../core/planning/askInRounds.ts";
import { OFFERED_TOOLS } from "../../core/planning/offeredTools.ts";
import type { WorkspaceListing } from "../chat/workspaceListing.ts";
import { ReadConsent } from "./readConsent.ts";
import { readLimits, readsWorkspace } from "./readSettings.ts";
import { WorkspaceReader } from "./workspaceReader.ts";

/** What planners may read of the workspace. */
export class PlannerReads {
  readonly #reader: WorkspaceReader;
  readonly #consent: ReadConsent;

  constructor(listing: WorkspaceListing, memory: Memento, log: Pick<LogOutputChannel, "warn">) {
    this.#reader = new WorkspaceReader(listing, log);
    this.#consent = new ReadConsent(memory);
  }

  /**
   * Lists the tools that a planner is offered; `undefined` if it gets none: it takes none or has no room for them, the user wants none,
   * or no folder is open.
   */
  toolsFor(planner: Pick<Planner, "takesTools" | "limits">): readonly ModelTool[] | undefined {
    const hasFolder = (workspace.workspaceFolders ?? []).length > 0;
    const isWanted = readsWorkspace() !== "never" && hasFolder;
    return isWanted && planner.takesTools && !hasSmallWindow(planner) ? OFFERED_TOOLS : undefined;
  }

  /** Makes what a planner may read with for one answer; `undefined` if it is offered no tools. */
  readingFor(planner: Pick<Planner, "name" | "takesTools" | "limits">): WorkspaceReading | undefined {
    const tools = this.toolsFor(planner);
    if (tools === undefined) return undefined;
    const mayRead = this.#consent.forAnswer(planner.name);
    const read: WorkspaceReading["read"] = (tool, written, signal) => this.#reader.read(tool, written, mayRead, signal);
    return { tools, limits: readLimits(), read };
  }
}
