import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { WindowFolder } from "../../../extension/host/review/windowFolder.ts";

/** No process has such a number. */
const NOBODY = 2 ** 30;
/** The name of another window's folder. */
const OTHER = "0b7c3f0e-54f0-4a57-8a0c-4c8a7f1f6e01";

let root = "";
let own: WindowFolder;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "fast-apply-windows-"));
  own = new WindowFolder(root);
});
afterEach(async () => {
  vi.useRealTimers();
  await own.close();
  await rm(root, { recursive: true, force: true });
});

const signOther = (pid: number, host = hostname()): Promise<void> =>
  writeFile(join(root, OTHER, "window.json"), JSON.stringify({ pid, host }));
const folderWith = async (folder: string, ...names: string[]): Promise<void> => {
  await mkdir(join(root, folder), { recursive: true });
  for (const name of names) await writeFile(join(root, folder, name), "{}");
};

describe("the files of another window", () => {
  it("stay with it while it lives", async () => {
    const living = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
    try {
      await folderWith(OTHER, "1.json");
      await signOther(living.pid ?? NOBODY);
      expect(await own.takeOver()).toEqual({ names: [], hasNeighbours: true });
      expect(await readdir(join(root, OTHER))).toContain("1.json");
    } finally {
      living.kill();
    }
  });

  it("stay with it while it signs on another machine", async () => {
    await folderWith(OTHER, "1.json");
    await signOther(NOBODY, "another machine");
    expect(await own.takeOver()).toEqual({ names: [], hasNeighbours: true });
  });

  it.each<[string, () => Promise<void>]>([
    ["its process is gone", () => signOther(NOBODY)],
    ["its process number is this one's by now", () => signOther(process.pid)],
    ["it left in peace", () => Promise.resolve()],
    ["nobody can read its signature", () => writeFile(join(root, OTHER, "window.json"), "?")],
  ])("are taken over where %s", async (_why, sign) => {
    await folderWith(OTHER, "1.json", "2.json");
    await sign();
    const { names, hasNeighbours } = await own.takeOver();
    expect([names.toSorted(), hasNeighbours]).toEqual([["1.json", "2.json"], false]);
    expect(await readdir(root)).toEqual([basename(own.path)]);
  });

  it("go to one of those that start at the same time", async () => {
    const all = Array.from({ length: 50 }, (_, at) => `${String(at)}.json`);
    await folderWith(OTHER, ...all);
    const folders = [own, new WindowFolder(root), new WindowFolder(root)];
    // They have one process here, and so would count as gone to one another once they are signed.
    await Promise.all(folders.map((folder) => folder.takeOver()));
    const found = (await readdir(root, { recursive: true })).map((path) => basename(path));
    expect(found.filter((name) => /^\d+\.json$/.test(name)).toSorted()).toEqual(all.toSorted());
    for (const folder of folders) await folder.close();
  });
});

test.each(["unreadable", "a", "0b7c3f0e"])("the folder %j is no window's and stays as it is", async (folder) => {
  await folderWith(folder, "1-2.json", "window.json");
  expect(await own.takeOver()).toEqual({ names: [], hasNeighbours: false });
  expect(await readdir(join(root, folder))).toEqual(["1-2.json", "window.json"]);
});

test("each signature takes the place of the one before, so that nobody finds it empty", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  await own.open();
  const signature = join(own.path, "window.json");
  const { ino } = await stat(signature);
  await vi.advanceTimersByTimeAsync(15_000);
  vi.useRealTimers();
  await expect.poll(async () => (await stat(signature)).ino).not.toBe(ino);
  expect(JSON.parse(await readFile(signature, "utf8"))).toEqual({ pid: process.pid, host: hostname() });
  expect(await readdir(own.path)).toEqual(["window.json"]);
});

test("whoever opens the folder while it is being opened waits until it is signed", async () => {
  const first = own.open();
  await own.open();
  expect(await readdir(own.path)).toContain("window.json");
  await first;
});

test("a folder that could not be made is made by the next try", async () => {
  const place = join(root, "place");
  await writeFile(place, "");
  const folder = new WindowFolder(place);
  await expect(folder.open()).rejects.toThrow("ENOTDIR");
  await rm(place);
  await folder.open();
  expect(await readdir(folder.path)).toEqual(["window.json"]);
  await folder.close();
});
