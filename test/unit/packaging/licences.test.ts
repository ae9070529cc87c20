import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { licences } from "../../../scripts/licences.mjs";

const root = mkdtempSync(join(tmpdir(), "fast-apply-licences-"));
afterAll(() => {
  rmSync(root, { recursive: true });
});

function install(path: string, name: string, version: string): void {
  mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, path, "package.json"), JSON.stringify({ name, version, license: "MIT" }));
  writeFileSync(join(root, path, "LICENSE"), `Text of ${name} ${version}`);
}

test("a package has its licence once, and each version of it", async () => {
  install("node_modules/once", "once", "1.0.0");
  install("node_modules/twice", "twice", "1.0.0");
  install("node_modules/@scope/one/node_modules/twice", "twice", "2.0.0");
  install("node_modules/beside", "beside", "1.0.0");
  install("node_modules/not-bundled", "not-bundled", "1.0.0");
  const inputs = [
    "extension/main.ts",
    "node_modules/once/index.js",
    "node_modules/twice/a.js",
    "node_modules/twice/b.js",
    "node_modules/@scope/one/node_modules/twice/index.js",
  ];
  const text = await licences(root, inputs, ["beside"]);
  expect(text.match(/^.* \(MIT\)$|^Text.*$/gm)).toEqual([
    "beside 1.0.0 (MIT)",
    "Text of beside 1.0.0",
    "once 1.0.0 (MIT)",
    "Text of once 1.0.0",
    "twice 1.0.0 (MIT)",
    "Text of twice 1.0.0",
    "twice 2.0.0 (MIT)",
    "Text of twice 2.0.0",
  ]);
});
