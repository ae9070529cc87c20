import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { userNeedAt } from "../../../extension/node/userNeed.ts";
import { cleanUp, folderOf } from "../cli/applying.ts";

cleanUp();

function project(): string {
  const base = folderOf({
    ".work/shop/src/cart.js": "",
    ".work/shop/.vscode/tasks.json": "",
    ".work/shop/package.json": "",
  });
  const folder = join(base, ".work/shop");
  symlinkSync("../.vscode", join(folder, "src/data"));
  symlinkSync("../package.json", join(folder, "src/list.js"));
  return folder;
}

test("a file is judged by its path in the project, and no folder above that counts", async () => {
  const folder = project();
  for (const path of ["src/cart.js", "src/new.js", "src/deep/new.js", "new.js"]) {
    expect({ path, why: await userNeedAt([folder], join(folder, path)) }).toEqual({ path, why: undefined });
  }
});

test("a file waits by the path that links lead to, also where it is not there yet", async () => {
  const folder = project();
  for (const path of [
    ".vscode/tasks.json",
    "src/data/tasks.json",
    "src/data/new.js",
    "src/data/deep/new.js",
    "src/list.js",
  ]) {
    expect({ path, why: await userNeedAt([folder], join(folder, path)) }).toEqual({
      path,
      why: expect.any(String) as string,
    });
  }
});

test("a project that is opened by a link is the same project", async () => {
  const folder = project();
  const link = join(folder, "../../link");
  symlinkSync(folder, link);
  expect(await userNeedAt([link], join(link, "src/new.js"))).toBeUndefined();
  expect(await userNeedAt([link], join(link, "src/data/new.js"))).toContain("dot");
});

test("of folders inside each other the outer one counts too", async () => {
  const folder = project();
  const inner = join(folder, ".vscode");
  expect(await userNeedAt([inner], join(inner, "tasks.js"))).toBeUndefined();
  expect(await userNeedAt([inner, folder], join(inner, "tasks.js"))).toContain("dot");
});
