// `npm run release:files`: what a release consists of, in the folder `release`: the package for every platform and those for each target, the
// list of all npm packages that took part (CycloneDX), and the checksums of all of them. Works on what `npm run build` made.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { binariesOf } from "./engineBinaries.mjs";
import { checksums, releaseFolder, SUMS } from "./checksums.mjs";

const root = join(import.meta.dirname, "..");
/** @type {unknown} */
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { name, version } = /** @type {{ name: string, version: string }} */ (manifest);

const problem = faultOfTag() ?? makeFiles();
if (problem !== undefined) {
  console.error(`\nNo release was made. ${problem}`);
  process.exitCode = 1;
}

/** The tag that started this, where one did, has to be that of the version in package.json. */
function faultOfTag() {
  const { GITHUB_REF_TYPE: type, GITHUB_REF_NAME: tag } = process.env;
  if (type !== "tag" || tag === `v${version}`) return undefined;
  return `The tag is ${tag ?? "missing"}, and package.json has the version ${version}.\nNext step: push the tag v${version}, or change the version.`;
}

/** @returns {string | undefined} what went wrong and what to do next */
function makeFiles() {
  rmSync(releaseFolder, { recursive: true, force: true });
  mkdirSync(releaseFolder);
  for (const target of [undefined, ...Object.keys(binariesOf)]) {
    const file = join(releaseFolder, `${[name, version, ...(target === undefined ? [] : [target])].join("-")}.vsix`);
    const wanted = target === undefined ? [] : ["--target", target];
    const script = join(import.meta.dirname, "package.mjs");
    const { status } = spawnSync(process.execPath, [script, ...wanted, "--out", file], { cwd: root, stdio: "inherit" });
    if (status !== 0) return `The package for ${target ?? "every platform"} failed; its message stands above.`;
  }
  const list = packageList();
  if (list === undefined) return "npm could not list the packages; its message stands above.";
  writeFileSync(join(releaseFolder, `${name}-${version}.cdx.json`), list);
  const sums = checksums();
  writeFileSync(join(releaseFolder, SUMS), sums);
  console.log(sums);
  return undefined;
}

/** All is bundled, so what a package is made of are npm's packages for development. */
function packageList() {
  // The lock file alone counts, not what this machine has installed of it.
  const args = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith("npm-cli.js") ? [process.execPath, [npm]] : ["npm", []];
  const { status, stdout } = spawnSync(command, [...first, ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) return undefined;
  /** @type {unknown} */
  const list = JSON.parse(stdout);
  const { component } = /** @type {{ metadata: { component: { name: string } } }} */ (list).metadata;
  // npm takes the name of the folder.
  component.name = name;
  return `${JSON.stringify(list, undefined, 2)}\n`;
}
