import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const library = dirname(dirname(fileURLToPath(import.meta.resolve("node-llama-cpp"))));
/** Forked by the library to try a binary where a crash does no harm; it refuses another file name, and a bundle that it shares with other code. */
const binaryTest = join("dist", "bindings", "utils", "testBindingBinary.js");
/** What the library reads from its own folder. */
const data = [join("llama", "binariesGithubRelease.json"), join("llama", "llama.cpp.info.json")];
/** For downloads and builds from source, of which the engine asks for none. */
const absent = ["ipull", "simple-git"];

/**
 * How the process of the local engine is bundled: `engine.js` and the library's own files in `node-llama-cpp`, all in one
 * folder. The binaries are not bundled: they are packages that Node looks for in the folders `node_modules` from there upwards.
 *
 * @param {string} root folder of the project
 * @param {string} entry
 * @param {string} outdir absolute
 * @returns {readonly import("esbuild").BuildOptions[]}
 */
export function engineBundles(root, entry, outdir) {
  const copy = join(outdir, "node-llama-cpp");
  return [
    { entry, outfile: join(outdir, "engine.js") },
    { entry: join(library, binaryTest), outfile: join(copy, binaryTest) },
  ].map(({ entry, outfile }) => ({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    external: ["@node-llama-cpp/*", "electron"],
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
    metafile: true,
    logLevel: "info",
    plugins: [withData(copy), withOwnPlaces(copy, outfile), withoutPackages(absent)],
  }));
}

/**
 * Copies what the library reads.
 *
 * @param {string} copy
 * @returns {import("esbuild").Plugin}
 */
function withData(copy) {
  return {
    name: "data",
    setup(build) {
      build.onStart(async () => {
        await mkdir(join(copy, "llama"), { recursive: true });
        for (const path of data) await writeFile(join(copy, path), await readFile(join(library, path)));
        // The version must be the one of a binary; the type makes modules of the files.
        await writeFile(
          join(copy, "package.json"),
          `${JSON.stringify({ version: await version(), type: "module" })}\n`,
        );
      });
    },
  };
}

async function version() {
  /** @type {unknown} */
  const manifest = JSON.parse(await readFile(join(library, "package.json"), "utf8"));
  return /** @type {{ version: string }} */ (manifest).version;
}

/**
 * The library finds its files from the place of the module that asks for them. Once bundled, each module is told where it would
 * lie in the copy.
 *
 * @param {string} copy
 * @param {string} outfile
 * @returns {import("esbuild").Plugin}
 */
function withOwnPlaces(copy, outfile) {
  return {
    name: "own-places",
    setup(build) {
      build.onLoad({ filter: /[\\/]node-llama-cpp[\\/]dist[\\/].*\.js$/ }, async ({ path }) => {
        const code = await readFile(path, "utf8");
        const place = relative(dirname(outfile), join(copy, relative(library, path))).replaceAll(sep, "/");
        return { contents: code.replaceAll("import.meta.url", `new URL("./${place}", import.meta.url).href`) };
      });
    },
  };
}

/**
 * Puts nothing in the place of packages: whatever is called of them throws.
 *
 * @param {readonly string[]} names
 * @returns {import("esbuild").Plugin}
 */
function withoutPackages(names) {
  return {
    name: "without-packages",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^(${names.join("|")})$`) }, ({ path }) => ({ path, namespace: "absent" }));
      build.onLoad({ filter: /.*/, namespace: "absent" }, ({ path }) => ({
        contents: `module.exports = new Proxy({}, { get: () => () => { throw new Error("${path} is not part of this bundle."); } });`,
      }));
    },
  };
}
