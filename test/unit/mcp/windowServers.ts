import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { afterEach, beforeEach } from "vitest";
import {
  SERVER_PROTOCOL,
  serverAnswerSchema,
  registrationSchema,
  type ServerAnswer,
  type ServerRegistration,
} from "../../../extension/core/tools/serverProtocol.ts";
import { bareResult } from "../../../extension/core/tools/editResult.ts";
import type { ServerEdit, EditThroughServer } from "../../../extension/host/tools/serverConnection.ts";
import { openWindowServer, type WindowServer } from "../../../extension/host/tools/windowServer.ts";
import { openRuntimeFolder } from "../../../extension/node/runtimeFolder.ts";

/** Windows that listen in a runtime folder that each test has for itself; what they do with an edit is up to the test. */
export class WindowServers {
  #base = "";
  #folder = "";
  readonly #open: WindowServer[] = [];
  readonly #sockets: Socket[] = [];

  constructor() {
    beforeEach(async () => {
      this.#base = mkdtempSync(join(tmpdir(), "servers-"));
      process.env.FAST_APPLY_RUNTIME_FOLDER = this.#base;
      const folder = await openRuntimeFolder("servers");
      if (folder.type === "unusable") throw new Error(folder.message);
      this.#folder = folder.path;
    });
    afterEach(async () => {
      for (const socket of this.#sockets.splice(0)) socket.destroy();
      await Promise.all(this.#open.splice(0).map((server) => server.close()));
      delete process.env.FAST_APPLY_RUNTIME_FOLDER;
      rmSync(this.#base, { recursive: true });
    });
  }

  /** Where the windows leave their cards. */
  get folder(): string {
    return this.#folder;
  }

  /** The names of all that lies there. */
  get names(): readonly string[] {
    return readdirSync(this.#folder).sort();
  }

  /** The cards that lie there, whoever may read them. */
  get registrations(): readonly ServerRegistration[] {
    return this.names
      .filter((name) => name.endsWith(".json"))
      .map((name) => v.parse(registrationSchema, JSON.parse(readFileSync(join(this.#folder, name), "utf8"))));
  }

  get registration(): ServerRegistration {
    const [registration] = this.registrations;
    if (registration === undefined) throw new Error("No window has left a card.");
    return registration;
  }

  /** A window that has these folders open. */
  async open(folders: readonly string[], edit: EditThroughServer): Promise<WindowServer> {
    const server = await openWindowServer(this.#folder, edit);
    this.#open.push(server);
    await server.showFolders(folders);
    return server;
  }

  /** A connection to the only window, by a server that may say anything. */
  async connect(): Promise<Talk> {
    const socket = connect(this.registration.socket);
    this.#sockets.push(socket);
    // A window that has heard enough does not read the rest.
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return new Talk(socket, { type: "hello", protocol: SERVER_PROTOCOL, token: this.registration.token });
  }
}

/** One connection to a window. */
export class Talk {
  readonly hello: object;
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;

  constructor(socket: Socket, hello: object) {
    this.hello = hello;
    this.#socket = socket;
    this.#lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  }

  /** Objects go as a line each, bytes and text as they are. */
  say(...words: readonly (object | string | Uint8Array)[]): void {
    for (const word of words) {
      const isRaw = typeof word === "string" || word instanceof Uint8Array;
      this.#socket.write(isRaw ? word : `${JSON.stringify(word)}\n`);
    }
  }

  /** The next answer; `undefined`: the window has ended the connection. */
  async answer(): Promise<ServerAnswer | undefined> {
    const next = await this.#lines.next();
    return next.done === true ? undefined : v.parse(serverAnswerSchema, JSON.parse(next.value));
  }

  hangUp(): void {
    this.#socket.destroy();
  }
}

/** An edit that a window has, until the test ends it. */
export interface KeptEdit {
  readonly request: ServerEdit;
  readonly signal: AbortSignal;
  /** Has it rejected. */
  readonly end: () => void;
}

/** A window that keeps every edit. */
export function keeping(): { readonly edit: EditThroughServer; readonly edits: readonly KeptEdit[] } {
  const edits: KeptEdit[] = [];
  return {
    edits,
    edit: (request, onProgress, signal) =>
      new Promise((resolve) => {
        onProgress("begun");
        const end = (): void => {
          resolve(bareResult("rejected", request.path, "No."));
          setImmediate(() => {
            onProgress("too late");
          });
        };
        edits.push({ request, signal, end });
      }),
  };
}
