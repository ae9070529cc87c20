// Once before all files: builds the extension, packages it as it is published, and installs it as a user would. With FAST_APPLY_BUILT, as
// in `npm test`, `dist` is taken as it is; with E2E_VSIX that package, and `dist` as it is for what runs without VS Code.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { startGuard } from "../host/launcher/guard.ts";
import { installExtension } from "../host/launcher/server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Absolute path of the packaged extension. */
    vsix: string;
    /** Absolute path of the folder of extensions that has it installed. */
    extensions: string;
  }
}

const root = join(import.meta.dirname, "../..");

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const guard = startGuard();
  const scratch = guard.scratchFolder();
  const vsix = process.env.E2E_VSIX ?? join(scratch, "fast-apply.vsix");
  if (process.env.E2E_VSIX === undefined) {
    if (process.env.FAST_APPLY_BUILT === undefined) await run("esbuild.mjs");
    await run("scripts/package.mjs", "--out", vsix);
  }
  const extensions = join(scratch, "extensions");
  await installExtension(vsix, { userData: join(scratch, "user"), extensions });
  project.provide("vsix", vsix);
  project.provide("extensions", extensions);
  return guard.end;
}

async function run(...script: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, script, { cwd: root });
}
