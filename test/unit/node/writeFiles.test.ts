import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readTextFile, type TextFile } from "../../../extension/node/files.ts";
import { writeFiles, type FileChange } from "../../../extension/node/writeFiles.ts";
import { makeFolder, readFolder } from "../cli/command.ts";

let folder: string;

afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function read(path: string): Promise<TextFile> {
  const file = await readTextFile(path, join(folder, path));
  if (file.type !== "file") throw new Error(file.type);
  return file;
}

const create = (path: string): FileChange => ({ type: "create", path, absolute: join(folder, path), text: "new" });

test("nothing is written when a file changed meanwhile", async () => {
  folder = makeFolder({ "a.txt": "a", "b.txt": "b" });
  const [a, b] = [await read("a.txt"), await read("b.txt")];
  writeFileSync(join(folder, "b.txt"), "B");
  const changes: FileChange[] = [
    { type: "update", file: a, text: "new" },
    create("x/y/c.txt"),
    { type: "update", file: b, text: "new" },
  ];
  expect(await writeFiles(changes)).toEqual({ type: "failed", trouble: { type: "changed", path: "b.txt" }, done: [] });
  expect(readFolder(folder)).toEqual({ "a.txt": "a", "b.txt": "B" });
  // Folders that were made for nothing go again.
  expect(existsSync(join(folder, "x"))).toBe(false);
});

test.each([["update"], ["delete"], ["move"]] as const)("%s of a file that vanished meanwhile", async (type) => {
  folder = makeFolder({ "a.txt": "a" });
  const file = await read("a.txt");
  rmSync(join(folder, "a.txt"));
  const change: FileChange = { type, file, text: "new", to: { path: "b.txt", absolute: join(folder, "b.txt") } };
  expect(await writeFiles([change])).toEqual({ type: "failed", trouble: { type: "changed", path: "a.txt" }, done: [] });
  expect(readFolder(folder)).toEqual({});
});

test("a new file that came meanwhile is not overwritten", async () => {
  folder = makeFolder({ "c.txt": "theirs" });
  expect(await writeFiles([create("c.txt")])).toEqual({
    type: "failed",
    trouble: { type: "exists", path: "c.txt" },
    done: [],
  });
  expect(readFolder(folder)).toEqual({ "c.txt": "theirs" });
});

test("a failure in the last step names what was written", async () => {
  folder = makeFolder({ "a.txt": "a" });
  const result = await writeFiles([
    create("c.txt"),
    create("c.txt"),
    { type: "update", file: await read("a.txt"), text: "new" },
  ]);
  expect(result).toMatchObject({
    type: "failed",
    trouble: { type: "exists" },
    done: [{ type: "create", path: "c.txt" }],
  });
  expect(readFolder(folder)).toEqual({ "a.txt": "a", "c.txt": "new" });
});

test("a folder that cannot be made", async () => {
  folder = makeFolder({ "a.txt": "a" });
  expect(await writeFiles([create("a.txt/b.txt")])).toMatchObject({
    type: "failed",
    trouble: { type: "file-as-folder" },
  });
});

test("special mode bits stay", async () => {
  folder = makeFolder({ "a.sh": "a" });
  chmodSync(join(folder, "a.sh"), 0o1751);
  expect(await writeFiles([{ type: "update", file: await read("a.sh"), text: "new" }])).toEqual({ type: "written" });
  expect(statSync(join(folder, "a.sh")).mode & 0o7777).toBe(0o1751);
});
