import { Disposable, window, workspace, type ExtensionContext, type LogOutputChannel } from "vscode";
import { bareResult } from "../../core/tools/editResult.ts";
import { openRuntimeFolder } from "../../node/runtimeFolder.ts";
import { inBackground } from "../inBackground.ts";
import type { EditThroughServer } from "./serverConnection.ts";
import { servedFolders, targetIn, type ServedFolder } from "./servedFolders.ts";
import { openWindowServer, type WindowServer } from "./windowServer.ts";
import type { AgentEdits } from "./agentEdits.ts";
import { registerMcpDefinition } from "./mcpDefinition.ts";

/** The connection through which servers of tools outside VS Code bring the edits of their agents. */
export interface RegisteredServer {
  readonly registration: Disposable;
  /** Ends all connections. What is under review stays. */
  close(): Promise<void>;
}

/** The name of an agent is its own word, and is shown. In characters. */
const MAX_NAME = 100;

/**
 * Lets servers hand their edits to this window as soon as its workspace is trusted, and publishes its folders, also those that come
 * later. If the system has no place to listen at, that is logged, and servers do as they do without a window. VS Code itself is offered
 * such a server.
 */
export function registerWindowServer(
  context: ExtensionContext,
  agentEdits: AgentEdits,
  log: Pick<LogOutputChannel, "warn">,
): RegisteredServer {
  let folders: readonly ServedFolder[] = [];
  let server: WindowServer | undefined;
  let shown: Promise<unknown> = Promise.resolve();
  let warned = "";
  let closed: Promise<void> | undefined;

  const edit: EditThroughServer = async (asked, onProgress, signal) => {
    const { path, purpose, arguments: given, agent, session, patience } = asked;
    const target = targetIn(folders, path);
    if (target === undefined) return bareResult("failed", path, NOT_HERE);
    const { toolPatience } = await import("../firstUse.ts");
    const patienceSeconds = Math.min(patience, toolPatience());
    const request = { target, arguments: given, agent: agent.slice(0, MAX_NAME), session, patienceSeconds };
    const editing = agentEdits[purpose](request, onProgress, signal);
    inBackground(
      editing.catch((error: unknown) => {
        if (!signal.aborted) throw error;
      }),
    );
    return editing;
  };

  const show = async (): Promise<void> => {
    if (!workspace.isTrusted || closed !== undefined) return;
    folders = await servedFolders();
    if (folders.length === 0 && server === undefined) return;
    try {
      server ??= await open(edit);
      await server.showFolders(folders.map(({ real }) => real));
    } catch (error) {
      // Somebody may have cleared the place away; the next time it is made anew.
      await server?.close();
      server = undefined;
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== warned) log.warn(`Agents outside VS Code cannot hand their edits to this window: ${reason}`);
      warned = reason;
    }
  };
  const showNext = (): void => {
    shown = shown.then(show);
    inBackground(shown);
  };
  const close = async (): Promise<void> => {
    await shown;
    await server?.close();
  };

  showNext();
  return {
    registration: Disposable.from(
      registerMcpDefinition(context),
      workspace.onDidChangeWorkspaceFolders(showNext),
      workspace.onDidGrantWorkspaceTrust(showNext),
      // Of several windows with a folder, servers take the one that the user was in last.
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) showNext();
      }),
      new Disposable(() => {
        inBackground((closed ??= close()));
      }),
    ),
    close: () => (closed ??= close()),
  };
}

const NOT_HERE =
  "The file is in none of the folders that this window of VS Code has open, so nothing was changed. Send the edit again.";

async function open(edit: EditThroughServer): Promise<WindowServer> {
  const folder = await openRuntimeFolder("servers");
  if (folder.type === "unusable") throw new Error(folder.message);
  return openWindowServer(folder.path, edit);
}
