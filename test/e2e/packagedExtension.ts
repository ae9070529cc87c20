// Once before all files: packages the extension as it is published and installs it as a user would. With E2E_VSIX that file is taken.
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
  const vsix = process.env.E2E_VSIX ?? (await packageInto(scratch));
  const extensions = join(scratch, "extensions");
  await installExtension(vsix, { userData: join(scratch, "user"), extensions });
  project.provide("vsix", vsix);
  project.provide("extensions", extensions);
  return guard.end;
}

async function packageInto(folder: string): Promise<string> {
  const vsix = join(folder, "fast-apply.vsix");
  await promisify(execFile)(process.execPath, ["scripts/package.mjs", "--out", vsix], { cwd: root });
  return vsix;
}
