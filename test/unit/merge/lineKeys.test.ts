import { describe, expect, it } from "vitest";
import {
  bareKey,
  lineIdentity,
  lineSimilarity,
  lineWeight,
  looseKey,
  profileLine,
  tokens,
} from "../../../extension/core/merge/lineKeys.ts";

describe("looseKey", () => {
  it.each([
    ["const a = 1;", "const a=1"],
    ["  f( a, b )", "f(a,b)"],
    ["'x',", '"x"'],
    ["`x`", "'x'"],
    ["a: 1,", "a: 1"],
    ["\tb\t=\t2", "b = 2"],
  ])("%s is %s", (a, b) => {
    expect(looseKey(a)).toBe(looseKey(b));
  });

  it.each([
    ["a = 1", "a = 2"],
    ["f(a)", "f(b)"],
    ["a; // why", "a;"],
    ["a,", ","],
    [";", ","],
    ["Total", "total"],
  ])("%s is not %s", (a, b) => {
    expect(looseKey(a)).not.toBe(looseKey(b));
  });
});

describe("bareKey", () => {
  it.each([
    ["f(); // why", "f();"],
    ["x = 1  # why", "x = 1"],
    ["SELECT a -- why", "SELECT a"],
    ["f(); /* why */", "f();"],
    ["f(1, 2,); // why", "f(1,2,)"],
    ["f(); # why // not", "f();"],
    ['f("#"); // why', 'f("#");'],
    ["f(a) { // 'this' is the form", "f(a) {"],
    ['f(" # "); // "why"', 'f(" # ");'],
  ])("%s is %s", (a, b) => {
    expect(bareKey(a)).toBe(bareKey(b));
  });

  it.each([
    ['open("http://a")', 'open("http:'],
    ['color = "#fff"', 'color = "'],
    ["// why", ""],
    ["# why", "# how"],
    ["a--b", "a"],
    ["f(); // it's", "f();"],
    ['f("a // b")', 'f("a'],
    ["log(\"You're #1, don't quit\")", "log(\"You're"],
    ["f(); /* a * b */", "f();"],
  ])("%s is not %s", (a, b) => {
    expect(bareKey(a)).not.toBe(looseKey(b));
  });
});

describe("lineIdentity", () => {
  it.each([
    ["function load(a) {", "declare load"],
    ["export async function load(a): Promise<void> {", "declare load"],
    ["export default class Store extends Base {", "declare Store"],
    ["def load(self, a):", "declare load"],
    ["async def load(self):", "declare load"],
    ["func (s *Store) Load(a int) error {", "declare Load"],
    ["pub(crate) fn load(&self) -> u32 {", "declare load"],
    ["impl Store {", "declare impl Store"],
    ["interface Props {", "declare Props"],
    ["type Props = {", "declare Props"],
    ["  render() {", "declare render"],
    ["public static void main(String[] args) {", "declare main"],
    ["static int load(int a)", "declare load"],
    ['describe("the store", () => {', "title the store"],
    ["it('loads', async () => {", "title loads"],
    ["const a = 1;", "name a"],
    ["this.total = 2;", "name this.total"],
    ["total += 2", "name total"],
    ["  name: value,", "key name"],
    ['"name": "value",', "key name"],
    ['"test:watch": "vitest",', "key test:watch"],
    ["'/api/*': proxy,", "key /api/*"],
    ['import { a } from "./b";', "import ./b"],
    ["from a.b import c", "import a.b"],
    ["#include <stdio.h>", "import <stdio.h>"],
    ["use crate::store;", "import crate::store"],
  ])("of %s is %s", (line, want) => {
    expect(lineIdentity(line)).toBe(want);
  });

  it.each([
    "",
    "}",
    "return total;",
    "if (a === b) {",
    "for (const a of b) {",
    "load(order);",
    "await save(order);",
    "a == b",
    "// load",
    "else {",
  ])("%s has none", (line) => {
    expect(lineIdentity(line)).toBeUndefined();
  });
});

describe("lineSimilarity", () => {
  const likeness = (a: string, b: string): number => lineSimilarity(profileLine(a), profileLine(b));

  /** The first is more like the second than like the third. */
  it.each([
    ["const total = 1;", "const total = 2;", "const count = 1;"],
    ["var items = load(path);", "const items = load(path);", "const users = load(path);"],
    ["function load(a) {", "function load(a, b) {", "function save(a) {"],
    ["def load(self):", "def load(self, limit=10):", "def load_all(self):"],
    ["log(user.name);", "log(user.name, user.id);", "send(order.id);"],
    ["  name: string;", "  name?: string;", "  path: string;"],
    ["return a + b;", "return a - b;", "throw new Error();"],
    ['import a from "a";', 'import a, { b } from "a";', 'import a from "b";'],
  ])("%s is more like %s than like %s", (line, nearer, farther) => {
    expect(likeness(line, nearer)).toBeGreaterThan(likeness(line, farther));
  });

  it("is one for equal lines, whatever they hold, and the same both ways", () => {
    const [a, b] = ["const total = load(order);", "let total = save(order, 1);"];
    expect(likeness(a, a)).toBeCloseTo(1);
    expect(likeness(a, b)).toBeCloseTo(likeness(b, a));
    expect(likeness("", "")).toBe(0);
  });
});

describe("lineWeight", () => {
  it("falls with every further occurrence and rises with what a line says", () => {
    expect(lineWeight(10, 1)).toBeGreaterThan(lineWeight(10, 2));
    expect(lineWeight(10, 2)).toBeGreaterThan(lineWeight(10, 50));
    expect(lineWeight(10, 1)).toBeGreaterThan(lineWeight(3, 1));
    expect(lineWeight(3, 1)).toBeGreaterThan(lineWeight(0, 1));
    expect(lineWeight(1_000, 1)).toBeLessThanOrEqual(1);
  });
});

describe("tokens", () => {
  it("are words and signs, and few of a very long line", () => {
    expect(tokens("a.b(größe, $x);")).toEqual(["a", ".", "b", "(", "größe", ",", "$x", ")", ";"]);
    expect(tokens("a ".repeat(100_000)).length).toBeLessThanOrEqual(200);
  });
});
