import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { grammars } from "../../../scripts/grammars.mjs";
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
  const ofPackages = text.split("tree-sitter-bash")[0];
  expect(ofPackages?.match(/^.* \(MIT\)$|^Text.*$/gm)).toEqual([
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

test("each grammar that the engine loads is shipped with its licence", async () => {
  const code = readFileSync(join(import.meta.dirname, "../../../extension/providers/grammars.ts"), "utf8");
  const loaded = new Set([...code.matchAll(/"tree-sitter-([\w-]+)\.wasm"/g)].map(([, name]) => name));
  expect([...loaded].sort()).toEqual(Object.keys(grammars).sort());
  const text = await licences(root, [], []);
  for (const [name, { version, licence, notices }] of Object.entries(grammars)) {
    const [, own = ""] = text.split(`tree-sitter-${name} ${version} (${licence})\n`);
    const [mine = ""] = own.split("-".repeat(80));
    expect(mine, name).toContain(licence === "MIT" ? "Permission is hereby granted" : "END OF TERMS AND CONDITIONS");
    expect(mine.match(/^Copyright \(c\).*$/gm) ?? [], name).toEqual(notices);
  }
});

test("the sources of the grammars are those of the version that is installed", () => {
  const installed = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../node_modules/@vscode/tree-sitter-wasm/package.json"), "utf8"),
  ) as { version: string };
  expect(installed.version).toBe("0.3.1");
});
