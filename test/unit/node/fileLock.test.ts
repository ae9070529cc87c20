import { readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withFileLock } from "../../../extension/node/fileLock.ts";
import { takeWriterLock } from "../../../extension/node/writerLock.ts";
import { makeFolder } from "../cli/command.ts";

let folder = "";
beforeEach(() => {
  folder = makeFolder({});
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const never = new AbortController().signal;
const nothing = (): void => undefined;
const path = (): string => join(folder, "a.lock");

/** A lock that an owner has left, so many milliseconds ago. */
function leave(owner: object | string, age: number): void {
  writeFileSync(path(), typeof owner === "string" ? owner : JSON.stringify({ token: "old", ...owner }));
  const then = new Date(Date.now() - age);
  utimesSync(path(), then, then);
}

/** No process has it. */
const DEAD = 2 ** 22 + 1;

describe("a lock that is there", () => {
  test.each([
    ["of a process that is gone", { pid: DEAD, machine: hostname() }, 0, true],
    ["of a process that lives", { pid: process.ppid, machine: hostname() }, 0, false],
    ["of a process whose number this one has by now", { pid: process.pid, machine: hostname() }, 0, true],
    ["of a process that shows no sign of life any more", { pid: process.ppid, machine: hostname() }, 120_000, true],
    ["of another machine", { pid: DEAD, machine: "another" }, 0, false],
    ["of another machine that shows no sign of life any more", { pid: DEAD, machine: "another" }, 120_000, true],
    ["in the making", "", 0, false],
    ["whose maker was killed", "", 10_000, true],
    ["whose maker was killed in the middle", '{"pid":1', 10_000, true],
  ])("%s", async (_, owner, age, isTaken) => {
    leave(owner, age);
    const lock = await takeWriterLock(path());
    expect(lock !== undefined).toBe(isTaken);
    await lock?.release();
    expect(readdirSync(folder)).toEqual(isTaken ? [] : ["a.lock"]);
  });

  test("is taken over by one alone", async () => {
    leave({ pid: DEAD, machine: hostname() }, 0);
    const locks = await Promise.all(Array.from({ length: 20 }, () => takeWriterLock(path())));
    const held = await Promise.all(locks.map((lock) => lock?.isHeld() ?? Promise.resolve(false)));
    expect(held.filter((isHeld) => isHeld)).toHaveLength(1);
    expect(locks.filter((lock) => lock !== undefined)).toHaveLength(1);
  });
});

test("a lock that another one has taken over is not given back by the one before", async () => {
  const lock = await takeWriterLock(path());
  rmSync(path());
  leave({ pid: process.ppid, machine: hostname() }, 0);
  await lock?.release();
  expect(readdirSync(folder)).toEqual(["a.lock"]);
});

test("those who want one file come one after the other, and those of another file do not wait", async () => {
  let inside = 0;
  const seen: number[] = [];
  const waits: string[] = [];
  await Promise.all(
    Array.from({ length: 12 }, (_, number) => {
      const file = `/f${String(number % 2)}`;
      return withFileLock(
        folder,
        file,
        async (lock) => {
          seen.push(++inside);
          expect(await lock.isHeld()).toBe(true);
          inside--;
        },
        () => waits.push(file),
        never,
      );
    }),
  );
  expect(Math.max(...seen)).toBeLessThanOrEqual(2);
  expect(waits).toHaveLength(10);
  expect(readdirSync(folder)).toEqual([]);
});

test("who gives up waiting lets nobody in too early", async () => {
  const order: string[] = [];
  let finish = nothing;
  const first = withFileLock(
    folder,
    "/f",
    () =>
      new Promise<void>((resolve) => {
        finish = () => {
          order.push("first");
          resolve();
        };
      }),
    nothing,
    never,
  );
  const stop = new AbortController();
  const given = withFileLock(folder, "/f", () => Promise.resolve(order.push("given up")), nothing, stop.signal);
  const third = withFileLock(folder, "/f", () => Promise.resolve(order.push("third")), nothing, never);
  stop.abort(new Error("stopped"));
  await expect(given).rejects.toThrow("stopped");
  while (finish === nothing) await new Promise((resolve) => setTimeout(resolve, 1));
  finish();
  await Promise.all([first, third]);
  expect(order).toEqual(["first", "third"]);
});

test("work that fails gives the lock back", async () => {
  const failing = withFileLock(folder, "/f", () => Promise.reject(new Error("broken")), nothing, never);
  await expect(failing).rejects.toThrow("broken");
  expect(await withFileLock(folder, "/f", () => Promise.resolve("in"), nothing, never)).toBe("in");
});
