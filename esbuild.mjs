// Bundles the extension and the command line to dist/main.js and dist/cli.js, the chat's page to dist/webview, the process of the local engine to dist/local, and puts the grammars beside them.
// `--watch` rebuilds on every change.
import { chmod, copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { builtFrom } from "./scripts/builtFrom.mjs";
import { engineBundles } from "./scripts/engineBundle.mjs";
import { grammars } from "./scripts/grammars.mjs";
import { licences } from "./scripts/licences.mjs";
import { pageBundle } from "./scripts/pageBundle.mjs";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "dist");
const isWatching = process.argv.includes("--watch");

/** The licences of what is bundled. */
const LICENCES = "third-party-licenses.txt";

/** @type {import("esbuild").BuildOptions} */
const bundles = {
  absWorkingDir: root,
  entryPoints: { main: "extension/main.ts", cli: "extension/cli/main.ts" },
  // VS Code gives this module to the extension itself.
  external: ["vscode"],
  outdir: "dist",
  bundle: true,
  // Who watches also wants to set breakpoints.
  minify: !isWatching,
  sourcemap: isWatching,
  metafile: true,
  platform: "node",
  target: "node20",
  format: "esm",
  // An evaluation says what it was made by.
  define: { BUILT_FROM: JSON.stringify(builtFrom(root)) },
  // What is imported dynamically stays in files of its own, so that neither of the two reads at start what it does not need yet.
  splitting: true,
  chunkNames: "[name]-[hash]",
  // CommonJS packages inside an ES module still call `require` for Node's own modules.
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
  },
  logLevel: "info",
  plugins: [
    {
      name: "finish",
      setup(build) {
        build.onEnd(finish);
      },
    },
  ],
};

/** Files that the bundles before the last are made of, by bundle. */
const earlierInputs = /** @type {Map<number, readonly string[]>} */ (new Map());

/** @type {readonly import("esbuild").BuildOptions[]} */
const earlier = [
  pageBundle(root, join("dist", "webview")),
  ...engineBundles(root, "extension/local/engine/main.ts", join(dist, "local")),
].map((options, place) => ({
  ...options,
  minify: !isWatching,
  sourcemap: isWatching && "inline",
  plugins: [
    ...(options.plugins ?? []),
    {
      name: "inputs",
      setup(build) {
        build.onEnd(({ metafile }) => {
          earlierInputs.set(place, Object.keys(metafile?.inputs ?? {}));
        });
      },
    },
  ],
}));

await copyGrammars();
// The licences of all are written with the last.
for (const options of [...earlier, bundles]) {
  if (isWatching) {
    const context = await esbuild.context(options);
    await context.rebuild().catch(() => undefined);
    await context.watch();
  } else {
    // esbuild has printed the errors already.
    await esbuild.build(options).catch(() => {
      process.exitCode = 1;
    });
  }
}

/**
 * Makes the command executable by itself and removes the files of earlier builds.
 *
 * @param {import("esbuild").BuildResult} result
 */
async function finish(result) {
  if (result.metafile === undefined || result.errors.length > 0) return;
  const outputs = new Set([...Object.keys(result.metafile.outputs).map((path) => basename(path)), LICENCES]);
  for (const entry of await readdir(dist, { withFileTypes: true })) {
    if (entry.isFile() && !outputs.has(entry.name)) await rm(join(dist, entry.name));
  }
  const command = join(dist, "cli.js");
  const code = await readFile(command, "utf8");
  if (!code.startsWith("#!")) await writeFile(command, `#!/usr/bin/env node\n${code}`);
  await chmod(command, 0o755);
  const inputs = [...[...earlierInputs.values()].flat(), ...Object.keys(result.metafile.inputs)];
  const text = await licences(root, inputs, ["web-tree-sitter", "@vscode/tree-sitter-wasm"]);
  await writeFile(join(dist, LICENCES), text);
}

async function copyGrammars() {
  const parser = fileURLToPath(import.meta.resolve("web-tree-sitter/web-tree-sitter.wasm"));
  const grammarPackage = dirname(fileURLToPath(import.meta.resolve("@vscode/tree-sitter-wasm/package.json")));
  const folder = join(dist, "grammars");
  await mkdir(folder, { recursive: true });
  await Promise.all([
    copyFile(parser, join(folder, "web-tree-sitter.wasm")),
    ...Object.keys(grammars).map((language) =>
      copyFile(
        join(grammarPackage, "wasm", `tree-sitter-${language}.wasm`),
        join(folder, `tree-sitter-${language}.wasm`),
      ),
    ),
  ]);
}
