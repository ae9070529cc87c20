import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withLock } from "../../../extension/host/chat/briefLock.ts";
import { takeWriterLock } from "../../../extension/node/writerLock.ts";

let path = "";

beforeEach(async () => {
  path = join(await mkdtemp(join(tmpdir(), "fast-apply-brief-")), "chat.json");
});
afterEach(() => rm(join(path, ".."), { recursive: true, force: true }));

test("whoever waits while others have it one after the other waits for all of them, however slow the disk", async () => {
  let isGivenBack = false;
  const others = (async () => {
    for (let turn = 0; turn < 5; turn++) {
      // Another process that is alive.
      const owner = { pid: process.ppid, machine: hostname(), token: `turn ${turn}` };
      await writeFile(`${path}.next`, JSON.stringify(owner));
      await rename(`${path}.next`, `${path}.lock`);
      await pause(1_000);
    }
    isGivenBack = true;
    await rm(`${path}.lock`);
  })();
  await expect.poll(() => existsSync(`${path}.lock`)).toBe(true);
  expect(await withLock(path, () => Promise.resolve(isGivenBack))).toBe(true);
  await others;
});

test("one who keeps it for long does not keep what a user has written from the disk", async () => {
  const lock = await takeWriterLock(`${path}.lock`);
  expect(await withLock(path, () => Promise.resolve("written"))).toBe("written");
  expect(await lock?.isHeld()).toBe(true);
  await lock?.release();
});
