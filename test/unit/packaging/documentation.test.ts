import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { marked, type Token } from "marked";
import { describe, expect, test } from "vitest";
import { settingsPage } from "../../../scripts/settingsPage.mjs";

const root = join(import.meta.dirname, "../../..");
/** What is no page of ours, and cases and samples, whose text is input. */
const skipped =
  /^(node_modules|dist|dist-test|release|\.vscode-test|\.cache|\.git|test[\\/](cases|samples)[\\/].+[\\/])/;

const pages = pagesIn(root);

/** All pages below a folder. What is skipped is not entered: tests beside this one make and remove folders there. */
function pagesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const name = relative(root, path);
    if (skipped.test(entry.isDirectory() ? `${name}/` : name)) return [];
    return entry.isDirectory() ? pagesIn(path) : path.endsWith(".md") ? [path] : [];
  });
}

interface Page {
  /** Where its links and pictures lead, as written. */
  readonly targets: readonly string[];
  /** The places within it that links can name. */
  readonly anchors: ReadonlySet<string>;
}

function readPage(text: string): Page {
  const targets: string[] = [];
  const anchors = new Set<string>();
  void marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === "link" || token.type === "image") targets.push((token as { href: string }).href);
    if (token.type === "heading") anchors.add(anchorOf((token as { text: string }).text));
  });
  return { targets, anchors };
}

/** The name that GitHub gives to a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

/** The relative links of a page that lead nowhere. */
function deadLinks(file: string, text: string): readonly string[] {
  return readPage(text).targets.filter((target) => {
    if (/^[a-z]+:/i.test(target)) return false;
    const [path = "", anchor] = decodeURI(target).split("#");
    const to = resolve(dirname(file), path);
    if (path !== "" && !existsSync(to)) return true;
    return anchor !== undefined && !readPage(path === "" ? text : readFileSync(to, "utf8")).anchors.has(anchor);
  });
}

test("a dead link is seen", () => {
  const text =
    "# One `two.three`\n\n[a](#one-twothree) [b](#two) [c](nowhere.md) [d](README.md#install) ![e](no.png)\n";
  expect(deadLinks(join(root, "x.md"), text)).toEqual(["#two", "nowhere.md", "no.png"]);
});

test.each(pages.map((page) => relative(root, page)))("%s has no dead link", (page) => {
  const file = join(root, page);
  expect(deadLinks(file, readFileSync(file, "utf8"))).toEqual([]);
});

test("the tests that guard the invariants are there", () => {
  const text = readFileSync(join(root, "docs/invariants.md"), "utf8");
  const named = [...text.matchAll(/`([\w/]+\.test\.ts)`/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(50);
  const pathOf = (name: string): string => (name.startsWith("test/") ? name : `test/unit/${name}`);
  expect(named.filter((name) => !existsSync(join(root, pathOf(name))))).toEqual([]);
});

test("code that the pages name by a path is there", () => {
  const folders = ["extension", "extension/core", "extension/core/merge", "test/unit"];
  const isThere = (path: string): boolean =>
    folders.some((folder) => ["", ".ts"].some((ending) => existsSync(join(root, folder, path + ending))));
  const named = pages
    .filter((page) => relative(root, page).startsWith("docs"))
    .flatMap((page) => [...readFileSync(page, "utf8").matchAll(/`((?:core|node|providers|rules)\/[\w/.]*\w)`/g)])
    .map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

test("the index names every page", () => {
  const named = new Set(readPage(readFileSync(join(root, "docs/README.md"), "utf8")).targets);
  const there = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(there.filter((name) => !named.has(name))).toEqual([]);
});

test("docs/settings.md is what package.json says", async () => {
  // Next step where it is not: npm run docs:settings.
  expect(readFileSync(join(root, "docs/settings.md"), "utf8")).toBe(await settingsPage());
});

describe("the readme", () => {
  test("is short enough to be read", () => {
    expect(statSync(join(root, "README.md")).size).toBeLessThanOrEqual(8 * 1024);
  });

  test("has one moving picture that loads quickly", () => {
    const { targets } = readPage(readFileSync(join(root, "README.md"), "utf8"));
    const moving = targets.filter((target) => target.endsWith(".gif"));
    expect(moving).toEqual(["media/fast-apply.gif"]);
    expect(statSync(join(root, "media/fast-apply.gif")).size).toBeLessThan(2 * 1024 * 1024);
  });
});
