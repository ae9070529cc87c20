import { createHash } from "node:crypto";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findConfinedPlace, readPlace, type ConfinedPlace } from "../../../extension/node/confinedFile.ts";
import { writePlace } from "../../../extension/node/writePlace.ts";
import { makeFolder, readFolder } from "../cli/command.ts";

let base = "";
let root = "";
const places: ConfinedPlace[] = [];
const platform = process.platform;

beforeEach(() => {
  base = makeFolder({ "root/a.txt": "a", "root/sub/b.txt": "b", "beside/c.txt": "c" });
  root = join(base, "root");
});
afterEach(async () => {
  Object.defineProperty(process, "platform", { value: platform });
  await Promise.all(places.splice(0).map((place) => place.close()));
  rmSync(base, { recursive: true });
});

async function find(path: string): Promise<ConfinedPlace> {
  const place = await findConfinedPlace(root, join(root, path), path);
  if (place.type !== "place") throw new Error(place.type);
  places.push(place);
  return place;
}

/** Writes a text; `meanwhile` happens between the reading and the writing, `late` right before the last look. */
async function write(
  path: string,
  text: string,
  meanwhile: () => void = () => undefined,
  late: () => void = () => undefined,
) {
  const place = await find(path);
  const read = place.isThere ? await readPlace(place) : undefined;
  if (read !== undefined && read.type !== "file") throw new Error(read.type);
  meanwhile();
  return writePlace(place, read, text, () => {
    late();
    return Promise.resolve(true);
  });
}

// What other systems than Linux get can be tried on Linux too.
describe.each([...new Set([platform, "darwin"])])("on %s", (system) => {
  beforeEach(() => {
    Object.defineProperty(process, "platform", { value: system });
  });

  test("a text takes the place of the one before, with its mode", async () => {
    chmodSync(join(root, "a.txt"), 0o640);
    expect(await write("a.txt", "new")).toEqual({ type: "written" });
    expect(readFolder(root)).toEqual({ "a.txt": "new", "sub/b.txt": "b" });
    expect(statSync(join(root, "a.txt")).mode & 0o777).toBe(0o640);
  });

  test("a new file is made, with the folders that it needs", async () => {
    expect(await write("x/y/new.txt", "new")).toEqual({ type: "written" });
    expect(readFolder(root)).toEqual({ "a.txt": "a", "sub/b.txt": "b", "x/y/new.txt": "new" });
    expect(statSync(join(root, "x/y/new.txt")).mode & 0o111).toBe(0);
  });

  const changes: readonly (readonly [string, string, string, () => void])[] = [
    [
      "changed",
      "the file has another text",
      "a.txt",
      () => {
        writeFileSync(join(root, "a.txt"), "theirs");
      },
    ],
    [
      "changed",
      "the file is gone",
      "a.txt",
      () => {
        rmSync(join(root, "a.txt"));
      },
    ],
    [
      "changed",
      "the file is a link to another one",
      "a.txt",
      () => {
        rmSync(join(root, "a.txt"));
        symlinkSync(join(base, "beside/c.txt"), join(root, "a.txt"));
      },
    ],
    [
      "changed",
      "the folder is a link to another one",
      "sub/b.txt",
      () => {
        renameSync(join(root, "sub"), join(root, "kept"));
        symlinkSync(join(base, "beside"), join(root, "sub"));
      },
    ],
    [
      "changed",
      "the folder is gone",
      "sub/b.txt",
      () => {
        rmSync(join(root, "sub"), { recursive: true });
      },
    ],
    [
      "changed",
      "the folder was moved out",
      "sub/b.txt",
      () => {
        renameSync(join(root, "sub"), join(base, "moved"));
      },
    ],
    [
      "exists",
      "a file has come",
      "new.txt",
      () => {
        writeFileSync(join(root, "new.txt"), "theirs");
      },
    ],
    [
      "exists",
      "a link has come",
      "new.txt",
      () => {
        symlinkSync(join(base, "beside/d.txt"), join(root, "new.txt"));
      },
    ],
  ];

  test.each(changes)("%s: %s meanwhile", async (type, _, path, meanwhile) => {
    for (const when of ["before", "late"]) {
      rmSync(base, { recursive: true });
      mkdirSync(join(root, "sub"), { recursive: true });
      mkdirSync(join(base, "beside"));
      for (const [name, text] of [
        ["root/a.txt", "a"],
        ["root/sub/b.txt", "b"],
        ["beside/c.txt", "c"],
      ] as const) {
        writeFileSync(join(base, name), text);
      }
      let before: unknown;
      const change = (): void => {
        meanwhile();
        before = snapshot();
      };
      const result = when === "before" ? await write(path, "new", change) : await write(path, "new", undefined, change);
      expect({ when, ...result }).toMatchObject({ when, type });
      expect(snapshot()).toEqual(before);
    }
  });

  test("what may not be written after all leaves nothing", async () => {
    const place = await find("x/y/new.txt");
    expect(await writePlace(place, undefined, "new", () => Promise.resolve(false))).toMatchObject({ type: "changed" });
    const stopped = new Error("stopped");
    await expect(writePlace(place, undefined, "new", () => Promise.reject(stopped))).rejects.toBe(stopped);
    expect(readdirSync(root).sort()).toEqual(["a.txt", "sub"]);
  });

  test("two that do not see each other's locks write into texts of their own", async () => {
    let other: unknown;
    const place = await find("a.txt");
    const read = await readPlace(place);
    if (read.type !== "file") throw new Error(read.type);
    const ours = await writePlace(place, read, "ours", async () => {
      other = await write("a.txt", "theirs");
      return true;
    });
    expect([ours, other]).toMatchObject([{ type: "changed" }, { type: "written" }]);
    expect(readFolder(base)).toMatchObject({ "root/a.txt": "theirs" });
    expect(readdirSync(root).sort()).toEqual(["a.txt", "sub"]);
  });

  test("what a killed process had staged is removed, and is no way out; what a living one has stays", async () => {
    const prefix = `.a.txt.${createHash("sha256").update("a.txt").digest("hex").slice(0, 12)}.`;
    // No system has as many processes.
    symlinkSync(join(base, "beside/c.txt"), join(root, `${prefix}1073741824-0a.tmp`));
    writeFileSync(join(root, `${prefix}${String(process.pid)}-0a.tmp`), "ours, of long ago");
    const alive = `${prefix}${String(process.ppid)}-0a.tmp`;
    writeFileSync(join(root, alive), "theirs");
    linkSync(join(root, "a.txt"), join(root, `${prefix}1073741824-0a.old`));
    let staged = "";
    const spy = (): void => {
      staged = readdirSync(root).find((name) => name.startsWith(prefix) && name !== alive) ?? "";
    };
    expect(await write("a.txt", "two", undefined, spy)).toEqual({ type: "written" });
    expect(staged).toMatch(/^\.a\.txt\.[0-9a-f]{12}\.\d+-[0-9a-f]{12}\.tmp$/);
    expect(readdirSync(root).sort()).toEqual([alive, "a.txt", "sub"].sort());
    expect(readFileSync(join(base, "beside/c.txt"), "utf8")).toBe("c");
  });
});

/** Everything but what is staged, links as links. */
function snapshot(): unknown {
  return readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.name.endsWith(".tmp"))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? readFileSync(path, "utf8") : entry.isSymbolicLink() ? "link" : "folder"];
    })
    .sort();
}

test.skipIf(platform === "win32")("a protected file stays as it is, also for root", async () => {
  chmodSync(join(root, "a.txt"), 0o444);
  expect(await write("a.txt", "new")).toMatchObject({ type: "not-writable" });
  expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("a");
});

test("a file with other names stays as it is", async () => {
  linkSync(join(root, "a.txt"), join(base, "beside/a.txt"));
  expect(await write("a.txt", "new")).toEqual({ type: "linked", path: "a.txt" });
  expect(readFolder(base)).toMatchObject({ "root/a.txt": "a", "beside/a.txt": "a" });
  expect(readdirSync(root).sort()).toEqual(["a.txt", "sub"]);
});

test("a name of 255 bytes has room for what is staged", async () => {
  const name = `${"ü".repeat(125)}.ts`;
  expect(await write(name, "one")).toEqual({ type: "written" });
  expect(await write(name, "two")).toEqual({ type: "written" });
});
