import type { Disposable, SecretStorage } from "vscode";
import * as v from "valibot";
import { checkEndpoint } from "../../core/models/endpoint.ts";

/** The name of a key holds the origin that it was entered for. */
const KEY_PREFIX = "fastApply.key ";
/** Secrets cannot be listed, so their origins are written down, among them: other windows see them there at once. */
const ORIGINS = "fastApply origins";

const originsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** The API keys, each bound to the origin that it was entered for. They lie in VS Code's secret storage alone. */
export class KeyStore implements Disposable {
  readonly #secrets: SecretStorage;
  /** What was read lasts until any window changes it, so that an apply does not wait for the storage. */
  readonly #read = new Map<string, Thenable<string | undefined>>();
  readonly #listener: Disposable;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
    this.#listener = secrets.onDidChange(({ key }) => {
      this.#read.delete(key);
    });
  }

  /** Finds the key for requests below a base URL: that of its origin, and of no other; `undefined` if it has none. */
  async keyFor(baseUrl: string): Promise<string | undefined> {
    const endpoint = checkEndpoint(baseUrl);
    return endpoint.type === "refused" ? undefined : this.#get(KEY_PREFIX + endpoint.origin);
  }

  /** Lists the origins that have a key, in the order of their first one. */
  async origins(): Promise<readonly string[]> {
    const read = v.safeParse(originsSchema, (await this.#get(ORIGINS)) ?? "[]");
    return read.success ? read.output : [];
  }

  /** Binds a key to an origin, in place of an earlier one. */
  async set(origin: string, key: string): Promise<void> {
    await this.#store(KEY_PREFIX + origin, key);
    const known = await this.origins();
    if (!known.includes(origin)) await this.#store(ORIGINS, JSON.stringify([...known, origin]));
  }

  async delete(origin: string): Promise<void> {
    await this.#secrets.delete(KEY_PREFIX + origin);
    this.#read.delete(KEY_PREFIX + origin);
    const left = (await this.origins()).filter((known) => known !== origin);
    await this.#store(ORIGINS, JSON.stringify(left));
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #get(name: string): Thenable<string | undefined> {
    const known = this.#read.get(name);
    if (known) return known;
    const read = this.#secrets.get(name);
    this.#read.set(name, read);
    // A storage that was locked may be open at the next apply.
    read.then(undefined, () => {
      if (this.#read.get(name) === read) this.#read.delete(name);
    });
    return read;
  }

  async #store(name: string, value: string): Promise<void> {
    await this.#secrets.store(name, value);
    this.#read.delete(name);
  }
}

/** Reads a key as it was typed or pasted; `undefined` if it cannot be one, as no header could carry it. */
export function readKey(text: string): string | undefined {
  const key = text.trim();
  return /^[\x21-\x7e]+$/.test(key) ? key : undefined;
}
