// `npm run release:attach` attaches what `npm run release:files` made to the release of its tag, and `npm run release:publish` sends the packages
// to the Marketplace. Each does so only with its key, and otherwise says what it would do.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checksums, releaseFiles, releaseFolder, SUMS } from "./checksums.mjs";

const { GH_TOKEN, VSCE_PAT, GITHUB_REF_NAME: tag } = process.env;
const names = filesAsMade();

if (names !== undefined) {
  if (process.argv[2] === "publish") await publish(names.filter((name) => name.endsWith(".vsix")));
  else attach([...names, SUMS]);
}

/** The files, if they are still those that the checksums are of. */
function filesAsMade() {
  try {
    if (readFileSync(join(releaseFolder, SUMS), "utf8") === checksums()) return releaseFiles();
    fail("The files in release/ are not those that their checksums are of.");
  } catch {
    fail("There are no files of a release.");
  }
  return undefined;
}

/** @param {string} what */
function fail(what) {
  console.error(`${what} Nothing was sent.\nNext step: npm run release:files.`);
  process.exitCode = 1;
}

/** @param {readonly string[]} files */
function attach(files) {
  if (GH_TOKEN === undefined || GH_TOKEN === "" || tag === undefined) {
    console.log(`Nothing is attached: there is no GH_TOKEN, or no tag. It would be:\n${files.join("\n")}`);
    return;
  }
  const paths = files.map((file) => join(releaseFolder, file));
  const { status } = spawnSync("gh", ["release", "create", tag, "--verify-tag", "--generate-notes", ...paths], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}

/** @param {readonly string[]} packages */
async function publish(packages) {
  if (VSCE_PAT === undefined || VSCE_PAT === "") {
    console.log(`Nothing is published: there is no VSCE_PAT. It would be:\n${packages.join("\n")}`);
    return;
  }
  const { publishVSIX } = await import("@vscode/vsce");
  await publishVSIX(
    packages.map((file) => join(releaseFolder, file)),
    { pat: VSCE_PAT },
  );
}
