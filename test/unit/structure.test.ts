import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Past this a file has two jobs. In lines. */
const LONGEST_FILE = 350;

/** Files that tests work on. */
const GIVEN = /^test[/\\](?:cases|samples)[/\\]/;

const root = join(import.meta.dirname, "../..");
/** The text of each file of the product, by its path from the root. */
const texts = textsIn("extension", "webview");
/** The same of the tests. What they are given to work on is as long as it is in the wild. */
const testTexts = new Map([...textsIn("test")].filter(([file]) => !GIVEN.test(file)));

function textsIn(...folders: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map(({ parentPath, name }) => join(parentPath, name))
        .map((file) => [relative(root, file), readFileSync(file, "utf8")] as const),
    ),
  );
}

/** What each file imports by a relative path, types included: a circle of types is as hard to take apart as another one. */
type Imports = ReadonlyMap<string, readonly string[]>;

function importsOf(file: string, text: string): readonly string[] {
  return (
    ts
      .preProcessFile(text)
      .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
      // What is imported by a call is loaded later, and may lead back.
      .filter(({ pos }) => !/\bimport\(\s*$/.test(text.slice(0, pos)))
      .map(({ fileName }) => join(dirname(file), fileName))
  );
}

/** The ways that lead back to where they began, each once, from the file at which it is noticed. */
function circlesIn(imports: Imports): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push([...way.slice(at), file].join(" -> "));
    if (at >= 0 || done.has(file)) return;
    for (const imported of imports.get(file) ?? []) follow(imported, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) follow(file, []);
  return circles;
}

/** The names that a file declares and exports, without what it passes on from others. */
function exportedNames(file: string, text: string): readonly string[] {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    const isExported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false;
    if (isExported !== true) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    const { name } = statement as ts.DeclarationStatement;
    return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
  });
}

/** The names that several files have, with these. */
function twinsIn(names: readonly (readonly [file: string, name: string])[]): readonly string[] {
  const files = new Map<string, Set<string>>();
  for (const [file, name] of names) files.set(name, (files.get(name) ?? new Set()).add(file));
  return [...files].filter(([, all]) => all.size > 1).map(([name, all]) => `${name}: ${[...all].join(", ")}`);
}

test("all files are looked at", () => {
  expect(texts.size).toBeGreaterThan(600);
});

test("no file imports itself by way of others, not even for a type", () => {
  expect(circlesIn(new Map([...texts].map(([file, text]) => [file, importsOf(file, text)])))).toEqual([]);
});

test("no two files export one name: who searches for it finds one thing", () => {
  const names = [...texts].flatMap(([file, text]) => exportedNames(file, text).map((name) => [file, name] as const));
  expect(names.length).toBeGreaterThan(1_000);
  expect(twinsIn(names)).toEqual([]);
});

test(`no file has more than ${String(LONGEST_FILE)} lines, tests included`, () => {
  const long = [...texts, ...testTexts].filter(([, text]) => text.split("\n").length - 1 > LONGEST_FILE);
  expect(testTexts.size).toBeGreaterThan(300);
  expect(long.map(([file]) => file)).toEqual([]);
});

test("a circle and a twin are noticed", () => {
  expect(circlesIn(new Map(Object.entries({ a: ["b"], b: ["c"], c: ["b"] })))).toEqual(["b -> c -> b"]);
  const declared = exportedNames("a.ts", "export const one = 1;\nexport interface Two {}\nconst three = 3;\n");
  expect(declared).toEqual(["one", "Two"]);
  expect(twinsIn([...declared.map((name) => ["a.ts", name] as const), ["b.ts", "Two"]])).toEqual(["Two: a.ts, b.ts"]);
});
