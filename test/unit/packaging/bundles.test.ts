import { build, type Metafile } from "esbuild";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** esbuild makes a file for each set of entries that share code, so each `import()` of another module may add many. */
const MOST_FILES = 60;
/** Opening a file takes longer than reading this much more of another. In bytes. */
const SMALL = 1_500;
const MOST_SMALL = 20;

/** What neither a start of VS Code nor `--help` needs. */
const LATE = [
  "node_modules/eventsource-parser/",
  "node_modules/web-tree-sitter/",
  "extension/core/merge/rules/",
  "extension/core/proof/",
];

const { outputs } = await bundle();

async function bundle(): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL("../../..", import.meta.url)),
    entryPoints: ["extension/main.ts", "extension/cli/main.ts"],
    external: ["vscode"],
    outdir: "out",
    write: false,
    bundle: true,
    minify: true,
    metafile: true,
    platform: "node",
    format: "esm",
    splitting: true,
    logLevel: "silent",
  });
  return metafile;
}

/** The modules that are read with an entry, as paths from the root. */
function readAtStart(entry: string): readonly string[] {
  const output = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry);
  // A set is walked while it grows.
  const atStart = new Set(output === undefined ? [] : [output]);
  for (const { imports } of atStart) {
    for (const { path, kind } of imports) {
      const imported = outputs[path];
      if (kind === "import-statement" && imported !== undefined) atStart.add(imported);
    }
  }
  return [...atStart].flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  );
}

test.each(["extension/main.ts", "extension/cli/main.ts"])(
  "%s reads no client, no parser and no engine at start",
  (entry) => {
    const read = readAtStart(entry);
    expect(read).toContain(entry);
    expect(read.filter((path) => LATE.some((late) => path.startsWith(late)))).toEqual([]);
  },
);

test("all that loads late is in the bundle: what has moved would not be missed above", () => {
  const all = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  expect(LATE.filter((late) => !all.some((path) => path.startsWith(late)))).toEqual([]);
});

test("the bundle is in few files, and few of them are small", () => {
  const sizes = Object.values(outputs).map(({ bytes }) => bytes);
  expect(sizes.length).toBeLessThanOrEqual(MOST_FILES);
  expect(sizes.filter((bytes) => bytes < SMALL).length).toBeLessThanOrEqual(MOST_SMALL);
});
