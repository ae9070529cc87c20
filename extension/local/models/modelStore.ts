import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type {
  CatalogModel,
  DownloadProgress,
  DownloadRequest,
  ModelStore,
  StoredModel,
} from "../../core/models/localEngine.ts";
import type { LocalFailure } from "../../core/models/localFailure.ts";
import { modelFileFault, readModelAddress } from "../../core/models/modelAddress.ts";
import { catalog as offered } from "./catalog.ts";
import { freeBytesIn } from "./diskSpace.ts";
import { finishDownload, type DownloadTiming } from "./download.ts";
import { LockLost, PART_ENDING, PartFile, pathsOf, readNotes, removeParts } from "./partFile.ts";
import { takeWriterLock, type WriterLock } from "../../node/writerLock.ts";

const USUAL_TIMING: DownloadTiming = { waitsMs: [1_000, 1_000, 5_000, 15_000], idleMs: 60_000 };

/** What a store needs. */
export interface ModelStoreOptions {
  /** Absolute; made when the first file comes. */
  readonly directory: string;
  readonly fetch: typeof fetch;
  readonly catalog?: readonly CatalogModel[];
  readonly timing?: DownloadTiming;
  /** How many bytes are free where a folder lies. */
  readonly freeBytes?: typeof freeBytesIn;
}

/**
 * Creates the store of the model files in a folder. The disk is the only state, so that all windows see the same; only one of them writes a
 * file at a time. A file that is still coming has another name until it is complete and checked.
 */
export function createModelStore({
  directory,
  fetch: send,
  catalog = offered,
  timing = USUAL_TIMING,
  freeBytes = freeBytesIn,
}: ModelStoreOptions): ModelStore {
  const storedAt = async (file: string, isWhole: boolean): Promise<StoredModel> => {
    const path = join(directory, file);
    const noted = isWhole ? undefined : (await readNotes(path))?.url;
    const url = noted !== undefined && readModelAddress(noted).type === "ok" ? noted : undefined;
    const name = catalog.find((model) => model.file === file)?.name ?? file.replace(/\.gguf$/i, "");
    return { path, name, bytes: (await stat(isWhole ? path : pathsOf(path).part)).size, isWhole, url };
  };

  async function download(
    { url, file, sha256 }: DownloadRequest,
    onProgress: (progress: DownloadProgress) => void,
    signal: AbortSignal,
  ): ReturnType<ModelStore["download"]> {
    if (modelFileFault(file) !== undefined) return failed(`${JSON.stringify(file)} can be no name of a model file.`);
    if (readModelAddress(url).type === "refused") return failed("From this address no model file is downloaded.");
    const path = join(directory, file);
    return withLock(path, async (lock) => {
      if (await isThere(path)) return failed(`There is a model ${file} already. Remove it first to download it again.`);
      const part = await PartFile.open(path, () => lock.isHeld(), signal);
      try {
        const request = {
          url: new URL(url).href,
          path,
          sha256: sha256?.toLowerCase(),
          part,
          fetch: send,
          timing,
          freeBytes,
          onProgress,
        };
        const end = await finishDownload(request, signal);
        if (end.type === "failed") return end;
        if (!(await lock.isHeld())) return busy(file);
        await part.publish();
        return { type: "stored", model: await storedAt(file, true), isDigestChecked: end.isDigestChecked } as const;
      } finally {
        await part.close();
      }
    });
  }

  /** Works on a file as its only writer. */
  async function withLock<Result>(
    path: string,
    work: (lock: WriterLock) => Promise<Result>,
  ): Promise<Result | LocalFailure> {
    await mkdir(directory, { recursive: true });
    const lock = await takeWriterLock(pathsOf(path).lock);
    if (lock === undefined) return busy(path);
    try {
      return await work(lock);
    } finally {
      await lock.release();
    }
  }

  return {
    catalog,
    async list() {
      const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
      const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
      const models = [...names].map(async (name) => {
        const file = name.endsWith(PART_ENDING) ? name.slice(0, -PART_ENDING.length) : name;
        if (modelFileFault(file) !== undefined) return undefined;
        return file !== name && names.has(file) ? undefined : storedAt(file, file === name);
      });
      // One that has gone meanwhile does not count.
      const found = (await Promise.allSettled(models)).flatMap((result) =>
        result.status === "fulfilled" && result.value !== undefined ? [result.value] : [],
      );
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async download(request, onProgress, signal) {
      try {
        return await download(request, onProgress, signal);
      } catch (error) {
        if (error instanceof LockLost) return busy(request.file);
        return signal.aborted ? { type: "paused" } : failed(diskMessage(error, directory));
      }
    },
    async remove({ path }) {
      const file = path.slice(directory.length + 1);
      if (path !== join(directory, file) || modelFileFault(file) !== undefined) {
        return failed(`${path} is not a model that Fast Apply has downloaded, so it stays.`);
      }
      try {
        return await withLock(path, async () => {
          await rm(path, { force: true });
          await removeParts(path);
          return undefined;
        });
      } catch (error) {
        return failed(diskMessage(error, directory));
      }
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function busy(path: string): LocalFailure {
  return failed(`${path} is being downloaded in another window or by another command. Wait for it, or pause it there.`);
}

function diskMessage(error: unknown, directory: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "an unexpected error";
  return code === "ENOSPC"
    ? `The disk is full. Make room in ${directory}, and go on with the download.`
    : `The folder ${directory} cannot be used (${code}). Check that it can be written to, and try again.`;
}

function failed(message: string): LocalFailure {
  return { type: "failed", message };
}
