import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The command of the desktop VS Code where it is on the PATH.
 *
 * @returns {string | undefined} absolute path
 */
export function findDesktopCode() {
  const names = process.platform === "win32" ? ["code.cmd", "code.exe"] : ["code"];
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}
