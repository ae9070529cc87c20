import { expect, test } from "vitest";
import { isGlob, readExcludes, readGlob } from "../../../extension/core/planning/globs.ts";

test.each<readonly [string, string, boolean]>([
  ["src/**/*.ts", "src/a.ts", true],
  ["src/**/*.ts", "src/shop/deep/a.ts", true],
  ["src/**/*.ts", "test/src/a.ts", false],
  ["**/*.ts", "a.ts", true],
  ["*.ts", "src/deep/a.ts", true],
  ["*.ts", "src/deep/a.tsx", false],
  ["src/*.ts", "src/deep/a.ts", false],
  ["src/?.ts", "src/a.ts", true],
  ["src/?.ts", "src/ab.ts", false],
  ["src/[a-c]*.{ts,tsx}", "src/cart.tsx", true],
  ["src/[!a-c]*.ts", "src/cart.ts", false],
  ["{src,test}/**", "test/a/b", true],
  ["{src,test}/**", "docs/a", false],
  ["./src/a.ts", "src/a.ts", true],
  ["**/cart/**", "shop/cart/src/a.ts", true],
  ["**/*cart*", "src/shopcart.ts", true],
  ["a[b.ts", "a[b.ts", true],
  ["", "a", false],
])("%s on %s: %s", (glob, path, fits) => {
  expect(readGlob(glob, { anywhere: true }).matches(path)).toBe(fits);
});

test("what is excluded leaves out all that lies in it", () => {
  const excludes = readExcludes(["**/dist", "*.log", "**/.DS_Store"]);
  expect(["dist/a.js", "pkg/dist/deep/a.js", "a.log", "x/.DS_Store"].map((path) => excludes.matches(path))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["src/a.js", "src/a.log", "distance/a"].map((path) => excludes.matches(path))).toEqual([false, false, false]);
});

test("a hostile glob takes no time that grows", () => {
  const stars = readGlob(`${"*a".repeat(200)}b`, { anywhere: true });
  expect(stars.matches("a".repeat(1_000))).toBe(false);
  const folders = readGlob(`${"**/a/".repeat(150)}b`, { anywhere: true });
  expect(folders.matches(Array.from({ length: 500 }, () => "a").join("/"))).toBe(false);
  const braces = readGlob("{a,b}".repeat(40), { anywhere: true });
  expect(braces.matches("a".repeat(40))).toBe(false);
});

test("letters of a path are no glob", () => {
  expect(["src/cart", "cart.ts", "*.ts", "{a,b}"].map(isGlob)).toEqual([false, false, true, true]);
});
