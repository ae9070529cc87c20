import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where the files of a release lie. */
export const releaseFolder = join(import.meta.dirname, "..", "release");

/** The file with the checksums of all others. */
export const SUMS = "SHA256SUMS";

/** The names of a release's files, but for that of the checksums. */
export function releaseFiles(folder = releaseFolder) {
  return readdirSync(folder)
    .filter((file) => file !== SUMS)
    .sort();
}

/** One line for each file of a release, as `sha256sum --check` reads them. */
export function checksums(folder = releaseFolder) {
  return releaseFiles(folder)
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, file)))
          .digest("hex")}  ${file}\n`,
    )
    .join("");
}
