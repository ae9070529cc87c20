// Installs a real VS Code from npm alone: code-server, run by an npm-packaged Node.js. Imports Node's own modules only.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runNpm } from "../../../scripts/npm.mjs";

const codeServerVersion = "4.139.1";
/** The Node.js that this code-server is made for; the one that runs the tests may be older. */
const nodeVersion = "24.21.0";
const nodePackage = `node-${process.platform}-${process.arch}`;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = join(root, ".vscode-test/code-server");
const codeServer = join(folder, "node_modules/code-server");
const vsCode = join(codeServer, "lib/vscode");

/** The executables of the installed VS Code, as absolute paths. */
export const vsCodeHost = {
  node: join(folder, "node_modules", nodePackage, "bin/node"),
  entry: join(codeServer, "out/node/entry.js"),
};

/** Written last, so that an installation that broke off is not taken for a complete one. */
const stamp = {
  file: join(folder, "stamp"),
  text: `code-server ${codeServerVersion}, node ${nodeVersion}, revision 1\n`,
};

export function isVsCodeInstalled() {
  return existsSync(stamp.file) && readFileSync(stamp.file, "utf8") === stamp.text;
}

/**
 * Takes half a minute and 800 MB below the git-ignored `.vscode-test`.
 *
 * @returns {string | undefined} what went wrong and what to do next
 */
export function installVsCode() {
  if (process.platform === "win32") {
    return "code-server has no build for Windows.\nNext step: run the tests in WSL, or `npm run test:host` with VSCODE_DESKTOP=1 on the desktop VS Code.";
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "vscode-for-tests", private: true }));
  const problem =
    npmInstall(folder, `code-server@${codeServerVersion}`, `${nodePackage}@${nodeVersion}`) ??
    npmInstall(vsCode, "--omit=dev") ??
    npmInstall(join(vsCode, "extensions"), "--omit=dev");
  if (problem !== undefined) return problem;
  replaceNativeModules();
  linkPlatformScripts();
  writeFileSync(stamp.file, stamp.text);
  return undefined;
}

/**
 * Without install scripts: code-server's own refuses other versions of Node.js, and others compile or download.
 *
 * @param {string} where
 * @param {readonly string[]} what
 */
function npmInstall(where, ...what) {
  return runNpm(where, ["install", "--ignore-scripts", "--no-package-lock", "--prefer-offline", ...what]);
}

/** The server asks for these two at its start; as no install script ran, their native halves are missing. */
function replaceNativeModules() {
  for (const name of ["spdlog", "native-watchdog"]) {
    const module = join(vsCode, "node_modules/@vscode", name);
    if (existsSync(module))
      copyFileSync(fileURLToPath(new URL(`standIns/${name}.cjs`, import.meta.url)), join(module, "index.js"));
  }
}

/** An install script of code-server would make these links. */
function linkPlatformScripts() {
  const platform = process.platform === "darwin" ? "darwin" : "linux";
  const links = {
    "bin/remote-cli/code-server": `code-${platform}.sh`,
    "bin/helpers/browser.sh": `browser-${platform}.sh`,
  };
  for (const [link, script] of Object.entries(links)) {
    const path = join(vsCode, link);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { force: true });
    symlinkSync(script, path);
  }
}
