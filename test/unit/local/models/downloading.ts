import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { DownloadProgress, DownloadRequest, ModelStore } from "../../../../extension/core/models/localEngine.ts";
import { createModelStore, type ModelStoreOptions } from "../../../../extension/local/models/modelStore.ts";
import { startModelFiles, type ModelFileServer } from "../../../servers/modelFiles.ts";

export const SIZE = 300_000;
/** A model as far as a store looks at it. */
export const MODEL = Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(SIZE - 4, "a model ")]);
export const FILE = "tiny.gguf";
export const ETAG = '"first"';

export let directory: string;
export let server: ModelFileServer;

/** A folder and a server of its own for each test of the file. */
export function serveModelFiles(): void {
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "models-"));
    server = await startModelFiles({ content: MODEL, etag: ETAG });
  });
  afterEach(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });
}

/** Nobody listens any more where the server was; there is another one. */
export async function replaceServer(): Promise<void> {
  await server.close();
  server = await startModelFiles({ content: MODEL, etag: ETAG });
}

export const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
/** What is asked of Hugging Face is answered by the server here, without a certificate. */
const send: typeof fetch = (input, init) =>
  fetch(input instanceof Request ? input.url : input.toString().replace(PUBLISHER, server.url), init);
export const PUBLISHER = "https://huggingface.co";
/** A request for a file of a publisher who names digests. */
export const published = { url: `${PUBLISHER}/${FILE}` };
export const store = (options: Partial<ModelStoreOptions> = {}): ModelStore =>
  createModelStore({ directory, fetch: send, timing: { waitsMs: [], idleMs: 5_000 }, ...options });
export const left = async (): Promise<string[]> => (await readdir(directory)).sort();
export const request = (more: Partial<DownloadRequest> = {}): DownloadRequest => ({
  url: `${server.url}/${FILE}`,
  file: FILE,
  ...more,
});

export async function download(
  more: Partial<DownloadRequest> = {},
  options: Partial<ModelStoreOptions> = {},
): Promise<{ end: Awaited<ReturnType<ModelStore["download"]>>; progress: DownloadProgress[] }> {
  const progress: DownloadProgress[] = [];
  const end = await store(options).download(
    request(more),
    (step) => {
      progress.push(step);
    },
    new AbortController().signal,
  );
  return { end, progress };
}

/** Downloads until at least so many bytes are there, and pauses. */
export async function downloadSome(bytes: number, more: Partial<DownloadRequest> = {}): Promise<void> {
  const pause = new AbortController();
  server.fail({ type: "stall", afterBytes: bytes });
  const end = await store().download(
    request(more),
    ({ doneBytes }) => {
      if (doneBytes >= bytes) pause.abort();
    },
    pause.signal,
  );
  expect(end).toEqual({ type: "paused" });
  expect(await left()).toEqual([`${FILE}.part`, `${FILE}.part.json`]);
}

export async function expectWhole(content: Uint8Array = MODEL): Promise<void> {
  expect(await left()).toEqual([FILE]);
  expect((await readFile(join(directory, FILE))).equals(content)).toBe(true);
}
