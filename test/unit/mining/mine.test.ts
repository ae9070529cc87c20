import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { fileChanges, type CommittedChange } from "../../../extension/evaluation/history/fileChanges.ts";
import { readBlobs } from "../../../extension/evaluation/history/readBlobs.ts";
import { generateCases, type Options } from "../../../training/generate/generate.ts";
import { readKinds, USUAL_KINDS, type GeneratedCase } from "../../../extension/evaluation/generate/makeCase.ts";
import { makeFolder } from "../cli/command.ts";
import { PYTHON, SCRIPT } from "../training/texts.ts";

let folder: string;

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], {
    cwd: folder,
    encoding: "utf8",
  });

function commit(message: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}

const twice = (text: string): string => text + text.replaceAll(/\b(\w+)\(/g, "$1Again(");

beforeAll(() => {
  folder = makeFolder({});
  git("init", "--quiet");
  commit("Begin", { "orders.js": twice(SCRIPT), "books.py": twice(PYTHON), "photo.js": "a\0b", "ä ö.js": SCRIPT });
  commit("Print less\n\nNobody read it.", {
    "orders.js": twice(SCRIPT).replace('  console.log("total " + total);\n', ""),
  });
  commit("Name the rate", { "books.py": twice(PYTHON).replace("factor = 1", "rate_factor = 1") });
  commit("Two files", { "photo.js": "a\0c", "ä ö.js": SCRIPT.replace("isShipped", "isSent") });
});

const options = (seed: number): Options => ({
  repositories: [{ directory: folder, name: "shop" }],
  seed,
  limit: 10,
  perRepository: undefined,
  commits: 100,
  perName: 6,
  smallShare: 1,
  placedShare: 0,
  noChangeShare: 0,
  trapShare: 0,
  kinds: readKinds(USUAL_KINDS).map(([kinds]) => [kinds, 1]),
});

const generate = (seed: number, changes: Partial<Options> = {}): Promise<GeneratedCase[]> =>
  generateCases({ ...options(seed), ...changes }, () => undefined);

async function changesOf(directory: string): Promise<readonly CommittedChange[]> {
  const history = await fileChanges(directory, 10);
  return history.type === "history" ? history.changes : [];
}

describe("the history of a repository", () => {
  it("is read file by file, the newest commit first", async () => {
    const changes = await changesOf(folder);
    expect(changes.map(({ subject, body, path }) => [subject, body, path])).toEqual([
      ["Two files", "", "photo.js"],
      ["Two files", "", "ä ö.js"],
      ["Name the rate", "", "books.py"],
      ["Print less", "Nobody read it.", "orders.js"],
    ]);
  });

  it("has texts; what is no text is left out", async () => {
    const changes = await changesOf(folder);
    const blobs = await readBlobs(
      folder,
      changes.map(({ after }) => after),
    );
    if (blobs.type !== "blobs") throw new Error("There are no blobs.");
    expect(blobs.texts.size).toBe(3);
    expect([...blobs.texts.values()]).toContain(readFileSync(join(folder, "books.py"), "utf8"));
    expect([...blobs.others.values()]).toEqual(["binary"]);
  });

  it("of a folder that is no repository is an error that names it", async () => {
    const directory = makeFolder({});
    await expect(generate(1, { repositories: [{ directory, name: "none" }] })).rejects.toThrow(
      `The history of ${directory} cannot be read: fatal: not a git repository`,
    );
  });
});

describe("the cases of a repository", () => {
  it("are the same for the same seed, and others for another", async () => {
    const first = await generate(1);
    expect(first.length).toBeGreaterThan(0);
    expect(await generate(1)).toEqual(first);
    const others = await Promise.all([2, 3, 4].map((seed) => generate(seed)));
    expect(others.some((other) => JSON.stringify(other) !== JSON.stringify(first))).toBe(true);
  });

  it("say where they come from", async () => {
    for (const { source, path } of await generate(1)) expect(source).toMatch(new RegExp(`^shop@[0-9a-f]{10}:${path}$`));
  });

  it("leave small files out when these are not wanted", async () => {
    const large = await generate(1, { smallShare: 0 });
    expect(large.every(({ original }) => original.split("\n").length >= 100)).toBe(true);
    expect((await generate(1)).length).toBeGreaterThan(large.length);
  });

  it("are no more than the limits for a repository and for a file's name", async () => {
    expect((await generate(1, { perRepository: 1 })).length).toBe(1);
    expect(await generate(1, { perName: 0 })).toEqual([]);
  });
});
