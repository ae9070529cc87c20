import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import { ListRootsRequestSchema, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import * as v from "valibot";
import { beforeEach } from "vitest";
import { editResultSchema, type EditResult } from "../../../extension/core/tools/editResult.ts";
import { command } from "../cli/command.ts";

export interface Reported {
  readonly result: EditResult;
  readonly text: string;
  readonly isError: boolean;
}

/** The official client, with a server of its own that was built for this run of tests. */
export interface ToolClient {
  readonly client: Client;
  readonly pid: number;
  /** What the server has said on the wire, in order. */
  readonly delivered: readonly JSONRPCMessage[];
  readonly call: (name: string, args: Record<string, unknown>, options?: RequestOptions) => Promise<Reported>;
  /** Shows a folder to the server instead of those before; only where the client has any. */
  readonly open: (folders: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface ToolClientOptions {
  /** Folders that the client names, as paths or URIs; `undefined`: it names none, and says so. */
  readonly folders?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly name?: string;
}

let runtime = "";
const clients: ToolClient[] = [];

/** Where the servers of a test keep their locks. */
export function locks(): readonly string[] {
  return readdirSync(join(runtime, "locks"));
}

/** What the servers of a test have in their environment beyond the usual. */
export function serverEnvironment(): Record<string, string> {
  return { FAST_APPLY_RUNTIME_FOLDER: runtime };
}

/** Gives each test of a file a runtime folder of its own, and ends its clients. */
export function endClients(): void {
  beforeEach(() => {
    const base = mkdtempSync(join(tmpdir(), "fast-apply-servers-"));
    runtime = join(base, "run");
    mkdirSync(runtime, { mode: 0o700 });
    return async () => {
      await Promise.all(clients.splice(0).map((client) => client.close()));
      rmSync(base, { recursive: true });
    };
  });
}

const callSchema = v.object({
  isError: v.boolean(),
  content: v.tuple([v.object({ type: v.literal("text"), text: v.string() })]),
  structuredContent: editResultSchema,
});

/** Starts a server with these arguments, and a client. */
export async function startTools(args: readonly string[], options: ToolClientOptions = {}): Promise<ToolClient> {
  const { env = {}, name = "Tester" } = options;
  const capabilities = options.folders === undefined ? {} : { roots: { listChanged: true } };
  const client = new Client({ name, version: "1.0.0" }, { capabilities });
  let folders = options.folders ?? [];
  if (options.folders !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: folders.map((folder) => ({ uri: folder.includes("://") ? folder : pathToFileURL(folder).href })),
    }));
  }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command.path, "mcp", ...args],
    env: { ...serverEnvironment(), ...env },
    stderr: "inherit",
  });
  const delivered: JSONRPCMessage[] = [];
  transport.onmessage = (message) => delivered.push(message);
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error("The server has no process.");
  const started: ToolClient = {
    client,
    pid,
    delivered,
    call: async (tool, input, requestOptions) => {
      const answer = await client.callTool({ name: tool, arguments: input }, undefined, requestOptions);
      const { isError, content, structuredContent } = v.parse(callSchema, answer);
      return { isError, text: content[0].text, result: structuredContent };
    },
    open: async (now) => {
      folders = now;
      await client.sendRootsListChanged();
    },
    close: () => client.close(),
  };
  clients.push(started);
  return started;
}

/** Arguments of a call. */
export function edit(file: string, sketch: string, instructions = "I change it."): Record<string, unknown> {
  return { target_file: file, instructions, code_edit: sketch };
}
