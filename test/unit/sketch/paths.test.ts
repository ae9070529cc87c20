import { describe, expect, test } from "vitest";
import { languageFamily, languageOfPath, normalizeLanguage } from "../../../extension/core/sketch/languages.ts";
import {
  isPath,
  pathAbove,
  readCommentPath,
  readFenceInfo,
  readLeadingPath,
  readProsePath,
} from "../../../extension/core/sketch/paths.ts";

test.each([
  ["", undefined, undefined],
  ["ts", "ts", undefined],
  ["ts:src/a.ts", "ts", "src/a.ts"],
  ["ts src/a.ts", "ts", "src/a.ts"],
  ["src/a.ts", undefined, "src/a.ts"],
  ["a.py", undefined, "a.py"],
  ["12:34:src/a.ts", undefined, "src/a.ts"],
  ["1:20:C:\\work\\a.ts", undefined, "C:\\work\\a.ts"],
  ['ts title="src/a b.ts"', "ts", "src/a b.ts"],
  ["js file=src/a.js", "js", "src/a.js"],
  ["js filename='src/a.js' {1,3}", "js", "src/a.js"],
  ["ts path=src/a", "ts", "src/a"],
  ["ts {file: src/a.ts}", "ts", "src/a.ts"],
  ['{file: "src/a.ts"}', undefined, "src/a.ts"],
  ["ts {1,3-5}", "ts", undefined],
  ["ts{1,3-5}", "ts", undefined],
  ["{.python .numberLines}", "python", undefined],
  ["ts src/a.ts:10-20", "ts", "src/a.ts"],
  ["ts src/a.ts#L10-L20", "ts", "src/a.ts"],
  ["ts src/my file.ts", "ts", "src/my file.ts"],
  ["ts file=src/my file.ts", "ts", "src/my file.ts"],
  ["ts file=src/a {1,3}", "ts", "src/a"],
  ["ts src/my <b>.ts", "ts", undefined],
  ["dat src/a.dat", "dat", "src/a.dat"],
  ["my notes/a.ts", undefined, "my notes/a.ts"],
  ["ts src/a.ts (lines 1-20)", "ts", "src/a.ts"],
  ["tsx app/[slug]/(group)/page.tsx", "tsx", "app/[slug]/(group)/page.tsx"],
  ["svelte src/routes/+page.svelte", "svelte", "src/routes/+page.svelte"],
  ["c++:src/a.cpp", "c++", "src/a.cpp"],
  ["C:\\work\\a.ts", undefined, "C:\\work\\a.ts"],
  ["ts:C:\\work\\a.ts", "ts", "C:\\work\\a.ts"],
  ["Dockerfile", "Dockerfile", undefined],
  ["dockerfile deploy/Dockerfile", "dockerfile", "deploy/Dockerfile"],
  ["js:line-numbers", "js", undefined],
  ["ts a\0b.ts", "ts", undefined],
  ["ts https://example.org/a.ts", "ts", undefined],
  ["../../etc/passwd.txt", undefined, "../../etc/passwd.txt"],
] as const)("info string %j", (info, language, path) => {
  expect(readFenceInfo(info)).toEqual({ language, path });
});

test.each([
  ["// src/a.ts", "src/a.ts", true],
  ["//src/a.ts", "src/a.ts", true],
  ["# src/a.py", "src/a.py", true],
  ["<!-- index.html -->", "index.html", true],
  ["/* a.css */", "a.css", true],
  ["{/* App.tsx */}", "App.tsx", true],
  ["-- db/a.sql", "db/a.sql", true],
  ["// File: src/a.ts", "src/a.ts", true],
  ["// filepath: /home/me/a.ts", "/home/me/a.ts", true],
  ["# filename: Makefile", "Makefile", true],
  ["// src/a.ts (updated)", "src/a.ts", true],
  ["// `src/a.ts`:", "src/a.ts", true],
  ["// src/a.ts - the entry point", "src/a.ts", false],
  ["// see src/a.ts", undefined, undefined],
  ["// and/or", undefined, undefined],
  ["// Node.js", undefined, undefined],
  ["#include <a.h>", undefined, undefined],
  ["#app.css", undefined, undefined],
  ["// version 1.2", undefined, undefined],
  ["import a from './a.ts'", undefined, undefined],
  ["// a\0.ts", undefined, undefined],
] as const)("comment %j", (line, path, onlyPath) => {
  expect(readCommentPath(line)).toEqual(path === undefined ? undefined : { path, onlyPath });
});

test("a leading path stands behind blank lines, a #! line and <?php, and is no heading of Markdown", () => {
  expect(readLeadingPath(["", "#!/bin/sh", "# run.sh", "x"])).toEqual({ path: "run.sh", line: 2, onlyPath: true });
  expect(readLeadingPath(["<?php", "// a.php"])).toMatchObject({ path: "a.php", line: 1 });
  expect(readLeadingPath([".. docs/guide.rst", "", "Guide"])).toMatchObject({ path: "docs/guide.rst", onlyPath: true });
  expect(readLeadingPath(["x = 1", "# a.py"])).toBeUndefined();
  expect(readLeadingPath(["# README.md"], "md")).toBeUndefined();
});

test.each([
  ["**src/a.ts**", "src/a.ts", true],
  ["**src/a.ts:**", "src/a.ts", true],
  ["`src/a.ts`", "src/a.ts", true],
  ["### src/a.ts", "src/a.ts", true],
  ["#### 1. `src/a.ts`", "src/a.ts", true],
  ["1. **`src/a.ts`**:", "src/a.ts", true],
  ["- src/a.ts", "src/a.ts", true],
  ["src/a.ts:", "src/a.ts", true],
  ["📄 src/a.ts", "src/a.ts", true],
  ["File: src/a.ts", "src/a.ts", true],
  ["**File: `Makefile`**", "Makefile", true],
  ["[src/a.ts](src/a.ts):", "src/a.ts", true],
  ["src/__init__.py", "src/__init__.py", true],
  ["In `src/a.ts`:", "src/a.ts", false],
  ["In src/a.ts:", "src/a.ts", false],
  ["Now update `a.ts` so that it imports `src/b.ts`:", "a.ts", false],
  ["Add this to the `a.ts` file:", "a.ts", false],
  ["The class in `src/a.ts` gets a field:", "src/a.ts", false],
  ["Copy `src/a.ts` over `src/b.ts`:", undefined, undefined],
  ["Parse the answer with `response.json`:", undefined, undefined],
  ["In Node.js:", undefined, undefined],
  ["Run `npm install`:", undefined, undefined],
  ["Here is the code:", undefined, undefined],
  ["See https://example.org/a.ts", undefined, undefined],
] as const)("prose %j", (line, path, alone) => {
  expect(readProsePath(line)).toEqual(path === undefined ? undefined : { path, alone });
});

test("prose is read from the paragraph above, nearest line first", () => {
  const lines = ["`src/old.ts`", "", "In `src/a.ts`, the function", "needs a check:", "", "```"];
  expect(pathAbove(lines, 5, 0)).toBe("src/a.ts");
  expect(pathAbove(lines, 5, 3)).toBeUndefined();
});

test.each(["", "a/", " a.ts", "a\nb.ts", "a\0.ts", "a|b.ts", "https://x.org/a.ts", "...", "a".repeat(400) + ".ts"])(
  "%j is no path",
  (text) => {
    expect(isPath(text, "labelled")).toBe(false);
  },
);

describe("languages", () => {
  test.each([
    ["src/a.ts", "typescript"],
    ["src\\A.TSX", "typescriptreact"],
    ["a.d.ts", "typescript"],
    ["x/Dockerfile", "dockerfile"],
    ["Dockerfile.dev", "dockerfile"],
    ["tsconfig.json", "jsonc"],
    ["package.json", "json"],
    [".env.local", "dotenv"],
    ["views/a.html.erb", "erb"],
    ["a.blade.php", "blade"],
    ["Makefile", "makefile"],
    ["a.unknown", undefined],
    ["constructor", undefined],
    ["", undefined],
  ])("path %j is %s", (path, language) => {
    expect(languageOfPath(path)).toBe(language);
  });

  test.each([
    ["ts", "typescript"],
    ["TSX", "typescriptreact"],
    ["py", "python"],
    ["c++", "cpp"],
    ["C#", "csharp"],
    ["sh", "shellscript"],
    ["yml", "yaml"],
    ["md", "markdown"],
    ["language-rust", "rust"],
    ["toString", undefined],
  ])("fence %j is %s", (word, language) => {
    expect(normalizeLanguage(word)).toBe(language);
  });

  test("a family holds what models mix up", () => {
    expect(languageFamily("typescriptreact")).toBe(languageFamily("javascript"));
    expect(languageFamily("json")).not.toBe(languageFamily("javascript"));
    expect(languageFamily("klingon")).toBe("klingon");
  });
});
