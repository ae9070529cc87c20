import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a command in the folder of the project, and gives what it prints instead of printing it, so that commands beside each other do not mix.
 *
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ readonly hasPassed: boolean, readonly printed: Buffer }>}
 */
export function runQuietly([command = "", ...args], env = process.env) {
  return new Promise((done) => {
    /** @type {Buffer[]} */
    const printed = [];
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const keep = (/** @type {Buffer} */ part) => printed.push(part);
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => {
      done({ hasPassed: false, printed: Buffer.from(`${command}: ${error.message}\n`) });
    });
    child.on("close", (code) => {
      done({ hasPassed: code === 0, printed: Buffer.concat(printed) });
    });
  });
}
