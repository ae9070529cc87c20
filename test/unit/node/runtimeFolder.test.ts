import { chmodSync, chownSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRuntimeFolder } from "../../../extension/node/runtimeFolder.ts";
import { isRoot, makeFolder } from "../cli/command.ts";

let parent = "";
let base = "";
beforeEach(() => {
  parent = makeFolder({});
  base = join(parent, "run");
  process.env.FAST_APPLY_RUNTIME_FOLDER = base;
});
afterEach(() => {
  delete process.env.FAST_APPLY_RUNTIME_FOLDER;
  rmSync(parent, { recursive: true });
});

test("is made for the user alone, and found again", async () => {
  const wanted = { type: "folder", path: join(base, "locks") };
  expect(await openRuntimeFolder("locks")).toEqual(wanted);
  expect(await openRuntimeFolder("locks")).toEqual(wanted);
  expect([base, join(base, "locks")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

test.each([
  [
    "can be entered by other users",
    () => {
      mkdirSync(base);
      chmodSync(base, 0o755);
    },
  ],
  [
    "can be entered by other users",
    () => {
      mkdirSync(base, { mode: 0o700 });
      mkdirSync(join(base, "locks"));
      chmodSync(join(base, "locks"), 0o770);
    },
  ],
  [
    "is no folder",
    () => {
      writeFileSync(base, "");
    },
  ],
  [
    "is no folder",
    () => {
      mkdirSync(join(parent, "mine"), { mode: 0o700 });
      symlinkSync("mine", base);
    },
  ],
])("is not used where it %s", async (what, prepare) => {
  prepare();
  const folder = await openRuntimeFolder("locks");
  expect(folder).toMatchObject({ type: "unusable", message: expect.stringContaining(what) as string });
});

test.runIf(isRoot)("is not used where it belongs to somebody else", async () => {
  mkdirSync(base, { mode: 0o700 });
  chownSync(base, 4242, 4242);
  expect(await openRuntimeFolder("servers")).toMatchObject({
    type: "unusable",
    message: expect.stringContaining("belongs to another user") as string,
  });
});

test("is not used where it cannot be made", async () => {
  process.env.FAST_APPLY_RUNTIME_FOLDER = join(parent, "none", "run");
  expect(await openRuntimeFolder("locks")).toMatchObject({ type: "unusable" });
});
