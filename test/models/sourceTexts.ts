import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Packages of the project with much source code that a person may have written, and types. */
const PACKAGES = ["@types/node", "eslint/lib", "mocha/lib", "preact/src", "typescript/lib", "@typescript-eslint"];
const ENDINGS = /\.(?:[cm]?[jt]s|tsx|json|md)$/;
/** Larger files are bundles and tables. */
const MOST_BYTES = 300_000;

/**
 * Source code of installed packages.
 *
 * @returns a key that tells whether the texts are the same as another time, and what reads them
 */
export function readSourceTexts(packages: string): { readonly key: unknown; readonly read: () => Iterable<string> } {
  const files = PACKAGES.flatMap((name) =>
    readdirSync(join(packages, name), { recursive: true, encoding: "utf8" }).map((path) => join(name, path)),
  )
    .filter((path) => ENDINGS.test(path))
    .map((path) => ({ path, size: statSync(join(packages, path)).size }))
    .filter(({ size }) => size < MOST_BYTES)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  return {
    key: files.map(({ path, size }) => [path, size]),
    *read() {
      for (const { path } of files) yield readFileSync(join(packages, path), "utf8");
    },
  };
}
