import type { LocalFailure } from "./localFailure.ts";
import type { Rewriter } from "./rewriter.ts";
import type { WindowScorer } from "./windowScorer.ts";

/** A model file on this machine. */
export interface LocalModel {
  /** Absolute. */
  readonly path: string;
  /** As the user reads it. */
  readonly name: string;
}

/** How the engine runs. */
export interface LocalOptions {
  /** Whether a graphics processor is used if there is one that the engine can use. */
  readonly usesGpu: boolean;
  /** The answer is the same to the bit with and without drafts; costs time. */
  readonly isStrict: boolean;
  /** The model leaves memory after so long without work, in milliseconds; 0: never. */
  readonly idleMs: number;
}

/** What a model is and needs, read from its file without loading it. */
export interface LocalModelFacts {
  /** As its own data names it; may be empty. */
  readonly title: string;
  readonly architecture: string;
  /** What it takes in memory with the context that is used, and what the machine has free, in bytes. */
  readonly neededBytes: number;
  readonly freeBytes: number;
}

/** How the engine stands. */
export type LocalHealth =
  | { readonly type: "stopped" }
  | {
      readonly type: "running";
      readonly pid: number;
      readonly model: string | undefined;
      readonly memoryBytes: number;
    };

/**
 * The port to the engine that runs a model on this machine, in a process of its own. There is at most one process, with at
 * most one model; it starts when it is first needed. Expected failures are values.
 */
export interface LocalEngine {
  /** Starts nothing by itself. */
  rewriter(model: LocalModel, options: LocalOptions): Rewriter;
  /** The same model, asked how likely windows are. Starts nothing by itself. */
  scorer(model: LocalModel, options: LocalOptions): WindowScorer;
  /** Reads a model file's data. A file that is not a model, or one that the engine cannot use, is a failure with the reason. */
  inspect(path: string, signal: AbortSignal): Promise<({ readonly type: "facts" } & LocalModelFacts) | LocalFailure>;
  health(): LocalHealth;
  /** Ends the process, and with it any work, which then fails. The next rewrite starts it again. */
  stop(): Promise<void>;
}

/** A model that can be downloaded. */
export interface CatalogModel {
  /** File name. */
  readonly file: string;
  readonly name: string;
  readonly url: string;
  readonly bytes: number;
  /** Of the file, in lower-case hexadecimal digits; `undefined` if its publisher is asked for it. */
  readonly sha256: string | undefined;
  /** SPDX name; one that begins with `LicenseRef-` is not a free software licence. */
  readonly licence: string;
  /** Page where the model is described. */
  readonly page: string;
}

/** A model file that was downloaded or is on its way. */
export interface StoredModel extends LocalModel {
  readonly bytes: number;
  /** Whether all of it is there. */
  readonly isWhole: boolean;
  /** Where the rest can be downloaded; known only of a file that is not whole, and not if what was noted of it is lost. */
  readonly url: string | undefined;
}

/** How far a download has come. `totalBytes` is unknown if the server does not say it. */
export interface DownloadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
  /** The server that sends it, after all redirects. */
  readonly host: string;
}

/** What is downloaded. */
export interface DownloadRequest {
  readonly url: string;
  /** File name in the store. */
  readonly file: string;
  readonly sha256?: string | undefined;
}

/** The port to the model files that the extension keeps. */
export interface ModelStore {
  readonly catalog: readonly CatalogModel[];
  list(): Promise<readonly StoredModel[]>;
  /**
   * Downloads a file, or goes on with one that was paused. `signal` pauses it: what has come so far stays, to be continued or removed. The
   * file gets its name only once it is whole and its digest, if anybody has named one (`isDigestChecked`), is right. Expected failures are
   * values; nothing throws.
   */
  download(
    request: DownloadRequest,
    onProgress: (progress: DownloadProgress) => void,
    signal: AbortSignal,
  ): Promise<
    | { readonly type: "stored"; readonly model: StoredModel; readonly isDigestChecked: boolean }
    | { readonly type: "paused" }
    | LocalFailure
  >;
  /** Removes a file with all that belongs to it. */
  remove(model: StoredModel): Promise<LocalFailure | undefined>;
}
