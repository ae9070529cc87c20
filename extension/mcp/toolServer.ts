import { randomUUID } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  ResultSchema,
  RootsListChangedNotificationSchema,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { Engine } from "../core/apply/applyToFile.ts";
import { shown } from "../core/text/shownText.ts";
import { EDIT_FILE, PREVIEW_EDIT } from "../core/tools/editFileTool.ts";
import { bareResult } from "../core/tools/editResult.ts";
import { ShownAlternatives } from "../core/tools/shownAlternatives.ts";
import { answerEdit, namedTarget, type EditSurroundings } from "./editCall.ts";
import { createCallProgress } from "./progress.ts";
import { distinctRoots, readRoots, rootsOfClient, type Root } from "./roots.ts";
import { createStdioTransport, type WireStreams } from "./stdioTransport.ts";
import { listTools, toCallResult } from "./toolList.ts";

export interface ToolServerOptions extends WireStreams {
  readonly engine: Engine;
  /** The folders that may be edited; empty: those that the client names. */
  readonly roots: readonly Root[];
  /** Whether edits are written that nobody reviews. */
  readonly isAuto: boolean;
  /** How long a call waits for the user's review; the window's own setting may allow less. */
  readonly waitSeconds?: number | undefined;
  readonly version: string;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Called with what goes wrong on the wire. */
  readonly onError: (error: Error) => void;
}

/** Most clients give up on a call after a minute, many of them even if they get progress in between. */
const PATIENCE_SECONDS = 45;
const ROOTS_MS = 10_000;

const NO_ROOTS = {
  none: "Nothing was changed, because no folder may be edited. Ask the user to start this server with --root and the folder of the project.",
  empty:
    "Nothing was changed, because this client names no folder on this machine that may be edited. Ask the user to open one, or to start this server with --root and the folder of the project.",
  silent:
    "Nothing was changed, because the client did not say which folders may be edited. Send the edit again, or ask the user to start this server with --root and the folder of the project.",
};

function unfitWords(roots: readonly Root[]): string {
  const named = roots.map(({ path }) => shown(path)).join(", ");
  return `Nothing was changed, because this client names no folder but ${named}: that holds far more than a project, or what programs keep for the user. Ask the user to open the folder of the project, or to start this server with --root and the folder that may be edited.`;
}

/** Serves the tools until stdin ends or `signal` is aborted; calls in progress then end without having written. */
export async function serveTools(options: ToolServerOptions, signal: AbortSignal): Promise<void> {
  const { engine, isAuto, version, now } = options;
  const { server } = new McpServer(
    { name: "fast-apply", title: "Fast Apply", version },
    { capabilities: { tools: {} } },
  );
  const surroundings: EditSurroundings = {
    engine,
    isAuto,
    session: randomUUID(),
    reported: new ShownAlternatives(),
    now,
    roots: findRoots(options, server),
  };
  const tools = listTools(engine.rewriters.length > 0);
  const atWork = new Set<Promise<unknown>>();

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const purpose = params.name === EDIT_FILE.name ? "edit" : params.name === PREVIEW_EDIT.name ? "preview" : undefined;
    if (purpose === undefined) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no tool of this name. Take ${EDIT_FILE.name} or ${PREVIEW_EDIT.name}.`,
      );
    }
    const token = params._meta?.progressToken;
    const progress = createCallProgress((count, message) => {
      // A client that does not read need not get progress.
      if (token === undefined || options.stdout.writableNeedDrain) return;
      const reported = { progressToken: token, progress: count, message };
      extra.sendNotification({ method: "notifications/progress", params: reported }).catch(options.onError);
    }, now);
    const client = server.getClientVersion();
    const request = {
      arguments: params.arguments ?? {},
      purpose,
      agent: client?.title ?? client?.name ?? "An agent",
      patienceSeconds: options.waitSeconds ?? PATIENCE_SECONDS,
    } as const;
    const call = answerEdit(surroundings, request, progress, extra.signal);
    atWork.add(call);
    try {
      return toCallResult(await call);
    } catch (error) {
      extra.signal.throwIfAborted();
      options.onError(error instanceof Error ? error : new Error(String(error)));
      const why = error instanceof Error ? error.message : String(error);
      return toCallResult(
        bareResult(
          "failed",
          namedTarget(params.arguments),
          `This is a fault of Fast Apply itself: ${why} Read the file before you go on.`,
        ),
      );
    } finally {
      progress.end();
      atWork.delete(call);
    }
  });

  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  server.onerror = options.onError;
  const close = (): void => {
    void server.close();
  };
  signal.addEventListener("abort", close);
  await server.connect(createStdioTransport(options));
  if (signal.aborted) close();
  await closed;
  signal.removeEventListener("abort", close);
  await Promise.allSettled(atWork);
}

/** Makes what finds the folders. Asks the client for its folders when they are needed, and again when it says that they changed. */
function findRoots(
  { roots }: ToolServerOptions,
  server: McpServer["server"],
): (signal: AbortSignal) => Promise<readonly Root[] | string> {
  const given = distinctRoots(roots);
  if (given.length > 0) return () => Promise.resolve(given);
  let known: readonly Root[] | undefined;
  let changes = 0;
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    known = undefined;
    changes++;
  });
  return async (signal) => {
    if (server.getClientCapabilities()?.roots === undefined) return NO_ROOTS.none;
    if (known !== undefined) return known;
    const asked = changes;
    let answer: unknown;
    try {
      // The schema of the package refuses a whole answer if one root in it is not a folder of a disk.
      answer = await server.request({ method: "roots/list" }, ResultSchema, { signal, timeout: ROOTS_MS });
    } catch {
      signal.throwIfAborted();
    }
    const uris = readRoots(answer);
    if (uris === undefined) return NO_ROOTS.silent;
    const { roots: found, unfit } = await rootsOfClient(uris);
    if (found.length === 0) return unfit.length === 0 ? NO_ROOTS.empty : unfitWords(unfit);
    if (asked === changes) known = found;
    return found;
  };
}
