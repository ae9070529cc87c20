import type { Readable, Writable } from "node:stream";
import type { Engine } from "../core/apply/applyToFile.ts";
import { plain } from "../node/plainText.ts";
import { rootAt, type Root } from "./roots.ts";
import { serveTools } from "./toolServer.ts";

export interface ServeOptions {
  readonly engine: Engine;
  /** Folders that may be edited, as they are typed; empty: those that the client names. */
  readonly roots: readonly string[];
  /** Whether edits are written that nobody reviews. */
  readonly isAuto: boolean;
  /** How long a call waits for the user's review; the window's own setting may allow less. */
  readonly waitSeconds?: number | undefined;
  readonly version: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

export type Served =
  | { readonly type: "ended" }
  /** It did not start: what is wrong, and what to do. */
  | { readonly type: "unfit"; readonly message: string; readonly next: string };

/** Serves tools to agents until the client or a signal of the system ends it. */
export async function serve({ roots: paths, stderr, ...options }: ServeOptions): Promise<Served> {
  const roots: Root[] = [];
  for (const path of paths) {
    const root = await rootAt(path);
    if (root === undefined) {
      return {
        type: "unfit",
        message: `there is no folder ${plain(path)}.`,
        next: "give one that exists with --root.",
      };
    }
    roots.push(root);
  }
  const stop = new AbortController();
  const end = (): void => {
    stop.abort();
  };
  // Work in progress removes its staged files and locks before the process ends.
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, end);
  // A client that is gone reads no more.
  options.stdout.on("error", end);
  stderr.on("error", () => undefined);
  const onError = (error: Error): void => {
    if (stderr.writable) stderr.write(`fast-apply: ${plain(error.message)}\n`);
  };
  await serveTools({ ...options, roots, onError }, stop.signal);
  for (const signal of signals) process.off(signal, end);
  return { type: "ended" };
}
