import { symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { candidatesFor, readRoots, rootAt, rootsOfClient, type Root } from "../../../extension/mcp/roots.ts";
import { cleanUp, folderOf } from "../cli/applying.ts";

cleanUp();

const at = (path: string, real = path): Root => ({ path, real });

/** The paths that a target may mean; why it means none. */
function check(target: string, roots: readonly Root[], want: readonly string[] | string): void {
  const found = candidatesFor(target, roots);
  const got = found.type === "refused" ? found.why : found.candidates.map(({ absolute }) => absolute);
  if (typeof want === "string") expect(got).toContain(want);
  else expect(got).toEqual(want);
}

describe.skipIf(process.platform === "win32")("what a path can mean", () => {
  test.each<[string, readonly Root[], readonly string[] | string]>([
    ["src/a.ts", [at("/w/shop")], ["/w/shop/src/a.ts"]],
    ["./src//a.ts", [at("/w/shop")], ["/w/shop/src/a.ts"]],
    ["src\\a.ts", [at("/w/shop")], ["/w/shop/src/a.ts"]],
    ["src/../b.ts", [at("/w/shop")], ["/w/shop/b.ts"]],
    ["a.ts", [at("/link", "/w/shop")], ["/w/shop/a.ts"]],
    ["/link/a.ts", [at("/link", "/w/shop")], ["/w/shop/a.ts"]],
    ["/w/shop/a.ts", [at("/link", "/w/shop")], ["/w/shop/a.ts"]],
    ["a.ts", [at("/w/shop"), at("/w/lib")], ["/w/shop/a.ts", "/w/lib/a.ts"]],
    ["lib/a.ts", [at("/w/shop"), at("/w/lib")], ["/w/shop/lib/a.ts", "/w/lib/lib/a.ts", "/w/lib/a.ts"]],
    ["/w/lib/a.ts", [at("/w"), at("/w/lib")], ["/w/lib/a.ts"]],
    ["shop/a.ts", [at("/w/shop")], ["/w/shop/shop/a.ts"]],
    ["/w/shopping/a.ts", [at("/w/shop")], "outside the folder /w/shop"],
    ["/w/shop/../lib/a.ts", [at("/w/shop")], "outside the folder /w/shop"],
    ["../lib/a.ts", [at("/w/shop")], "out of its folder"],
    ["C:\\a.ts", [at("/w/shop")], "no path below"],
    ["~/a.ts", [at("/w/shop")], "no path below"],
    ["file:///w/shop/a.ts", [at("/w/shop")], "no path below"],
    [".git/config", [at("/w/shop")], "git's own"],
    ["/w/shop/.Git./config", [at("/w/shop")], "git's own"],
    ["sub/", [at("/w/shop")], "names a folder"],
    ["src/a.ts:x", [at("/w/shop")], "a colon"],
    ["/w/shop/src/a.ts:x", [at("/w/shop")], "a colon"],
    ["/w/shop/a\u200b.ts", [at("/w/shop")], "cannot be seen"],
  ])("%s", check);
});

test("folders of a client: those on this machine, each once", async () => {
  const folder = folderOf({ "a b/x.txt": "" });
  symlinkSync("a b", join(folder, "link"));
  const [real, link] = [join(folder, "a b"), join(folder, "link")];
  const uris = [real, link, join(folder, "none"), join(real, "x.txt")].map((path) => pathToFileURL(path).href);
  const { roots, unfit } = await rootsOfClient([
    ...uris,
    "https://a.example/x",
    "vscode-vfs://github/a/b",
    "file://elsewhere/x",
    "no uri",
  ]);
  expect(roots.map((root) => root.real)).toEqual([real]);
  expect(unfit).toEqual([]);
  expect(await rootAt(join(real, "x.txt"))).toBeUndefined();
});

test("a client cannot name the root of all, nor the home folder, nor what holds it", async () => {
  const home = homedir();
  const project = folderOf({ "x.txt": "" });
  const link = join(project, "link");
  symlinkSync(home, link);
  const wide = [parse(home).root, dirname(home), home, link];
  const named = await rootsOfClient([...wide, project].map((path) => pathToFileURL(path).href));
  expect(named.roots.map(({ real }) => real)).toEqual([project]);
  expect(new Set(named.unfit.map(({ real }) => real))).toEqual(new Set(wide.slice(0, 3)));
});

describe.skipIf(process.platform === "win32")("what programs keep in the home folder", () => {
  const before = process.env.HOME;
  afterEach(() => {
    if (before === undefined) delete process.env.HOME;
    else process.env.HOME = before;
  });

  test("is nothing that a client can name", async () => {
    const home = folderOf({ ".claude/a": "", ".config/Code/User/a": "", "work/.shop/a": "", "..work/a": "" });
    process.env.HOME = home;
    const link = join(home, "work/link");
    symlinkSync(join(home, ".config"), link);
    const kept = [".claude", ".config/Code/User", "..work", ".config"].map((path) => join(home, path));
    const open = join(home, "work/.shop");
    const uris = [...kept.slice(0, 3), link, open].map((path) => pathToFileURL(path).href);
    const { roots, unfit } = await rootsOfClient(uris);
    expect(roots.map(({ real }) => real)).toEqual([open]);
    expect(unfit.map(({ real }) => real)).toEqual(kept);
  });
});

test.each<[string, unknown, readonly string[] | undefined]>([
  [
    "roots",
    { roots: [{ uri: "file:///a", name: "a" }, { uri: "vscode-vfs://github/x" }] },
    ["file:///a", "vscode-vfs://github/x"],
  ],
  ["roots without a place", { roots: [{ uri: 1 }, null, {}, "x", { uri: "file:///a" }] }, ["file:///a"]],
  ["no roots", { roots: [] }, []],
  ["no answer", undefined, undefined],
  ["another answer", { folders: [] }, undefined],
])("an answer with %s", (_, answer, want) => {
  expect(readRoots(answer)).toEqual(want);
});
