import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { conversationSchema, type Conversation } from "../../core/chat/chatSchemas.ts";
import type { Summary } from "../../core/chat/chatProtocol.ts";
import { ConversationFile } from "./conversationFile.ts";
import { ConversationList } from "./conversationList.ts";

/** Longer than any conversation, and what can still be read at once. */
const MAX_BYTES = 128 * 1024 * 1024;
const idSchema = v.pipe(v.string(), v.uuid());

/** What the store has to say when a file gives trouble. */
export interface StoreTrouble {
  /** A file could not be read and lies at `path` now. */
  unreadable(path: string): void;
  /** A conversation could not be written. */
  unwritable(error: unknown): void;
}

/**
 * Keeps each conversation in a file of its own. Several windows may share the folder: files are replaced whole, and a write
 * keeps what other windows have added since. What cannot be read is kept aside, never deleted.
 */
export class ConversationStore {
  readonly #root: string;
  readonly #trouble: StoreTrouble;
  readonly #files = new Map<string, ConversationFile>();
  readonly #list: ConversationList;

  /** @param root a folder on the disk; it need not be there yet */
  constructor(root: string, trouble: StoreTrouble) {
    this.#root = root;
    this.#trouble = trouble;
    this.#list = new ConversationList({
      pathOf: (id) => this.#pathOf(id),
      coming: (id) => this.#files.get(id)?.latest,
      load: (id) => this.#read(id),
    });
  }

  /** Lists the conversations that have all words of the query, also those of other windows, the last changed first. */
  async list(query: string, signal: AbortSignal): Promise<readonly Summary[]> {
    const names = await readdir(this.#root).catch(() => []);
    const ids = names.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
    // What is on its way to the disk is there already, for the user.
    const all = new Set([...ids, ...this.#files.keys()]);
    return this.#list.find(
      [...all].filter((id) => v.is(idSchema, id)),
      query,
      signal,
    );
  }

  /** Loads a conversation; `undefined` if there is none, or its file cannot be read, which is reported. */
  async load(id: string): Promise<Conversation | undefined> {
    return this.#files.get(id)?.latest ?? (await this.#read(id));
  }

  /**
   * Lets the window take up a conversation as it is on the disk, even if another window has changed it since. `take` gets that, and what
   * this window had when it last read or wrote it; it returns what later changes are compared with. Resolves to whether there was
   * anything.
   */
  async open(
    id: string,
    take: (stored: Conversation, base: Conversation | undefined) => Conversation,
  ): Promise<boolean> {
    if (!v.is(idSchema, id)) return false;
    const file = this.#fileOf(id);
    file.isOpen = true;
    return file.read(take);
  }

  /** Takes a conversation to be written: `now`, or `soon` if more of it follows. Later ones replace it. */
  keep(conversation: Conversation, when: "now" | "soon"): void {
    this.#fileOf(conversation.id).keep(conversation, when);
  }

  /** Drops a conversation from memory once it is written. Resolves when it is. */
  async letGo(id: string): Promise<void> {
    const file = this.#files.get(id);
    if (file === undefined) return;
    file.isOpen = false;
    await file.flush();
    if (file.isIdle && this.#files.get(id) === file) this.#files.delete(id);
  }

  /** Deletes a conversation, even if it was about to be written. Resolves when it is gone for good. */
  async remove(id: string): Promise<void> {
    if (!v.is(idSchema, id)) return;
    const file = this.#files.get(id);
    await file?.end();
    this.#files.delete(id);
    await rm(this.#pathOf(id), { force: true });
    this.#list.forget(id);
  }

  /** Writes all that is not written yet. Resolves when all files are up to date. */
  async flush(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.flush()));
  }

  #fileOf(id: string): ConversationFile {
    const known = this.#files.get(id);
    if (known !== undefined) return known;
    const file = new ConversationFile(this.#pathOf(id), {
      read: () => this.#read(id),
      tell: (error) => {
        this.#trouble.unwritable(error);
      },
    });
    this.#files.set(id, file);
    return file;
  }

  async #read(id: string): Promise<Conversation | undefined> {
    if (!v.is(idSchema, id)) return undefined;
    const path = this.#pathOf(id);
    let text: string;
    try {
      text = (await stat(path)).size > MAX_BYTES ? "" : await readFile(path, "utf8");
    } catch {
      return undefined;
    }
    const read = v.safeParse(conversationSchema, parseJson(text));
    if (read.success && read.output.id === id) return read.output;
    await this.#keepAside(id);
    return undefined;
  }

  async #keepAside(id: string): Promise<void> {
    const folder = join(this.#root, "unreadable");
    const aside = join(folder, `${Date.now()}-${id}.json`);
    try {
      await mkdir(folder, { recursive: true });
      await rename(this.#pathOf(id), aside);
    } catch {
      // Another window was faster.
      return;
    }
    this.#trouble.unreadable(aside);
  }

  #pathOf(id: string): string {
    return join(this.#root, `${id}.json`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
