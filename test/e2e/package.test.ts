import { readdirSync, statSync } from "node:fs";
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
