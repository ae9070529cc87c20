import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";

/** Absolute paths of bundled modules. */
export interface BundledSuites {
  readonly entry: string;
  readonly suites: readonly string[];
}

/**
 * Bundles the `*.test.ts` of folders, each into a module of its own, and the mocha entry, as the extension host loads them.
 *
 * @param folders no two of their files have the same name
 * @param outputFolder it must lie in the project, so that the bundles find mocha
 * @param only the suites whose file name contains this text; all when absent
 */
export async function bundleSuites(
  folders: readonly string[],
  outputFolder: string,
  only = "",
): Promise<BundledSuites> {
  const paths = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const chosen = paths.filter((path) => path.endsWith(".test.ts") && basename(path).includes(only));
  const entry = join(import.meta.dirname, "mochaEntry.ts");
  await esbuild.build({
    entryPoints: [entry, ...chosen].map((path) => ({ in: path, out: basename(path, ".ts") })),
    outdir: outputFolder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    external: ["vscode", "mocha"],
    sourcemap: "inline",
    sourcesContent: false,
    // Code of the extension is an ES module and may ask where it lies.
    define: { "import.meta.url": "bundleUrl" },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
    logLevel: "warning",
  });
  return {
    entry: join(outputFolder, "mochaEntry.cjs"),
    suites: chosen.map((path) => join(outputFolder, `${basename(path, ".ts")}.cjs`)),
  };
}
