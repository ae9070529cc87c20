import { createHash, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import * as v from "valibot";
import {
  SERVER_PROTOCOL,
  serverRequestSchema,
  MAX_SERVER_LINE,
  type ServerAnswer,
  type ServerRequest,
} from "../../core/tools/serverProtocol.ts";
import { bareResult, type EditResult } from "../../core/tools/editResult.ts";
import { byteLines } from "../../node/byteLines.ts";

export type ServerEdit = Extract<ServerRequest, { type: "edit" }>;

/** Does an edit to its end. If it rejects, the server gets a failed result. */
export type EditThroughServer = (
  edit: ServerEdit,
  onProgress: (message: string) => void,
  signal: AbortSignal,
) => Promise<EditResult>;

/** How long a new connection has to say who it is, in milliseconds. */
const HELLO_MS = 5_000;
/** How long a refusal waits to be read, in milliseconds. */
const REFUSAL_MS = 1_000;

/**
 * Serves one connection until it ends: does nothing before it has shown the token, and nothing after a line that is not a request. When
 * it ends, its edits are aborted.
 */
export async function serveConnection(socket: Socket, token: string, edit: EditThroughServer): Promise<void> {
  const edits = new Map<number, AbortController>();
  const send = (answer: ServerAnswer): void => {
    if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`);
  };
  const begin = async (request: ServerEdit, signal: AbortSignal): Promise<void> => {
    const { id } = request;
    const onProgress = (message: string): void => {
      if (edits.has(id)) send({ type: "progress", id, message });
    };
    try {
      const result = await edit(request, onProgress, signal);
      send({ type: "result", id, result });
    } catch (error) {
      send({ type: "result", id, result: bareResult("failed", request.path, failureOf(error, signal)) });
    } finally {
      edits.delete(id);
    }
  };
  /** What is wrong with a request, if anything is. */
  const answer = (request: ServerRequest): string | undefined => {
    switch (request.type) {
      case "hello":
        return "The connection is open already.";
      case "cancel":
        edits.get(request.id)?.abort();
        return undefined;
      case "edit": {
        if (edits.has(request.id)) return `There is an edit with the number ${request.id} already.`;
        const editing = new AbortController();
        edits.set(request.id, editing);
        void begin(request, editing.signal);
        return undefined;
      }
    }
  };
  const overdue = setTimeout(() => socket.destroy(), HELLO_MS);
  let isKnown = false;
  // Errors end the loop; a socket without a listener for them would end the extension host.
  socket.on("error", () => undefined);
  try {
    for await (const line of byteLines(socket.iterator({ destroyOnReturn: false }), MAX_SERVER_LINE)) {
      const request = parseLine(line);
      const fault = typeof request === "string" ? request : isKnown ? answer(request) : faultOfGreeting(request, token);
      if (fault !== undefined) {
        refuse(socket, fault);
        return;
      }
      if (isKnown) continue;
      isKnown = true;
      clearTimeout(overdue);
      send({ type: "welcome" });
    }
  } catch {
    // The connection broke, which ends its edits as any other end does.
  } finally {
    clearTimeout(overdue);
    for (const editing of edits.values()) editing.abort();
  }
}

/** Reads a request, or says what is wrong with the line. */
function parseLine(line: Buffer | "too-long"): ServerRequest | string {
  if (line === "too-long") return `A line is longer than ${MAX_SERVER_LINE / 1024 / 1024} MiB.`;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    const parsed = v.safeParse(serverRequestSchema, value);
    return parsed.success ? parsed.output : "A line is no request.";
  } catch {
    return "A line is not JSON in UTF-8.";
  }
}

function faultOfGreeting(request: ServerRequest, token: string): string | undefined {
  if (request.type !== "hello") return "The first line does not say who connects.";
  if (request.protocol !== SERVER_PROTOCOL) {
    return `This window speaks version ${SERVER_PROTOCOL} of the protocol, and the server another one. Update both Fast Apply and its extension.`;
  }
  return isSame(request.token, token) ? undefined : "The token is not the one of this window.";
}

/** Compares two texts in a time that reveals neither where they differ nor how long they are. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function refuse(socket: Socket, reason: string): void {
  const refused: ServerAnswer = { type: "refused", reason };
  socket.end(`${JSON.stringify(refused)}\n`);
  // What still comes is read and dropped: with unread bytes the system would drop the refusal too.
  socket.resume();
  setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
}

function failureOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "The edit was cancelled. If its review is open already, it stays in VS Code.";
  const reason = error instanceof Error ? error.message : String(error);
  return `An unexpected error in the extension: ${reason} Look at the file before the edit is sent again.`;
}
