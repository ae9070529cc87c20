import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readTextFile, type TextFile } from "../../../extension/node/files.ts";
import { writeFiles, type DiskChange } from "../../../extension/node/writeFiles.ts";
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

const create = (path: string): DiskChange => ({ type: "create", path, absolute: join(folder, path), text: "new" });

test("nothing is written when a file changed meanwhile", async () => {
  folder = makeFolder({ "a.txt": "a", "b.txt": "b" });
  const [a, b] = [await read("a.txt"), await read("b.txt")];
  writeFileSync(join(folder, "b.txt"), "B");
  const changes: DiskChange[] = [
    { type: "update", file: a, text: "new" },
    create("x/y/c.txt"),
    { type: "update", file: b, text: "new" },
  ];
  expect(await writeFiles(changes)).toEqual({
    type: "failed",
    trouble: { type: "changed", path: "b.txt" },
    stuck: [],
    left: [],
  });
  expect(readFolder(folder)).toEqual({ "a.txt": "a", "b.txt": "B" });
  // Folders that were made for nothing go again.
  expect(existsSync(join(folder, "x"))).toBe(false);
});

test.each([["update"], ["delete"], ["move"]] as const)("%s of a file that vanished meanwhile", async (type) => {
  folder = makeFolder({ "a.txt": "a" });
  const file = await read("a.txt");
  rmSync(join(folder, "a.txt"));
  const change: DiskChange = { type, file, text: "new", to: { path: "b.txt", absolute: join(folder, "b.txt") } };
  expect(await writeFiles([change])).toEqual({
    type: "failed",
    trouble: { type: "changed", path: "a.txt" },
    stuck: [],
    left: [],
  });
  expect(readFolder(folder)).toEqual({});
});

test("a new file that came meanwhile is not overwritten", async () => {
  folder = makeFolder({ "c.txt": "theirs" });
  expect(await writeFiles([create("c.txt")])).toEqual({
    type: "failed",
    trouble: { type: "exists", path: "c.txt" },
    stuck: [],
    left: [],
  });
  expect(readFolder(folder)).toEqual({ "c.txt": "theirs" });
});

test("two names of one new file, which only the disk can tell: none is made", async () => {
  folder = makeFolder({ "a.txt": "a", "src/x": "" });
  // Where case counts, a link does the same.
  writeFileSync(join(folder, "Probe"), "");
  const ignoresCase = existsSync(join(folder, "probe"));
  rmSync(join(folder, "Probe"));
  if (!ignoresCase) symlinkSync("src", join(folder, "SRC"));
  const result = await writeFiles([
    { type: "update", file: await read("a.txt"), text: "new" },
    create("src/c.txt"),
    create("SRC/c.txt"),
  ]);
  expect(result).toEqual({
    type: "failed",
    trouble: { type: "same-file", path: "SRC/c.txt", other: "src/c.txt" },
    stuck: [],
    left: [],
  });
  if (!ignoresCase) rmSync(join(folder, "SRC"));
  expect(readFolder(folder)).toEqual({ "a.txt": "a", "src/x": "" });
});

test("all is taken back in the reverse order: an update, a new file in a new folder, a deletion, a move", async () => {
  folder = makeFolder({ "a.txt": "a", "b.txt": "b", "c.txt": "c", "e.txt": "e" });
  symlinkSync("e.txt", join(folder, "link"));
  const before = statSync(join(folder, "a.txt"));
  const result = await writeFiles([
    { type: "update", file: await read("a.txt"), text: "new" },
    create("x/y/n.txt"),
    create("x/y/m.txt"),
    { type: "delete", file: await read("link") },
    { type: "delete", file: await read("b.txt") },
    { type: "move", file: await read("c.txt"), to: { path: "z/d.txt", absolute: join(folder, "z/d.txt") }, text: "d" },
    create("x/y/n.txt"),
  ]);
  expect(result).toMatchObject({ type: "failed", trouble: { type: "same-file" }, stuck: [], left: [] });
  expect(readFolder(folder)).toEqual({ "a.txt": "a", "b.txt": "b", "c.txt": "c", "e.txt": "e", link: "e" });
  expect(readdirSync(folder).sort()).toEqual(["a.txt", "b.txt", "c.txt", "e.txt", "link"]);
  expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  // The file itself is back, with all that belongs to it.
  expect(statSync(join(folder, "a.txt"))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs, nlink: 1 });
});

test("nothing stays beside the files when all is written", async () => {
  folder = makeFolder({ "a.txt": "a", "b.txt": "b", "c.txt": "c" });
  const changes: DiskChange[] = [
    { type: "update", file: await read("a.txt"), text: "new" },
    { type: "delete", file: await read("b.txt") },
    { type: "move", file: await read("c.txt"), to: { path: "d.txt", absolute: join(folder, "d.txt") }, text: "d" },
  ];
  expect(await writeFiles(changes)).toEqual({ type: "written", left: [] });
  expect(readdirSync(folder).sort()).toEqual(["a.txt", "d.txt"]);
  expect(readFolder(folder)).toEqual({ "a.txt": "new", "d.txt": "d" });
});

test.skipIf(process.platform === "win32")(
  "what cannot be taken back is told, with where the text before lies",
  async () => {
    folder = makeFolder({ "a.txt": "a", "b.txt": "b", "d.txt": "d", "e.txt": "e" });
    const changes: DiskChange[] = [
      { type: "update", file: await read("a.txt"), text: "new" },
      create("c.txt"),
      { type: "delete", file: await read("d.txt") },
      { type: "update", file: await read("e.txt"), text: "new" },
      { type: "update", file: await read("b.txt"), text: "new" },
    ];
    // Whoever reads a pipe waits for its writer, so that the test is there between the steps.
    rmSync(join(folder, "b.txt"));
    execFileSync("sh", ["-c", `mkfifo "$0"`, join(folder, "b.txt")]);
    const isWritten = new Promise<void>((resolve) => {
      const watcher = watch(folder, () => {
        if (readFileSync(join(folder, "a.txt"), "utf8") !== "new") return;
        watcher.close();
        resolve();
      });
    });
    const writing = writeFiles(changes);
    await writeFile(join(folder, "b.txt"), "b");
    await isWritten;
    const pipe = await open(join(folder, "b.txt"), "w");
    // Now the files before it have their new texts, and somebody else changes some of them.
    for (const name of ["a.txt", "c.txt", "d.txt"]) writeFileSync(join(folder, name), "theirs");
    await pipe.writeFile("B");
    await pipe.close();
    const result = await writing;
    rmSync(join(folder, "b.txt"));
    const [left, ...others] = readdirSync(folder).filter((name) => name.startsWith(".a"));
    const [gone] = readdirSync(folder).filter((name) => name.startsWith(".d"));
    expect(others).toEqual([]);
    expect(result).toMatchObject({
      type: "failed",
      trouble: { type: "changed", path: "b.txt" },
      stuck: [
        {
          type: "replaced",
          path: "a.txt",
          backup: join(folder, left ?? ""),
          cause: expect.stringMatching("else") as string,
        },
        { type: "created", path: "c.txt", backup: undefined },
        { type: "removed", path: "d.txt", backup: join(folder, gone ?? "") },
      ],
      left: [],
    });
    expect(readFolder(folder)).toEqual({
      "a.txt": "theirs",
      [left ?? ""]: "a",
      "c.txt": "theirs",
      "d.txt": "theirs",
      [gone ?? ""]: "d",
      "e.txt": "e",
    });
  },
);

test.each([["update"], ["delete"], ["move"]] as const)("%s of a write-protected file is refused", async (type) => {
  folder = makeFolder({ "a.txt": "a" });
  chmodSync(join(folder, "a.txt"), 0o444);
  const file = await read("a.txt");
  const change: DiskChange = { type, file, text: "new", to: { path: "b.txt", absolute: join(folder, "b.txt") } };
  const trouble = { type: "not-writable", path: "a.txt", cause: "it is write-protected" };
  expect(await writeFiles([create("c.txt"), change])).toEqual({ type: "failed", trouble, stuck: [], left: [] });
  expect(readFolder(folder)).toEqual({ "a.txt": "a" });
});

test("a file with other names is left as it is, and one of its names can be removed", async () => {
  folder = makeFolder({ "a.txt": "a" });
  linkSync(join(folder, "a.txt"), join(folder, "b.txt"));
  const file = await read("a.txt");
  const to = { path: "c.txt", absolute: join(folder, "c.txt") };
  for (const change of [
    { type: "update", file, text: "new" } as const,
    { type: "move", file, text: "new", to } as const,
  ]) {
    const trouble = { type: "linked", path: "a.txt" };
    expect(await writeFiles([change])).toEqual({ type: "failed", trouble, stuck: [], left: [] });
  }
  expect(statSync(join(folder, "b.txt")).nlink).toBe(2);
  expect(await writeFiles([{ type: "delete", file }])).toEqual({ type: "written", left: [] });
  expect(readFolder(folder)).toEqual({ "b.txt": "a" });
});

test("a name of 255 bytes has room for what is staged", async () => {
  folder = makeFolder({});
  const name = `${"文".repeat(84)}.ts`;
  expect(await writeFiles([create(name)])).toEqual({ type: "written", left: [] });
  expect(await writeFiles([{ type: "update", file: await read(name), text: "two" }])).toMatchObject({
    type: "written",
  });
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
  expect(await writeFiles([{ type: "update", file: await read("a.sh"), text: "new" }])).toEqual({
    type: "written",
    left: [],
  });
  expect(statSync(join(folder, "a.sh")).mode & 0o7777).toBe(0o1751);
});
