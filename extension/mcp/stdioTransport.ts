import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { drained } from "../node/drained.ts";
import { MAX_WIRE_LINE, readWireLine, type WireId } from "./wireMessage.ts";
import { wireLines } from "./wireLines.ts";

/** Most requests in progress at once, and how long they may be in all, in bytes. The rest is refused, so that the memory is bounded. */
const MAX_REQUESTS = 64;
const MAX_REQUEST_BYTES = 4 * MAX_WIRE_LINE;

export interface WireStreams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/**
 * Creates a transport for the protocol over stdin and stdout, one message per line. Unlike that of the SDK it answers a line that is not a
 * message, never holds an overlong one, and reads no further while the client does not read its answers.
 */
export function createStdioTransport({ stdin, stdout }: WireStreams): Transport {
  const atWork = new Map<string, number>();
  let isClosed = false;

  const write = async (message: JSONRPCMessage): Promise<void> => {
    if (isClosed || !stdout.writable || stdout.write(`${asLine(message)}\n`)) return;
    await drained(stdout);
  };
  const refuse = (id: WireId | undefined, code: number, message: string): Promise<void> =>
    write({ jsonrpc: "2.0", ...(id !== undefined && { id }), error: { code, message } });

  const take = async (message: JSONRPCMessage, bytes: number): Promise<void> => {
    if ("method" in message && "id" in message) {
      const all = [...atWork.values()].reduce((sum, each) => sum + each, bytes);
      if (atWork.size >= MAX_REQUESTS || (atWork.size > 0 && all > MAX_REQUEST_BYTES)) {
        await refuse(
          message.id,
          ErrorCode.InternalError,
          "Too many requests at once. Wait for answers, then send it again.",
        );
        return;
      }
      atWork.set(keyOf(message.id), bytes);
    }
    // What is cancelled gets no answer.
    if ("method" in message && message.method === "notifications/cancelled") {
      atWork.delete(keyOf(message.params?.requestId));
    }
    transport.onmessage?.(message);
  };

  const read = async (): Promise<void> => {
    try {
      for await (const line of wireLines(stdin, MAX_WIRE_LINE)) {
        if (isClosed) break;
        const said = readWireLine(line);
        if (said.type === "message") await take(said.message, line.type === "line" ? line.bytes.length : 0);
        else if (said.type === "bad") await refuse(said.id, said.code, said.message);
        if (stdout.writableNeedDrain) await drained(stdout);
      }
    } catch (error) {
      // A stream that is closed in the middle says so by an error.
      if (!isClosed) transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    await transport.close();
  };

  const transport: Transport = {
    start: () => {
      void read();
      return Promise.resolve();
    },
    send: async (message) => {
      if (!("method" in message) && message.id !== undefined) atWork.delete(keyOf(message.id));
      await write(message);
    },
    close: () => {
      if (isClosed) return Promise.resolve();
      isClosed = true;
      stdin.destroy();
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  return transport;
}

/** Some readers take two more characters for the end of a line, which JSON does not. */
function asLine(message: JSONRPCMessage): string {
  return JSON.stringify(message).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** `1` and `"1"` are two ids. */
function keyOf(id: unknown): string {
  return id === undefined ? "" : JSON.stringify(id);
}
