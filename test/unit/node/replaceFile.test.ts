import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { replaceFile } from "../../../extension/node/replaceFile.ts";
import { makeFolder } from "../cli/command.ts";

vi.mock("node:timers/promises", () => ({ setTimeout: vi.fn(() => Promise.resolve()) }));

let folder = "";
beforeEach(() => {
  folder = makeFolder({});
  vi.mocked(pause).mockClear();
});

test("a file has the new text, and nothing is left beside it", async () => {
  const path = join(folder, "a.json");
  await replaceFile(path, "old");
  await replaceFile(path, "new");
  expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual(["new", ["a.json"]]);
});

test.skipIf(process.platform === "win32")("a file is as secret as was asked for", async () => {
  const path = join(folder, "a.json");
  await replaceFile(path, "secret", 0o600);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.skipIf(process.platform === "win32")("a link is replaced, not followed", async () => {
  writeFileSync(join(folder, "target"), "kept");
  symlinkSync("target", join(folder, "a.json"));
  await replaceFile(join(folder, "a.json"), "new");
  expect(["target", "a.json"].map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(["kept", "new"]);
});

test("what cannot be replaced is told at once, and nothing is left beside it", async () => {
  mkdirSync(join(folder, "a.json/inner"), { recursive: true });
  await expect(replaceFile(join(folder, "a.json"), "new")).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(["a.json"]);
  await expect(replaceFile(join(folder, "missing/a.json"), "new")).rejects.toThrow("ENOENT");
  expect(pause).not.toHaveBeenCalled();
});
