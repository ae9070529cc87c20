import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { conversationSchema, type Conversation } from "../../core/chat/chatSchemas.ts";
import type { Summary } from "../../core/chat/chatProtocol.ts";
import { matchesQuery, titleOf } from "../../core/chat/conversation.ts";
import { ConversationFile } from "./conversationFile.ts";

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

interface Listed {
  /** Of the file when it was read. */
  readonly stamp: string;
  readonly summary: Summary;
}

/**
 * Keeps each conversation in a file of its own. Several windows may share the folder: files are replaced whole, and whoever
 * writes a conversation last wins. What cannot be read is kept aside, never deleted.
 */
export class ConversationStore {
  readonly #root: string;
  readonly #trouble: StoreTrouble;
  readonly #files = new Map<string, ConversationFile>();
  readonly #listed = new Map<string, Listed>();

  /** @param root a folder on the disk; it need not be there yet */
  constructor(root: string, trouble: StoreTrouble) {
    this.#root = root;
    this.#trouble = trouble;
  }

  /** The conversations that have all words of the query, also those of other windows, the one that changed last first. */
  async list(query: string, signal: AbortSignal): Promise<readonly Summary[]> {
    const names = await readdir(this.#root).catch(() => []);
    const ids = names.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
    // What is on its way to the disk is there already, for the user.
    const all = new Set([...ids, ...this.#files.keys()]);
    const found: Summary[] = [];
    for (const id of all) {
      signal.throwIfAborted();
      if (!v.is(idSchema, id)) continue;
      const summary = query.trim() === "" ? await this.#summary(id) : await this.#match(id, query);
      if (summary !== undefined) found.push(summary);
    }
    return found.sort((a, b) => b.changed - a.changed);
  }

  /** `undefined` where there is none, or its file cannot be read, which is told. */
  async load(id: string): Promise<Conversation | undefined> {
    if (!v.is(idSchema, id)) return undefined;
    const coming = this.#files.get(id)?.latest;
    if (coming !== undefined) return coming;
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

  /** Takes a conversation to be written: `now`, or `soon` where more of it follows. Later ones replace it. */
  keep(conversation: Conversation, when: "now" | "soon"): void {
    const { id } = conversation;
    let file = this.#files.get(id);
    if (file === undefined) {
      file = new ConversationFile(this.#pathOf(id), (error) => {
        this.#trouble.unwritable(error);
      });
      this.#files.set(id, file);
    }
    file.keep(conversation, when);
  }

  /** Resolves when the conversation is gone for good, also where it was about to be written. */
  async remove(id: string): Promise<void> {
    if (!v.is(idSchema, id)) return;
    const file = this.#files.get(id);
    await file?.end();
    this.#files.delete(id);
    this.#listed.delete(id);
    await rm(this.#pathOf(id), { force: true });
  }

  /** Resolves when all files are as they should be. */
  async flush(): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.flush()));
  }

  async #summary(id: string): Promise<Summary | undefined> {
    const coming = this.#files.get(id)?.latest;
    if (coming !== undefined) return summaryOf(coming);
    const stamp = await stampOf(this.#pathOf(id));
    const known = this.#listed.get(id);
    if (known !== undefined && known.stamp === stamp) return known.summary;
    const conversation = await this.load(id);
    if (conversation === undefined) return undefined;
    const summary = summaryOf(conversation);
    if (stamp !== undefined) this.#listed.set(id, { stamp, summary });
    return summary;
  }

  async #match(id: string, query: string): Promise<Summary | undefined> {
    const conversation = await this.load(id);
    return conversation !== undefined && matchesQuery(conversation, query) ? summaryOf(conversation) : undefined;
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

function summaryOf(conversation: Conversation): Summary {
  const { id, changed, messages } = conversation;
  return { id, title: titleOf(conversation), changed, messages: messages.length };
}

/** Changes with every replacement of a file; `undefined` where there is none. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
