import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { candidatesFor, rootAt, rootsOfClient, type Root } from "../../../extension/mcp/roots.ts";
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
  ])("%s", check);
});

test("folders of a client: those on this machine, each once", async () => {
  const folder = folderOf({ "a b/x.txt": "" });
  symlinkSync("a b", join(folder, "link"));
  const [real, link] = [join(folder, "a b"), join(folder, "link")];
  const uris = [real, link, join(folder, "none"), join(real, "x.txt")].map((path) => pathToFileURL(path).href);
  const roots = await rootsOfClient([
    ...uris,
    "https://a.example/x",
    "vscode-vfs://github/a/b",
    "file://elsewhere/x",
    "no uri",
  ]);
  expect(roots.map((root) => root.real)).toEqual([real]);
  expect(await rootAt(join(real, "x.txt"))).toBeUndefined();
});
