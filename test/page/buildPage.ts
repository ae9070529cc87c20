import { join } from "node:path";
import { build } from "esbuild";
import { pageBundle } from "../../scripts/pageBundle.mjs";

const root = join(import.meta.dirname, "../..");

/** The page as it ships, but readable where it fails. */
export const builtPage = join(root, "dist-test", "webview");

export default async function setup(): Promise<void> {
  await build({ ...pageBundle(root, builtPage), logLevel: "warning", sourcemap: "inline" });
}
