import { writeFileSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  FILE,
  MODEL,
  directory,
  download,
  expectWhole,
  left,
  request,
  serveModelFiles,
  server,
  store,
} from "./downloading.ts";

serveModelFiles();

describe("one file has one writer", () => {
  test("a second download waits for its turn, and a removal too", async () => {
    const pause = new AbortController();
    let second: Promise<unknown> = Promise.resolve();
    server.fail({ type: "stall", afterBytes: 1_000 });
    const first = store().download(
      request(),
      ({ doneBytes }) => {
        if (doneBytes < 1_000) return;
        second = Promise.all([
          download(),
          store().remove({ path: join(directory, FILE), name: "", bytes: 0, isWhole: false, url: undefined }),
        ]).finally(() => {
          pause.abort();
        });
      },
      pause.signal,
    );
    expect(await first).toEqual({ type: "paused" });
    const busy = expect.stringContaining("is being downloaded") as string;
    expect(await second).toMatchObject([{ end: { type: "failed", message: busy } }, { type: "failed", message: busy }]);
    expect((await stat(join(directory, `${FILE}.part`))).size).toBe(1_000);
  });

  test("the lock of a process that has ended is taken over", async () => {
    const lock = join(directory, `${FILE}.lock`);
    // No system has as many processes.
    await writeFile(lock, JSON.stringify({ pid: 2 ** 30, machine: hostname(), token: "gone" }));
    expect((await download()).end).toMatchObject({ type: "stored" });
    await expectWhole();
  });

  test("the lock of another machine is not", async () => {
    await writeFile(
      join(directory, `${FILE}.lock`),
      JSON.stringify({ pid: 2 ** 30, machine: "another", token: "there" }),
    );
    expect((await download()).end).toMatchObject({ type: "failed" });
    expect(await left()).toEqual([`${FILE}.lock`]);
  });

  test("who has lost the lock in a sleep leaves the part of the next one alone", async () => {
    const part = join(directory, `${FILE}.part`);
    const theirs = Buffer.from("GGUF theirs");
    server.fail({ type: "stall", afterBytes: 100_000 });
    let isTaken = false;
    const end = await store({ timing: { waitsMs: [0, 0], idleMs: 5_000 } }).download(
      request(),
      ({ doneBytes }) => {
        if (isTaken || doneBytes < 100_000) return;
        isTaken = true;
        writeFileSync(join(directory, `${FILE}.lock`), JSON.stringify({ pid: 1, machine: "other", token: "other" }));
        writeFileSync(part, theirs);
        // The file is another one now, so that what is here would be dropped.
        server.serve({ content: MODEL, etag: '"second"' });
        server.cut();
      },
      new AbortController().signal,
    );
    expect(end).toMatchObject({ type: "failed", message: expect.stringContaining("another window") as string });
    expect((await readFile(part)).equals(theirs)).toBe(true);
    expect(await left()).toEqual([`${FILE}.lock`, `${FILE}.part`, `${FILE}.part.json`]);
  });
});

describe("the list", () => {
  test("has model files alone, by name", async () => {
    expect(await store({ directory: join(directory, "none") }).list()).toEqual([]);
    for (const name of ["b.gguf", "b.gguf.part", "A.GGUF", "notes.txt", "x.gguf.part", "y.gguf.lock"]) {
      await writeFile(join(directory, name), "GGUF");
    }
    expect((await store().list()).map(({ path, isWhole }) => [path, isWhole])).toEqual([
      [join(directory, "A.GGUF"), true],
      [join(directory, "b.gguf"), true],
      [join(directory, "x.gguf"), false],
    ]);
  });

  test("a file of elsewhere is not removed", async () => {
    const path = join(directory, "..", "elsewhere.gguf");
    const model = { path, name: "", bytes: 0, isWhole: true, url: undefined };
    expect(await store().remove(model)).toMatchObject({ type: "failed" });
  });

  test("a model that is there is not written over", async () => {
    await writeFile(join(directory, FILE), "mine");
    expect((await download()).end).toMatchObject({
      type: "failed",
      message: expect.stringContaining("already") as string,
    });
    expect(await readFile(join(directory, FILE), "utf8")).toBe("mine");
  });
});
