import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";

/** A case as it lies in `test/cases`: the files before, what the model wrote, and the files after. */
export interface Case {
  readonly name: string;
  readonly format: string;
  readonly sketch: string;
  /** Texts by path. A case of one file has the path `original.<ext>` on both sides. */
  readonly before: ReadonlyMap<string, string>;
  /** `undefined`: the engine must say that it is not sure. */
  readonly after: ReadonlyMap<string, string> | undefined;
  /** Whether the paths are those that the sketch names. */
  readonly isTree: boolean;
}

/** All cases below a folder, in the order of their names. */
export function readCases(folder: string): Case[] {
  return readdirSync(folder)
    .filter((format) => statSync(join(folder, format)).isDirectory())
    .sort()
    .flatMap((format) =>
      readdirSync(join(folder, format))
        .sort()
        .map((name) => readCase(join(folder, format, name), format)),
    );
}

function readCase(folder: string, format: string): Case {
  const files = readdirSync(folder);
  const sketch = readFileSync(join(folder, "sketch.md"), "utf8");
  const isTree =
    existsSync(join(folder, "expected")) ||
    (existsSync(join(folder, "original")) && statSync(join(folder, "original")).isDirectory());
  const before = isTree ? readTree(join(folder, "original")) : readSingle(folder, files, "original");
  const after = isTree ? readTree(join(folder, "expected")) : readSingle(folder, files, "expected");
  const isRefused = !isTree && after.size === 0;
  return { name: basename(folder), format, sketch, before, after: isRefused ? undefined : after, isTree };
}

function readSingle(folder: string, files: readonly string[], stem: string): Map<string, string> {
  const file = files.find((name) => name.startsWith(`${stem}.`));
  if (file === undefined) return new Map();
  if (file === "expected.deleted") return new Map([["original.deleted", ""]]);
  return new Map([[file.replace(stem, "original"), readFileSync(join(folder, file), "utf8")]]);
}

function readTree(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), readFileSync(path, "utf8")];
    }),
  );
}
