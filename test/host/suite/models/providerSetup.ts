import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach } from "mocha";
import * as vscode from "vscode";
import type { ConfiguredProviders } from "../../../../extension/host/providers/configuredProviders.ts";
import { startModelServer, type ModelServer } from "../../../servers/modelServer.ts";
import { openSketch } from "../applying.ts";
import type { Reviewing } from "../reviewing.ts";

export const ORIGINAL = ["function a() {", "  run();", "}", "", "function b() {", "  run();", "}", ""].join("\n");
/** It fits both functions. */
const SKETCH = "// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...\n";
const WANTED = ORIGINAL.replace("  run();\n}\n\nfunction b", "  run();\n  stop();\n}\n\nfunction b");
/** The only key that the server takes. */
export const KEY = "sk-for-this-server-alone";
export const SETTINGS = ["engine", "provider", "providerOptions"] as const;

type Setting = (typeof SETTINGS)[number];

/** What a user has set up: OpenAI, for which a server on loopback stands, without a key. Each test begins with that. */
export class ProviderSetup {
  readonly #reviewing: Reviewing;
  #server: ModelServer | undefined;

  constructor(reviewing: Reviewing) {
    this.#reviewing = reviewing;
    before(async () => {
      this.#server = await startServer();
    });
    beforeEach(async () => {
      await this.set("providerOptions", { openai: { baseUrl: this.server.url } });
      await this.set("provider", "openai");
    });
    afterEach(async () => {
      for (const name of SETTINGS) await this.set(name, undefined);
      const { keys } = this.providers;
      for (const origin of await keys.origins()) await keys.delete(origin);
    });
    after(() => this.server.close());
  }

  get server(): ModelServer {
    assert.ok(this.#server !== undefined, "It is started before the tests.");
    return this.#server;
  }

  /** The origin that keys of the server are bound to. */
  get origin(): string {
    return new URL(this.server.url).origin;
  }

  get providers(): ConfiguredProviders {
    return this.#reviewing.surface.providers;
  }

  /** Puts a server that works in the place of one that fails. */
  async restartServer(): Promise<void> {
    await this.server.close();
    this.#server = await startServer();
  }

  readonly set = (name: Setting, value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration("fastApply").update(name, value, vscode.ConfigurationTarget.Global);

  readonly get = (name: Setting): unknown => vscode.workspace.getConfiguration("fastApply").get(name);

  /** Stores a key for the server. */
  readonly signIn = (key = KEY): Promise<void> => this.providers.keys.set(this.origin, key);

  /** Applies a sketch about which the structural engine is not sure, and gives its file. */
  readonly apply = async (): Promise<vscode.Uri> => {
    const target = await this.#reviewing.write("a.js", ORIGINAL);
    const sketch = `Stop after the first run.\n\n\`\`\`js ${vscode.workspace.asRelativePath(target)}\n${SKETCH}\`\`\`\n`;
    const editor = await openSketch(sketch);
    editor.selection = new vscode.Selection(3, 0, 3, 0);
    await this.#reviewing.press("applySelection");
    return target;
  };
}

function startServer(): Promise<ModelServer> {
  return startModelServer("openai", { key: KEY, answer: `<updated-code>\n${WANTED}</updated-code>` });
}
