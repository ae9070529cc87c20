import { setTimeout as wait } from "node:timers/promises";
import type { DownloadProgress } from "../../core/models/localEngine.ts";
import type { LocalFailure } from "../../core/models/localFailure.ts";
import { shortOfSpace, type freeBytesIn } from "./diskSpace.ts";
import { readNotes, removeParts, type PartFile } from "./partFile.ts";
import { readDownloadAnswer, validatorOf } from "./readAnswer.ts";
import { networkReason, requestFile } from "./requestFile.ts";

/** How a download behaves, in milliseconds. */
export interface DownloadTiming {
  /** Before each attempt after one that brought nothing. */
  readonly waitsMs: readonly number[];
  /** A connection on which nothing comes for this long is given up. */
  readonly idleMs: number;
}

/** One file that is downloaded. */
export interface FileDownload {
  readonly url: string;
  /** Absolute path of the whole file. */
  readonly path: string;
  /** As the one who asks knows it. */
  readonly sha256: string | undefined;
  readonly part: PartFile;
  readonly fetch: typeof fetch;
  readonly timing: DownloadTiming;
  readonly freeBytes: typeof freeBytesIn;
  readonly onProgress: (progress: DownloadProgress) => void;
}

/** How often the disk is asked again, in bytes: others fill it too, and an answer without a length may go on for ever. */
const LOOK_BYTES = 16_000_000;

type Attempt =
  | { readonly type: "complete"; readonly sha256: string | undefined }
  | { readonly type: "broken"; readonly host: string; readonly reason: string }
  /** What was here is dropped, so that this cannot happen twice. */
  | { readonly type: "start-over" }
  | LocalFailure;

interface Complete {
  readonly type: "complete";
  /** Whether anybody had named a digest. */
  readonly isDigestChecked: boolean;
}

/**
 * Completes a part and checks it: its length, that it is a model, and its digest if anybody has named one. Connects again if a connection
 * breaks. Removes what is wrong in itself, and keeps what is only incomplete. Expected failures of server and network are values; rejects
 * with what the disk says and with the reason of an abort of `signal`.
 */
export async function finishDownload(download: FileDownload, signal: AbortSignal): Promise<Complete | LocalFailure> {
  const { part, timing } = download;
  for (let fruitless = 0; ;) {
    const before = part.bytes;
    const attempt = await tryOnce(download, signal);
    if (attempt.type === "failed") return attempt;
    if (attempt.type === "complete") return check(download, attempt.sha256);
    if (attempt.type === "start-over") continue;
    fruitless = part.bytes > before ? 0 : fruitless + 1;
    const waitMs = timing.waitsMs[fruitless];
    if (waitMs === undefined) return failed(brokenMessage(download, attempt));
    await wait(waitMs, undefined, { signal });
  }
}

async function tryOnce(download: FileDownload, signal: AbortSignal): Promise<Attempt> {
  const { url, path, part, timing } = download;
  const notes = part.bytes > 0 ? await readNotes(path) : undefined;
  const known = download.sha256 ?? notes?.sha256;
  // Without either nobody could tell whether the rest belongs to the same file.
  if (notes?.url !== url || (notes.validator ?? known) === undefined) await part.startOver();
  const had = { from: part.bytes, validator: notes?.validator, totalBytes: notes?.totalBytes };

  const watch = new IdleWatch(timing.idleMs, signal);
  try {
    const reply = await requestFile(download.fetch, url, had, watch.signal);
    if (reply.type === "failed") return reply;
    if (reply.type === "broken") return { ...reply, host: new URL(url).host };
    const { response, host } = reply;
    const isOther = reply.sha256 !== undefined && known !== undefined && reply.sha256 !== known;
    if (isOther && download.sha256 !== undefined) {
      await discard(response);
      return failed(`${host} has another file than the one that is wanted: its digest is not the same.`);
    }
    const plan = isOther && part.bytes > 0 ? { type: "another-file" as const } : readDownloadAnswer(response, had);
    if (plan.type === "complete") {
      await discard(response);
      return { type: "complete", sha256: reply.sha256 ?? known };
    }
    if (plan.type === "another-file") {
      await discard(response);
      await part.startOver();
      return { type: "start-over" };
    }
    if (plan.type === "busy") {
      await discard(response);
      return { type: "broken", host, reason: plan.reason };
    }
    if (plan.type === "refused") {
      await discard(response);
      return failed(`${host} ${plan.reason}. Check the address, or try again later.`);
    }
    if (plan.type === "whole") await part.startOver();
    const { totalBytes } = plan;
    const short = await shortOfSpace(download.freeBytes, path, missingBytes(part, totalBytes));
    if (short !== undefined) {
      await discard(response);
      return failed(short);
    }
    const sha256 = reply.sha256 ?? (isOther ? undefined : known);
    const validator = validatorOf(response.headers);
    await part.note({
      url,
      ...(validator === undefined ? {} : { validator }),
      ...(totalBytes === undefined ? {} : { totalBytes }),
      ...(sha256 === undefined ? {} : { sha256 }),
    });
    const end = await receive(download, { response, host, totalBytes }, watch);
    return end ?? { type: "complete", sha256 };
  } catch (error) {
    signal.throwIfAborted();
    if (watch.isOverdue) return { type: "broken", host: new URL(url).host, reason: "nothing came for too long" };
    throw error;
  } finally {
    watch.close();
  }
}

/** Appends the body of an answer to the part; `undefined` if it is complete. */
async function receive(
  { path, part, freeBytes, onProgress }: FileDownload,
  answer: { readonly response: Response; readonly host: string; readonly totalBytes: number | undefined },
  watch: IdleWatch,
): Promise<Attempt | undefined> {
  const { response, host, totalBytes } = answer;
  const progress = (): void => {
    onProgress({ doneBytes: part.bytes, totalBytes, host });
  };
  // Node's types leave open what a body consists of.
  const body: ReadableStream<Uint8Array> | null = response.body;
  const reader = body?.getReader();
  // The client may have forgotten by now that the signal is for the body too, and nothing would end a read.
  const end = (): void => {
    reader?.cancel().catch(() => undefined);
  };
  watch.signal.addEventListener("abort", end);
  let lookedAt = part.bytes;
  try {
    progress();
    while (reader !== undefined) {
      let bytes: Uint8Array | undefined;
      try {
        bytes = (await reader.read()).value;
      } catch (error) {
        watch.signal.throwIfAborted();
        return { type: "broken", host, reason: networkReason(error) };
      }
      watch.signal.throwIfAborted();
      if (bytes === undefined) break;
      watch.touch();
      await part.append(bytes);
      progress();
      const fault = !part.isModelSoFar
        ? `${host} sends something that is no model file, so it was removed. The address has to be that of a file in the GGUF format.`
        : totalBytes !== undefined && part.bytes > totalBytes
          ? `${host} sends more than the ${totalBytes} bytes that it had told, so what came was removed. Try again.`
          : undefined;
      if (fault !== undefined) {
        await part.startOver();
        return failed(fault);
      }
      if (part.bytes - lookedAt < LOOK_BYTES) continue;
      lookedAt = part.bytes;
      const short = await shortOfSpace(freeBytes, path, missingBytes(part, totalBytes));
      if (short !== undefined) return failed(short);
    }
  } finally {
    watch.signal.removeEventListener("abort", end);
    // If the disk or the lock says no, the rest of it is not wanted any more.
    await reader?.cancel().catch(() => undefined);
  }
  if (totalBytes !== undefined && part.bytes < totalBytes)
    return { type: "broken", host, reason: "the answer broke off" };
  return undefined;
}

/** How much is still to come, if that is known. */
function missingBytes(part: PartFile, totalBytes: number | undefined): number | undefined {
  return totalBytes === undefined ? undefined : totalBytes - part.bytes;
}

async function check({ part, path, url }: FileDownload, sha256: string | undefined): Promise<Complete | LocalFailure> {
  const fault = !part.isModel
    ? "is no model file"
    : sha256 !== undefined && part.digest() !== sha256
      ? "is not what its publisher says: the SHA-256 digest is another"
      : undefined;
  if (fault === undefined) return { type: "complete", isDigestChecked: sha256 !== undefined };
  await part.startOver();
  await removeParts(path);
  return failed(`What came from ${new URL(url).host} ${fault}. It was removed; download it again, or from elsewhere.`);
}

function brokenMessage({ part }: FileDownload, { host, reason }: Attempt & { readonly type: "broken" }): string {
  return part.bytes > 0
    ? `The connection to ${host} broke (${reason}). What has come is kept: go on with the download later.`
    : `${host} cannot be reached (${reason}). Check the address and the network, and try again.`;
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

function failed(message: string): LocalFailure {
  return { type: "failed", message };
}

/** Gives up a connection on which nothing comes. */
class IdleWatch {
  readonly signal: AbortSignal;
  readonly #overdue = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(idleMs: number, outer: AbortSignal) {
    this.signal = AbortSignal.any([outer, this.#overdue.signal]);
    this.#timer = setTimeout(() => {
      this.#overdue.abort();
    }, idleMs);
  }

  get isOverdue(): boolean {
    return this.#overdue.signal.aborted;
  }

  touch(): void {
    this.#timer.refresh();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
