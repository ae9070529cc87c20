import type { LocalFailure } from "../../core/models/localFailure.ts";
import { isAllowedSource } from "../../core/models/modelAddress.ts";

/** Hugging Face takes two. */
const MOST_REDIRECTS = 8;

/** What comes of asking for a file. */
export type FileReply =
  | {
      readonly type: "answered";
      readonly response: Response;
      /** Who has answered in the end. */
      readonly host: string;
      /** Of the whole file, as its publisher names it; `undefined` if they do not. */
      readonly sha256: string | undefined;
    }
  /** The connection failed, which may pass. */
  | { readonly type: "broken"; readonly reason: string }
  | LocalFailure;

/**
 * Asks for a file, or for what comes after its first `from` bytes if it is still the one that `validator` belongs to. Follows redirects
 * itself instead of `fetch`, since each may lead to an unencrypted address, and one of the answers on the way has the digest. Rejects only
 * with the reason of an abort of `signal`.
 */
export async function requestFile(
  send: typeof fetch,
  address: string,
  { from, validator }: { readonly from: number; readonly validator: string | undefined },
  signal: AbortSignal,
): Promise<FileReply> {
  const headers: Record<string, string> = {
    // A length and a range are those of the file only if it is sent as it is.
    "accept-encoding": "identity",
    ...(from > 0 ? { range: `bytes=${from}-` } : {}),
    ...(from > 0 && validator !== undefined ? { "if-range": validator } : {}),
  };
  let url = new URL(address);
  let sha256: string | undefined;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    let response: Response;
    try {
      response = await send(url.href, { headers, redirect: "manual", signal });
    } catch (error) {
      signal.throwIfAborted();
      return { type: "broken", reason: networkReason(error) };
    }
    sha256 ??= publishedDigest(response.headers, url.hostname);
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || response.status === 304 || location === null) {
      return { type: "answered", response, host: url.host, sha256 };
    }
    await response.body?.cancel().catch(() => undefined);
    if (!URL.canParse(location, url.href)) return failed(`${url.host} redirects to an address that cannot be read.`);
    const next = new URL(location, url);
    const isLess = url.protocol === "https:" && next.protocol !== "https:";
    if (isLess || !isAllowedSource(next) || next.username !== "" || next.password !== "") {
      return failed(
        `${url.host} redirects to ${next.origin}, which is not encrypted or asks for a name, so nothing was downloaded. Use another address.`,
      );
    }
    url = next;
  }
  return failed(`${url.host} redirects again and again. Use another address.`);
}

/**
 * Reads the SHA-256 digest of a file that its publisher states in an answer: Hugging Face does so, on its own hosts, in `x-linked-etag`
 * or `etag`. `undefined` from all other hosts, since a digest from the very server that sends the file proves nothing.
 */
export function publishedDigest(headers: Headers, hostname: string): string | undefined {
  if (!/(^|\.)(huggingface\.co|hf\.co)$/.test(hostname)) return undefined;
  const named = [headers.get("x-linked-etag"), headers.get("etag")];
  return named.map((value) => /^"?([\da-f]{64})"?$/i.exec(value ?? "")?.[1]?.toLowerCase()).find((digest) => digest);
}

/** Says why a connection failed, as far as known, in a few words: a code of the system, if there is one. */
export function networkReason(error: unknown): string {
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const hasCode = cause instanceof Error && "code" in cause && typeof cause.code === "string";
  return hasCode ? String(cause.code) : "the connection broke";
}

function failed(message: string): LocalFailure {
  return { type: "failed", message };
}
