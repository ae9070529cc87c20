import { spawnSync } from "node:child_process";

/** Settings of a surrounding `npm run` that must not reach another npm; where packages come from stays. */
const inherited = /^npm_(?!config_(.*registry|cafile|cache|.*proxy|userconfig|globalconfig)$)/i;

/**
 * Runs npm and shows its errors. Answers `undefined`, or what went wrong.
 *
 * @param {string} folder the working directory
 * @param {readonly string[]} args
 * @returns {string | undefined}
 */
export function runNpm(folder, args) {
  const flags = [...args, "--no-audit", "--no-fund", "--loglevel=error"];
  const environment = Object.entries(process.env).filter(([name]) => !inherited.test(name));
  /** @type {import("node:child_process").SpawnSyncOptions} */
  const options = { cwd: folder, env: Object.fromEntries(environment), stdio: "inherit" };
  // Under `npm run` npm says where it is; on Windows `npm` alone is a script that only a shell can start.
  const npm = process.env.npm_execpath;
  const result = npm?.endsWith("npm-cli.js")
    ? spawnSync(process.execPath, [npm, ...flags], options)
    : spawnSync("npm", flags, { ...options, shell: process.platform === "win32" });
  if (result.error !== undefined) {
    return `npm could not be started (${result.error.message}).\nNext step: install npm (it comes with Node.js) and repeat the command.`;
  }
  if (result.status === 0) return undefined;
  const how = result.status === null ? `was stopped by ${result.signal ?? "a signal"}` : `exited with ${result.status}`;
  return `npm ${args[0] ?? ""} ${how}; its own message stands above.\nNext step: check that the package registry can be reached, then repeat the command.`;
}
