/** What an answer to a request for a file brings. */
export type AnswerPlan =
  /** The file from its first byte. */
  | { readonly type: "whole"; readonly totalBytes: number | undefined }
  /** What comes after the bytes that are here. */
  | { readonly type: "rest"; readonly totalBytes: number | undefined }
  /** Nothing is missing. */
  | { readonly type: "complete" }
  /** What is here does not belong to the file that is there now. */
  | { readonly type: "another-file" }
  /** The server cannot now, which may pass. */
  | { readonly type: "busy"; readonly reason: string }
  | { readonly type: "refused"; readonly reason: string };

/** Interprets an answer for somebody who has the first `from` bytes of the answer that `validator` and `totalBytes` belong to. */
export function readDownloadAnswer(
  { status, headers }: Pick<Response, "status" | "headers">,
  had: { readonly from: number; readonly validator: string | undefined; readonly totalBytes: number | undefined },
): AnswerPlan {
  const encoding = headers.get("content-encoding") ?? "identity";
  if (status < 300 && encoding !== "identity") {
    return { type: "refused", reason: `sends the file in another form (${encoding.slice(0, 20)})` };
  }
  const range = readRange(headers.get("content-range"));
  if (status === 200) return { type: "whole", totalBytes: readCount(headers.get("content-length")) };
  if (status === 206 && had.from > 0) {
    const isSame = had.validator === undefined || validatorOf(headers) === had.validator;
    const isRest =
      range?.from === had.from && (had.totalBytes === undefined || (range.total ?? had.totalBytes) === had.totalBytes);
    return isSame && isRest ? { type: "rest", totalBytes: range.total ?? had.totalBytes } : { type: "another-file" };
  }
  // Nothing is after the last byte.
  if (status === 416 && had.from > 0) {
    const isAll = range?.total === had.from && (had.totalBytes ?? had.from) === had.from;
    return isAll ? { type: "complete" } : { type: "another-file" };
  }
  const isBusy = status === 429 || status === 408 || status >= 500;
  return isBusy ? { type: "busy", reason: `HTTP ${status}` } : { type: "refused", reason: refusal(status) };
}

/** Returns what the rest of an answer can be asked for with, if anything. Only a strong tag or a date says that the bytes are the same. */
export function validatorOf(headers: Headers): string | undefined {
  const tag = headers.get("etag");
  if (tag !== null && /^"[^"]*"$/.test(tag)) return tag;
  return headers.get("last-modified") ?? undefined;
}

/** `bytes 10-19/20`, or `bytes *` + `/20` where there is no such range. */
function readRange(text: string | null): { from: number | undefined; total: number | undefined } | undefined {
  const [, from, total] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(text ?? "") ?? [];
  return total === undefined ? undefined : { from: readCount(from), total: readCount(total) };
}

function readCount(text: string | null | undefined): number | undefined {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;
}

function refusal(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return `does not give the file to everybody (HTTP ${status})`;
    case 404:
    case 410:
      return `has no such file (HTTP ${status})`;
    default:
      return `answers with HTTP ${status}`;
  }
}
