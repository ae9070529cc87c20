import { createHash, type Hash } from "node:crypto";
import { open, readFile, rename, rm, writeFile, type FileHandle } from "node:fs/promises";
import * as v from "valibot";

const notesSchema = v.object({
  url: v.string(),
  /** Of the answer that the part comes from, to ask for the rest of the same one. */
  validator: v.optional(v.string()),
  totalBytes: v.optional(v.number()),
  sha256: v.optional(v.string()),
});

/** What is known about a file that is still coming. */
export type PartNotes = v.InferOutput<typeof notesSchema>;

export const PART_ENDING = ".part";

/** Names the files that may lie beside a file of the store: the part that has come so far, the notes about it, and its lock. */
export function pathsOf(path: string): { part: string; notes: string; lock: string } {
  return { part: `${path}${PART_ENDING}`, notes: `${path}${PART_ENDING}.json`, lock: `${path}.lock` };
}

/** Reads the notes about the part of the file at `path`; `undefined` if there are none that can be read. */
export async function readNotes(path: string): Promise<PartNotes | undefined> {
  try {
    const read = v.safeParse(notesSchema, JSON.parse(await readFile(pathsOf(path).notes, "utf8")));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** How often a writer checks whether it still is the only one, in milliseconds. A machine that has slept checks at once. */
const LOOK_MS = 10_000;

/** Another window writes the file now, so nothing more may be done to it here. */
export class LockLost extends Error {}

/** The bytes of a file that have come so far. Their digest is computed as they come, and from the disk for earlier ones. */
export class PartFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #isHeld: () => Promise<boolean>;
  #lookedMs = Date.now();
  #hash: Hash = createHash("sha256");
  #bytes = 0;
  #isOpen = true;
  /** The first bytes, by which a model file is known. */
  #head: Uint8Array = new Uint8Array();

  private constructor(path: string, file: FileHandle, isHeld: () => Promise<boolean>) {
    this.#path = path;
    this.#file = file;
    this.#isHeld = isHeld;
  }

  /**
   * Opens the part of the file at `path`, or begins one. `isHeld`: whether this still is its only writer; if not, whatever would change the
   * part throws `LockLost`. Throws what the disk says, and the reason of an abort of `signal`.
   */
  static async open(path: string, isHeld: () => Promise<boolean>, signal: AbortSignal): Promise<PartFile> {
    const file = await openOrCreate(pathsOf(path).part);
    const part = new PartFile(path, file, isHeld);
    try {
      for await (const bytes of file.createReadStream({ autoClose: false, start: 0 }) as AsyncIterable<Buffer>) {
        signal.throwIfAborted();
        part.#count(bytes);
      }
      return part;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether what has come can be the beginning of a model file. */
  get isModelSoFar(): boolean {
    return this.#head.every((byte, index) => byte === MAGIC[index]);
  }

  get isModel(): boolean {
    return this.isModelSoFar && this.#head.length === MAGIC.length;
  }

  async append(bytes: Uint8Array): Promise<void> {
    // By the time of day, since the other clock does not go on while the machine sleeps.
    if (Math.abs(Date.now() - this.#lookedMs) >= LOOK_MS) await this.#holdOn();
    for (let written = 0; written < bytes.length;) {
      written += (await this.#file.write(bytes, written, null, this.#bytes + written)).bytesWritten;
    }
    this.#count(bytes);
  }

  /** Drops all that has come. */
  async startOver(): Promise<void> {
    await this.#holdOn();
    await this.#file.truncate(0);
    this.#hash = createHash("sha256");
    this.#bytes = 0;
    this.#head = new Uint8Array();
  }

  async note(notes: PartNotes): Promise<void> {
    await this.#holdOn();
    await writeFile(pathsOf(this.#path).notes, JSON.stringify(notes));
  }

  /** Returns the SHA-256 digest in lower-case hexadecimal digits. More can be appended afterwards. */
  digest(): string {
    return this.#hash.copy().digest("hex");
  }

  /** Gives the complete file its name. It is on the disk before that, so that a crash leaves no half file that looks whole. */
  async publish(): Promise<void> {
    await this.#file.sync();
    this.#isOpen = false;
    await this.#file.close();
    await rename(pathsOf(this.#path).part, this.#path);
    await rm(pathsOf(this.#path).notes, { force: true });
  }

  /** Keeps what has come, if anything has. Does nothing after `publish`. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#file.close();
    if (this.#bytes === 0 && (await this.#isHeld())) await removeParts(this.#path);
  }

  async #holdOn(): Promise<void> {
    if (!(await this.#isHeld())) throw new LockLost();
    this.#lookedMs = Date.now();
  }

  #count(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    if (this.#head.length < MAGIC.length) {
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, MAGIC.length - this.#head.length)]);
    }
  }
}

/** Not for appending, since Windows does not truncate a file that is open for that. */
async function openOrCreate(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r+");
  } catch {
    return open(path, "w+");
  }
}

/** Removes what has come of the file at `path`, and the notes. */
export async function removeParts(path: string): Promise<void> {
  const { part, notes } = pathsOf(path);
  await rm(part, { force: true });
  await rm(notes, { force: true });
}

const MAGIC = Buffer.from("GGUF");
