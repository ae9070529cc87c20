import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { afterEach, beforeEach } from "vitest";
import {
  DOOR_PROTOCOL,
  doorAnswerSchema,
  doorCardSchema,
  type DoorAnswer,
  type DoorCard,
} from "../../../extension/core/tools/doorProtocol.ts";
import { bareResult } from "../../../extension/core/tools/editResult.ts";
import type { DoorEdit, EditByDoor } from "../../../extension/host/tools/doorConnection.ts";
import { openDoor, type OpenDoor } from "../../../extension/host/tools/doorServer.ts";
import { openRuntimeFolder } from "../../../extension/node/runtimeFolder.ts";

/** Windows that listen in a runtime folder that each test has for itself; what they do with an edit is up to the test. */
export class Doors {
  #base = "";
  #folder = "";
  readonly #open: OpenDoor[] = [];
  readonly #sockets: Socket[] = [];

  constructor() {
    beforeEach(async () => {
      this.#base = mkdtempSync(join(tmpdir(), "doors-"));
      process.env.FAST_APPLY_RUNTIME_FOLDER = this.#base;
      const folder = await openRuntimeFolder("doors");
      if (folder.type === "unusable") throw new Error(folder.message);
      this.#folder = folder.path;
    });
    afterEach(async () => {
      for (const socket of this.#sockets.splice(0)) socket.destroy();
      await Promise.all(this.#open.splice(0).map((door) => door.close()));
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
  get cards(): readonly DoorCard[] {
    return this.names
      .filter((name) => name.endsWith(".json"))
      .map((name) => v.parse(doorCardSchema, JSON.parse(readFileSync(join(this.#folder, name), "utf8"))));
  }

  get card(): DoorCard {
    const [card] = this.cards;
    if (card === undefined) throw new Error("No window has left a card.");
    return card;
  }

  /** A window that has these folders open. */
  async open(folders: readonly string[], edit: EditByDoor): Promise<OpenDoor> {
    const door = await openDoor(this.#folder, edit);
    this.#open.push(door);
    await door.showFolders(folders);
    return door;
  }

  /** A connection to the only window, by a server that may say anything. */
  async connect(): Promise<Talk> {
    const socket = connect(this.card.socket);
    this.#sockets.push(socket);
    // A window that has heard enough does not read the rest.
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return new Talk(socket, { type: "hello", protocol: DOOR_PROTOCOL, token: this.card.token });
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
  async answer(): Promise<DoorAnswer | undefined> {
    const next = await this.#lines.next();
    return next.done === true ? undefined : v.parse(doorAnswerSchema, JSON.parse(next.value));
  }

  hangUp(): void {
    this.#socket.destroy();
  }
}

/** An edit that a window has, until the test ends it. */
export interface KeptEdit {
  readonly request: DoorEdit;
  readonly signal: AbortSignal;
  /** Has it rejected. */
  readonly end: () => void;
}

/** A window that keeps every edit. */
export function keeping(): { readonly edit: EditByDoor; readonly edits: readonly KeptEdit[] } {
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
