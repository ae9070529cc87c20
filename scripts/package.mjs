// Packages what `npm run build` made: `node scripts/package.mjs [--out file.vsix]`.
import { createVSIX } from "@vscode/vsce";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { out: { type: "string", default: "fast-apply.vsix" } } });

await createVSIX({
  cwd: join(import.meta.dirname, ".."),
  packagePath: values.out,
  // Everything is bundled, so no package is shipped beside it.
  dependencies: false,
  // The readme's links stay relative; where it is published is not known here.
  rewriteRelativeLinks: false,
  allowMissingRepository: true,
});
