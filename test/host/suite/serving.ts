import assert from "node:assert/strict";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach } from "mocha";
import * as v from "valibot";
import * as vscode from "vscode";
import { editResultSchema, type EditResult } from "../../../extension/core/tools/editResult.ts";

/** A program as it is started. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The built server for these folders. */
export function serverOf(roots: readonly string[], ...flags: readonly string[]): Command {
  const extension = vscode.extensions.getExtension("fast-apply.fast-apply")?.extensionPath ?? "";
  return {
    command: process.execPath,
    args: [join(extension, "dist/cli.js"), "mcp", ...roots.flatMap((root) => ["--root", root]), ...flags],
    env: { ELECTRON_RUN_AS_NODE: "1" },
  };
}

/** An agent outside VS Code, with a server process of its own. */
export interface Agent {
  readonly client: Client;
  /** Process of its server. */
  readonly pid: number;
  /** Calls `edit_file`, as an agent that can be told of progress. */
  edit(path: string, sketch: string, call?: EditCall): Promise<EditResult>;
  /** Calls `preview_edit`. */
  preview(path: string, sketch: string): Promise<EditResult>;
}

interface EditCall {
  readonly onProgress?: (message: string | undefined) => void;
  readonly signal?: AbortSignal;
}

/** Starts agents, which end with the test. */
export class Agents {
  readonly #clients: Client[] = [];

  constructor() {
    afterEach(async () => {
      await Promise.all(this.#clients.splice(0).map((client) => client.close()));
    });
  }

  async start({ command, args, env }: Command, name = "tester"): Promise<Agent> {
    const transport = new StdioClientTransport({ command, args: [...args], env: { ...env } });
    const client = new Client({ name, version: "1" });
    this.#clients.push(client);
    await client.connect(transport);
    assert.ok(transport.pid !== null);
    return {
      client,
      pid: transport.pid,
      edit: (path, sketch, call) => ask(client, "edit_file", path, sketch, call),
      preview: (path, sketch) => ask(client, "preview_edit", path, sketch),
    };
  }
}

async function ask(client: Client, name: string, path: string, sketch: string, { onProgress, signal }: EditCall = {}) {
  const answer = await client.callTool(
    {
      name,
      arguments: { target_file: path, instructions: "I change the file.", code_edit: sketch },
    },
    undefined,
    {
      onprogress: ({ message }) => {
        onProgress?.(message);
      },
      ...(signal === undefined ? {} : { signal }),
    },
  );
  return v.parse(editResultSchema, answer.structuredContent);
}
