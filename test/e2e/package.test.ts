import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { expect, inject, test } from "vitest";

/** Everything a user gets, as regular expressions; whatever else turns up in the package is a mistake. */
const wanted = [
  /^package\.json$/,
  /^package\.nls(\.[a-z-]+)?\.json$/,
  /^(readme|changelog)\.md$/,
  /^LICENSE\.txt$/,
  /^\.vsixmanifest$/,
  /^dist\/(main|cli)\.js$/,
  /^dist\/[\w-]+-[A-Z0-9]{8}\.js$/,
  /^dist\/third-party-licenses\.txt$/,
  /^dist\/local\/engine\.js$/,
  // What the engine's library reads of its own, and the program by which it tries a binary.
  /^dist\/local\/node-llama-cpp\/(package\.json|llama\/[\w.]+\.json|dist\/bindings\/utils\/testBindingBinary\.js)$/,
  /^dist\/grammars\/[\w-]+\.wasm$/,
  /^l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
  /^dist\/webview\/(page\.js|page\.css|codicon\.ttf)$/,
  /^media\/(icon\.png|chat\.svg|walkthrough\/\w+\.png)$/,
];
const limitBytes = 4 * 1024 * 1024;

test("the package holds what runs and nothing else", () => {
  const [folder = ""] = readdirSync(inject("extensions")).filter((name) => name.startsWith("fast-apply.fast-apply-"));
  const installed = join(inject("extensions"), folder);
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(installed.length + 1)
        .replaceAll(sep, "/"),
    );
  expect(files.filter((file) => !wanted.some((pattern) => pattern.test(file)))).toEqual([]);
  expect(wanted.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([]);
});

test("the package is small", () => {
  expect(statSync(inject("vsix")).size).toBeLessThan(limitBytes);
});

test("a package for one platform has the engine's binaries for it, and no others", () => {
  const folder = mkdtempSync(join(tmpdir(), "fast-apply-target-"));
  try {
    const vsix = join(folder, "fast-apply.vsix");
    const args = ["scripts/package.mjs", "--target", "linux-arm64", "--out", vsix];
    execFileSync(process.execPath, args, { cwd: join(import.meta.dirname, "../.."), stdio: "pipe" });
    // The names of the files stand in the archive as they are.
    const names = readFileSync(vsix, "latin1").matchAll(
      /extension\/dist\/local\/node_modules\/([\w@/-]+)\/package\.json/g,
    );
    expect(new Set([...names].map(([, name]) => name))).toEqual(new Set(["@node-llama-cpp/linux-arm64"]));
    // What the library would build its own binaries from is larger than they are.
    expect(statSync(vsix).size).toBeLessThan(12 * 1024 * 1024);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
