import { once } from "node:events";
import { connect, type Socket } from "node:net";
import * as v from "valibot";
import {
  SERVER_PROTOCOL,
  serverAnswerSchema,
  MAX_SERVER_LINE,
  type ServerAnswer,
  type ServerRegistration,
  type ServerRequest,
} from "../core/tools/serverProtocol.ts";
import type { EditResult } from "../core/tools/editResult.ts";
import { byteLines } from "../node/byteLines.ts";
import { errorCode } from "../node/files.ts";

export type WindowEdit = Omit<Extract<ServerRequest, { type: "edit" }>, "type" | "id">;

/** What asking one window came to. `result` and `lost` alone mean that the window may have had the edit. */
export type WindowAnswer =
  | { readonly type: "result"; readonly result: EditResult }
  /** Nobody listens there. */
  | { readonly type: "absent" }
  /** It is there, but does not let anybody in. */
  | { readonly type: "silent" }
  | { readonly type: "refused"; readonly reason: string }
  /** It ended, or said what nobody understands, before it gave a result. */
  | { readonly type: "lost" };

/** A window whose extension host is busy answers late; one that hangs does not answer. */
const WELCOME_MS = 10_000;

/** There is one edit to a connection. */
const ID = 1;

/**
 * Has a window review an edit, over a connection of its own. Waits as long as the window does. Rejects with the reason of an abort of
 * `signal`, and the window then stops waiting.
 */
export async function askWindow(
  { socket: path, token }: Pick<ServerRegistration, "socket" | "token">,
  edit: WindowEdit,
  onProgress: (message: string) => void,
  signal: AbortSignal,
): Promise<WindowAnswer> {
  const socket = await connectTo(path, signal);
  if (typeof socket === "string") return { type: socket };
  const send = (request: ServerRequest): void => {
    if (socket.writable) socket.write(`${JSON.stringify(request)}\n`);
  };
  const abort = (): void => {
    send({ type: "cancel", id: ID });
    socket.destroy();
  };
  signal.addEventListener("abort", abort);
  const overdue = setTimeout(() => socket.destroy(), WELCOME_MS);
  try {
    const answers = answersOf(socket);
    send({ type: "hello", protocol: SERVER_PROTOCOL, token });
    const greeting = await answers.next();
    clearTimeout(overdue);
    if (greeting.done === true) return { type: "silent" };
    if (greeting.value.type === "refused") return greeting.value;
    send({ type: "edit", id: ID, ...edit });
    for await (const answer of answers) {
      if (answer.type === "result" || answer.type === "refused") return answer;
      if (answer.type === "progress") onProgress(answer.message);
    }
    return { type: "lost" };
  } finally {
    clearTimeout(overdue);
    signal.removeEventListener("abort", abort);
    socket.destroy();
    signal.throwIfAborted();
  }
}

async function connectTo(path: string, signal: AbortSignal): Promise<Socket | "absent" | "silent"> {
  signal.throwIfAborted();
  const socket = connect(path);
  try {
    await once(socket, "connect", { signal });
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    // So many connections wait to be accepted that the system takes no more.
    return errorCode(error) === "EAGAIN" ? "silent" : "absent";
  }
  return socket;
}

/** What the window says, until the connection ends or says something else. */
async function* answersOf(socket: Socket): AsyncGenerator<ServerAnswer, undefined> {
  try {
    for await (const line of byteLines(socket, MAX_SERVER_LINE)) {
      if (line === "too-long") return;
      const parsed = v.safeParse(serverAnswerSchema, JSON.parse(line.toString("utf8")));
      if (!parsed.success) return;
      yield parsed.output;
    }
  } catch {
    // The window ended, perhaps in the middle of a line.
  }
}
