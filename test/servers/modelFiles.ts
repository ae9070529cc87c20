import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "./listen.ts";

/** What the server has, and how it tells of it. */
export interface ServedFile {
  readonly content: Uint8Array;
  /** Whether it can send a part; `true` where it is left out. */
  readonly ranges?: boolean;
  readonly etag?: string;
  readonly lastModified?: string;
  /** As Hugging Face names the digest of a file, which it does in the answer that redirects. */
  readonly linkedEtag?: string;
  /** Whether it says how long the file is; `true` where it is left out. */
  readonly tellsLength?: boolean;
}

/** What goes wrong with one request. Bytes are those of the body. */
export type FileFault =
  | { readonly type: "status"; readonly status: number }
  | { readonly type: "redirect"; readonly to: string }
  /** Nothing comes any more, and the connection stays open. */
  | { readonly type: "stall"; readonly afterBytes: number }
  /** The length that it tells is another. */
  | { readonly type: "length"; readonly bytes: number }
  /** More comes than it tells, which only an answer without a length can do. */
  | { readonly type: "longer" }
  | { readonly type: "encoding"; readonly encoding: string }
  /** The part that it sends begins elsewhere than the one that was asked for. */
  | { readonly type: "other-range" };

interface RecordedRequest {
  readonly path: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

/** A server on loopback that sends one file under every path, with ranges as RFC 9110 has them. */
export interface ModelFileServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  serve(file: ServedFile): void;
  /** The faults of the next requests, one each. */
  fail(...faults: readonly FileFault[]): void;
  /** Drops the faults that are left. */
  forget(): void;
  /** Breaks all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a server of one file. */
export async function startModelFiles(first: ServedFile): Promise<ModelFileServer> {
  let file = first;
  const faults: FileFault[] = [];
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    requests.push({ path: request.url ?? "", range, ifRange: header(request, "if-range") });
    answer(file, request, response, faults.shift());
  });
  const { origin, cut } = await listen(server);
  return {
    url: origin,
    requests,
    serve: (next) => {
      file = next;
    },
    fail: (...next) => {
      faults.push(...next);
    },
    forget: () => {
      faults.length = 0;
    },
    cut,
    close: async () => {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}

function answer(
  file: ServedFile,
  request: IncomingMessage,
  response: ServerResponse,
  fault: FileFault | undefined,
): void {
  if (file.linkedEtag !== undefined) response.setHeader("x-linked-etag", file.linkedEtag);
  if (fault?.type === "redirect") {
    response.writeHead(302, { location: fault.to }).end("Elsewhere.");
    return;
  }
  if (fault?.type === "status") {
    response.writeHead(fault.status).end("No.");
    return;
  }
  if (file.etag !== undefined) response.setHeader("etag", file.etag);
  if (file.lastModified !== undefined) response.setHeader("last-modified", file.lastModified);
  if (fault?.type === "encoding") response.setHeader("content-encoding", fault.encoding);
  const total = file.content.length;
  const from = rangeStart(file, request);
  if (from !== undefined && from >= total) {
    response.writeHead(416, { "content-range": `bytes */${total}` }).end();
    return;
  }
  const start = fault?.type === "other-range" ? Math.max(0, (from ?? 0) - 1) : (from ?? 0);
  const body = file.content.subarray(start);
  if (from !== undefined) response.setHeader("content-range", `bytes ${start}-${total - 1}/${total}`);
  const length = fault?.type === "length" ? fault.bytes : body.length;
  if (file.tellsLength !== false && fault?.type !== "longer") response.setHeader("content-length", length);
  response.writeHead(from === undefined ? 200 : 206);
  // An answer that is all there and does not end would keep the next one on the same connection.
  if (fault?.type === "stall" && fault.afterBytes < body.length) {
    response.write(body.subarray(0, fault.afterBytes));
    return;
  }
  if (fault?.type === "longer") response.write(body);
  if (length > body.length) {
    // As a server does whose file has become shorter.
    response.write(body, () => response.destroy());
    return;
  }
  response.end(body.subarray(0, length));
}

/** `undefined`: the whole file is due. A part is sent only of the very file that was asked for. */
function rangeStart({ ranges = true, etag, lastModified }: ServedFile, request: IncomingMessage): number | undefined {
  const start = /^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1];
  const condition = header(request, "if-range");
  const isSame = condition === undefined || condition === etag || condition === lastModified;
  return ranges && isSame && start !== undefined ? Number(start) : undefined;
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}
