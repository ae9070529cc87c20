import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { DownloadProgress, DownloadRequest, ModelStore } from "../../../../extension/core/models/localEngine.ts";
import { createModelStore } from "../../../../extension/local/models/modelStore.ts";
import { startModelFiles, type FileFault, type ServedFile } from "../../../servers/modelFiles.ts";
import {
  ETAG,
  FILE,
  MODEL,
  PUBLISHER,
  SIZE,
  digest,
  directory,
  download,
  downloadSome,
  expectWhole,
  left,
  published,
  replaceServer,
  request,
  serveModelFiles,
  server,
  store,
} from "./downloading.ts";

serveModelFiles();

test("a file has its name when it is whole, and nothing else is left", async () => {
  const { end, progress } = await download({ sha256: digest(MODEL).toUpperCase() });
  expect(end).toEqual({
    type: "stored",
    model: { path: join(directory, FILE), name: "tiny", bytes: SIZE, isWhole: true, url: undefined },
    isDigestChecked: true,
  });
  expect(progress.at(0)).toEqual({ doneBytes: 0, totalBytes: SIZE, host: new URL(server.url).host });
  expect(progress.at(-1)?.doneBytes).toBe(SIZE);
  expect(server.requests).toEqual([{ path: `/${FILE}`, range: undefined, ifRange: undefined }]);
  await expectWhole();
});

describe("what a whole file was checked by is told", () => {
  function check(name: string, file: ServedFile, isDigestChecked: boolean): void {
    test(name, async () => {
      server.serve(file);
      expect((await download(published)).end).toMatchObject({ type: "stored", isDigestChecked });
    });
  }

  check("the digest of the publisher", { content: MODEL, linkedEtag: `"${digest(MODEL)}"` }, true);
  check("size and form alone", { content: MODEL, etag: ETAG }, false);

  test("size and form alone, where whoever sends the file names the digest", async () => {
    server.serve({ content: MODEL, linkedEtag: `"${digest(MODEL)}"` });
    expect((await download()).end).toMatchObject({ type: "stored", isDigestChecked: false });
  });
});

test("no connection stays open where the disk does not take what comes", async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(MODEL);
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const failing = createModelStore({ directory, fetch: () => Promise.resolve(new Response(body)) });
  const end = await failing.download(
    request(),
    ({ doneBytes }) => {
      if (doneBytes > 0) throw Object.assign(new Error(), { code: "ENOSPC" });
    },
    new AbortController().signal,
  );
  expect(end).toMatchObject({ type: "failed", message: expect.stringContaining("disk is full") as string });
  expect(isCancelled).toBe(true);
});

test("a file of unknown length leaves free what has to stay free", async () => {
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(4_000_000)]));
    },
  });
  let asked = 0;
  const { end } = await download(
    {},
    {
      fetch: () => Promise.resolve(new Response(endless)),
      freeBytes: () => Promise.resolve(asked++ < 2 ? 1e9 : 199_999_999),
    },
  );
  expect(end).toMatchObject({ type: "failed", message: expect.stringContaining("0.2 GB stay free") as string });
  expect(asked).toBe(3);
});

describe("a download that was paused", () => {
  /** What the second request is like, and what comes of it. */
  function check(
    name: string,
    first: ServedFile,
    second: ServedFile,
    want: { range: string | undefined; ifRange?: string | undefined },
  ): void {
    test(name, async () => {
      server.serve(first);
      await downloadSome(100_000, published);
      server.serve(second);
      const { end } = await download(published);
      expect(end).toMatchObject({ type: "stored" });
      expect(server.requests.at(1)).toMatchObject(want);
      await expectWhole(second.content);
    });
  }

  const other = Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(SIZE, "another ")]);
  const date = "Sat, 21 Nov 2026 10:00:00 GMT";
  const linked = (content: Uint8Array): string => `"${digest(content)}"`;
  const range = "bytes=100000-";
  const same = { content: MODEL, etag: ETAG };
  check("goes on after its last byte", same, same, { range, ifRange: ETAG });
  const dated = { content: MODEL, lastModified: date };
  check("goes on by the date of the file", dated, dated, { range, ifRange: date });
  const weak = { content: MODEL, etag: 'W/"weak"', lastModified: date };
  check("goes on by the date where the tag is weak", weak, weak, { range, ifRange: date });
  const named = { content: MODEL, linkedEtag: linked(MODEL) };
  check("goes on by the digest alone", named, named, { range, ifRange: undefined });
  const bare = { content: MODEL };
  check("begins again where nothing tells whether the file is the same", bare, bare, { range: undefined });
  check("begins again where the file has changed", same, { content: other, etag: '"second"' }, { range });
  check("begins again where the server sends no parts", same, { ...same, ranges: false }, { range });
  check("begins again where the digest has changed", named, { content: other, linkedEtag: linked(other) }, { range });
  check(
    "begins again where the file has become shorter",
    same,
    { content: MODEL.subarray(0, 50_000), etag: ETAG },
    { range },
  );

  test("begins again where the part that comes is another", async () => {
    await downloadSome(100_000);
    server.fail({ type: "other-range" });
    expect((await download()).end).toMatchObject({ type: "stored" });
    expect(server.requests.map((asked) => asked.range)).toEqual([undefined, range, undefined]);
    await expectWhole();
  });

  test("is checked as a whole, what was on the disk included", async () => {
    await downloadSome(100_000);
    const part = join(directory, `${FILE}.part`);
    const bytes = await readFile(part);
    await writeFile(part, bytes.fill(0, 50_000, 50_010));
    const { end } = await download({ sha256: digest(MODEL) });
    expect(end).toMatchObject({ type: "failed", message: expect.stringContaining("SHA-256") as string });
    expect(await left()).toEqual([]);
  });

  test("is whole where only its name was missing", async () => {
    await downloadSome(SIZE - 1);
    await writeFile(join(directory, `${FILE}.part`), MODEL);
    expect((await download()).end).toMatchObject({ type: "stored" });
    expect(server.requests.at(1)?.range).toBe(`bytes=${SIZE}-`);
    await expectWhole();
  });

  test("is listed with where the rest is, and removed without a trace", async () => {
    await downloadSome(100_000);
    const [model, ...others] = await store().list();
    expect(others).toEqual([]);
    expect(model).toEqual({
      path: join(directory, FILE),
      name: "tiny",
      bytes: 100_000,
      isWhole: false,
      url: `${server.url}/${FILE}`,
    });
    expect(model && (await store().remove(model))).toBeUndefined();
    expect(await left()).toEqual([]);
  });
});

describe("a connection that breaks", () => {
  const timing = { waitsMs: [0, 0], idleMs: 5_000 };
  const unavailable: FileFault = { type: "status", status: 503 };

  /** The connection breaks once so many bytes are there. */
  async function downloadBreaking(at: number): ReturnType<ModelStore["download"]> {
    let isCut = false;
    const cutOnce = ({ doneBytes }: DownloadProgress): void => {
      if (isCut || doneBytes < at) return;
      isCut = true;
      server.cut();
    };
    return store({ timing }).download(request({ sha256: digest(MODEL) }), cutOnce, new AbortController().signal);
  }

  test("is made again where it stopped", async () => {
    server.fail({ type: "stall", afterBytes: 100_000 }, unavailable);
    expect(await downloadBreaking(100_000)).toMatchObject({ type: "stored" });
    expect(server.requests.map(({ range }) => range)).toEqual([undefined, ...Array<string>(2).fill("bytes=100000-")]);
    await expectWhole();
  });

  test("keeps what has come where it goes on breaking", async () => {
    server.fail({ type: "stall", afterBytes: 100_000 }, ...Array<FileFault>(5).fill(unavailable));
    const end = await downloadBreaking(100_000);
    expect(end).toMatchObject({ type: "failed", message: expect.stringContaining("is kept") as string });
    expect(server.requests.length).toBe(3);
    expect(await left()).toEqual([`${FILE}.part`, `${FILE}.part.json`]);
  });

  test("is given up where nothing comes", async () => {
    server.fail({ type: "stall", afterBytes: 100_000 });
    const { end } = await download({}, { timing: { waitsMs: [], idleMs: 100 } });
    expect(end).toMatchObject({ type: "failed", message: expect.stringContaining("nothing came") as string });
  });

  test("leaves nothing where nothing came", async () => {
    const gone = request();
    await replaceServer();
    const { end } = await download(gone);
    expect(end).toMatchObject({ type: "failed", message: expect.stringContaining("ECONNREFUSED") as string });
    expect(await left()).toEqual([]);
  });
});

describe("what is refused leaves nothing", () => {
  function check(name: string, set: () => Partial<DownloadRequest> | undefined, message: RegExp): void {
    test(name, async () => {
      const { end } = await download(set());
      expect(end.type === "failed" ? end.message : end).toMatch(message);
      expect(await left()).toEqual([]);
    });
  }

  const serve = (file: ServedFile) => (): undefined => {
    server.serve(file);
  };
  const fail = (fault: FileFault) => (): undefined => {
    server.fail(fault);
  };
  check("a wrong digest", () => ({ sha256: digest(Buffer.from("other")) }), /SHA-256/);
  check(
    "a digest that is not the publisher's",
    () => {
      server.serve({ content: MODEL, linkedEtag: `"${"0".repeat(64)}"` });
      return published;
    },
    /SHA-256/,
  );
  check("a page in the place of a model", serve({ content: Buffer.from("<!doctype html>") }), /no model file/);
  check("less than the beginning of a model", serve({ content: Buffer.from("GG") }), /no model file/);
  check("an empty file", serve({ content: Buffer.alloc(0) }), /no model file/);
  check("a file in another form", fail({ type: "encoding", encoding: "gzip" }), /another form \(gzip\)/);
  check("a file that is not there", fail({ type: "status", status: 404 }), /no such file/);
  check("a file for others", fail({ type: "status", status: 401 }), /everybody/);
  check("a file that the disk has no room for", fail({ type: "length", bytes: 1e15 - 1 }), /disk is too full/);
  check("a redirect into the open", fail({ type: "redirect", to: "http://models.example/tiny.gguf" }), /not encrypted/);
  check("a redirect to a file", fail({ type: "redirect", to: "file:///etc/hosts" }), /not encrypted/);
  check("a redirect with a password", fail({ type: "redirect", to: "https://a:b@models.example/t" }), /not encrypted/);
  check("a redirect that is none", fail({ type: "redirect", to: "http://[" }), /cannot be read/);
  check("an address in the open", () => ({ url: "http://models.example/tiny.gguf" }), /no model file is downloaded/);
  for (const file of [
    "../tiny.gguf",
    "a/tiny.gguf",
    "a\\tiny.gguf",
    "..",
    ".gguf",
    "CON.gguf",
    "tiny.exe",
    "a:b.gguf",
  ]) {
    check(`the name ${file}`, () => ({ file }), /can be no name/);
  }

  test("redirects without an end", async () => {
    server.fail(...Array<FileFault>(20).fill({ type: "redirect", to: "/again" }));
    const { end } = await download();
    expect(end).toMatchObject({ type: "failed", message: expect.stringContaining("again and again") as string });
    expect(server.requests.length).toBeLessThan(12);
    expect(await left()).toEqual([]);
  });
});

describe("redirects", () => {
  test("are followed, the digest on the way counts, and the last host is named", async () => {
    const mirror = await startModelFiles({ content: MODEL, etag: ETAG });
    onTestFinished(() => mirror.close());
    server.serve({ content: MODEL, linkedEtag: `"${digest(MODEL)}"` });
    server.fail({ type: "redirect", to: "/moved" }, { type: "redirect", to: "https://mirror.test/signed?key=1" });
    const send: typeof fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      return fetch(url.replace(PUBLISHER, server.url).replace("https://mirror.test", mirror.url), init);
    };
    const { end, progress } = await download(published, { fetch: send });
    expect(end).toMatchObject({ type: "stored", isDigestChecked: true });
    expect(progress.at(-1)?.host).toBe("mirror.test");
    await expectWhole();
  });

  test("never lead from an encrypted address to one in the open, not even on this machine", async () => {
    // A certificate is more than this takes: what is asked for there is sent by the server here.
    const send: typeof fetch = (input, init) =>
      fetch(input instanceof Request ? input.url : input.toString().replace("https://models.test", server.url), init);
    server.fail({ type: "redirect", to: `${server.url}/${FILE}` });
    const { end } = await download({ url: `https://models.test/${FILE}` }, { fetch: send });
    expect(end).toMatchObject({ type: "failed", message: expect.stringContaining("not encrypted") as string });
    expect(server.requests.length).toBe(1);
  });
});

test("a rest that is longer than the file is refused", async () => {
  await downloadSome(100_000);
  server.fail({ type: "longer" });
  const { end } = await download();
  expect(end).toMatchObject({ type: "failed", message: expect.stringContaining("sends more") as string });
  expect(await left()).toEqual([]);
});

test("a length that nobody tells is no hindrance", async () => {
  server.serve({ content: MODEL, tellsLength: false });
  const { end, progress } = await download();
  expect(end).toMatchObject({ type: "stored" });
  expect(progress.at(-1)).toMatchObject({ doneBytes: SIZE, totalBytes: undefined });
  await expectWhole();
});

test("notes that are no notes make a download begin again", async () => {
  await downloadSome(100_000);
  await writeFile(join(directory, `${FILE}.part.json`), '{"url":1}');
  expect(await store().list()).toMatchObject([{ bytes: 100_000, isWhole: false, url: undefined }]);
  expect((await download()).end).toMatchObject({ type: "stored" });
  expect(server.requests.at(1)?.range).toBeUndefined();
});
