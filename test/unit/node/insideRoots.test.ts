import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { innerPath, placeFault, realPlace, realRoots } from "../../../extension/node/insideRoots.ts";
import { cleanUp, folderOf } from "../cli/applying.ts";

cleanUp();

const platform = process.platform;
afterEach(() => {
  Object.defineProperty(process, "platform", { value: platform });
});

describe.skipIf(platform === "win32")("what speaks against a real path", () => {
  test.each<[string, readonly string[], ReturnType<typeof placeFault>]>([
    ["/w/shop/src/a.ts", ["/w/shop"], undefined],
    ["/w/shop", ["/w/shop"], undefined],
    ["/w/shop/..a/b.ts", ["/w/shop"], undefined],
    ["/w/shopping/a.ts", ["/w/shop"], "outside"],
    ["/w/a.ts", ["/w/shop"], "outside"],
    ["/w/a.ts", [], "outside"],
    ["/w/lib/a.ts", ["/w/shop", "/w/lib"], undefined],
    ["/anything", ["/"], undefined],
    ["/w/shop/.git/config", ["/w/shop"], "git"],
    ["/w/shop/sub/.GIT/config", ["/w/shop"], "git"],
    ["/w/shop/.g\u200cit/config", ["/w/shop"], "git"],
    ["/w/shop/.github/ci.yml", ["/w/shop"], undefined],
    // A root inside git's folder was given by somebody who means it.
    ["/w/.git/modules/x/a.ts", ["/w", "/w/.git/modules/x"], undefined],
    ["/w/shop/aux.ts", ["/w/shop"], undefined],
  ])("%j in %j: %s", (real, roots, want) => {
    expect(placeFault(roots, real)).toBe(want);
  });

  test.each([
    ["/w/shop/aux.ts", "device"],
    ["/w/shop/con/a.ts", "device"],
    ["/w/shop/context.ts", undefined],
  ])("%s on Windows: %s", (real, want) => {
    Object.defineProperty(process, "platform", { value: "win32" });
    expect(placeFault(["/w/shop"], real)).toBe(want);
  });

  test("the path below a folder is told by letters", () => {
    expect(innerPath("/w/shop", "/w/shop")).toBe("");
    expect(innerPath("/w/shop", "/w/shop/a/b.ts")).toBe("a/b.ts");
    expect(innerPath("/w/shop", "/w/shop/../b.ts")).toBeUndefined();
  });
});

test("where a path really lies: links followed, and what is not there yet as it is named", async () => {
  const folder = folderOf({ "src/a.ts": "" });
  symlinkSync("src", join(folder, "alias"));
  symlinkSync("nowhere", join(folder, "broken"));
  symlinkSync("/", join(folder, "top"));
  expect(await realPlace(join(folder, "alias/a.ts"))).toBe(join(folder, "src/a.ts"));
  expect(await realPlace(join(folder, "alias/x/y.ts"))).toBe(join(folder, "src/x/y.ts"));
  expect(await realPlace(join(folder, "src/a.ts/y.ts"))).toBe(join(folder, "src/a.ts/y.ts"));
  expect(await realPlace(join(folder, "top/none/y.ts"))).toBe(join("/", "none/y.ts"));
  expect(await realPlace(join(folder, "broken"))).toBeUndefined();
  expect(await realPlace(join(folder, "broken/a.ts"))).toBeUndefined();
  expect(await realRoots([join(folder, "alias"), join(folder, "none")])).toEqual([join(folder, "src")]);
});
