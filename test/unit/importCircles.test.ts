import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** What each file imports by a relative path, types included: a circle of types is as hard to take apart as another one. */
type Imports = ReadonlyMap<string, readonly string[]>;

function readImports(folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  return new Map(
    files.map((file) => [
      relative(root, file),
      ts
        .preProcessFile(readFileSync(file, "utf8"))
        .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
        // What is imported by a call is loaded later, and may lead back.
        .filter(({ pos }) => !isCall(readFileSync(file, "utf8"), pos))
        .map(({ fileName }) => relative(root, join(dirname(file), fileName))),
    ]),
  );
}

const isCall = (text: string, position: number): boolean => /\bimport\(\s*$/.test(text.slice(0, position));

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

test("no file imports itself by way of others, not even for a type", () => {
  const imports = readImports(["extension", "webview"]);
  expect(imports.size).toBeGreaterThan(300);
  expect(circlesIn(imports)).toEqual([]);
});

test("a circle is noticed", () => {
  expect(circlesIn(new Map(Object.entries({ a: ["b"], b: ["c"], c: ["b"] })))).toEqual(["b -> c -> b"]);
});
