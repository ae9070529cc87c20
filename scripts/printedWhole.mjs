import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a command in the folder of the project. What it prints comes as a whole when it has ended, so that commands beside each other do
 * not mix. Gives whether it succeeded.
 *
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<boolean>}
 */
export function runPrintedWhole([command = "", ...args], env = process.env) {
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
      console.log(`${command}: ${error.message}`);
      done(false);
    });
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(printed));
      done(code === 0);
    });
  });
}
