// Once before the tests that start processes: builds the command into a folder of its own, so that a build of the project meanwhile does no harm.
// With FAST_APPLY_BUILT, as in `npm test`, `dist` is what is to be tested.
import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Absolute path of the built command. */
    command: string;
    /** Absolute path of the program of the local engine. */
    engine: string;
  }
}

const root = join(import.meta.dirname, "../../..");

export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if (process.env.FAST_APPLY_BUILT !== undefined) {
    provide(project, root);
    return undefined;
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fast-apply-command-")));
  // Tests also run it as another user.
  chmodSync(folder, 0o755);
  copyFileSync(join(root, "esbuild.mjs"), join(folder, "esbuild.mjs"));
  const sources = ["extension", "media", "node_modules", "package.json", "scripts", "tsconfig.json", "webview"];
  for (const name of sources) symlinkSync(join(root, name), join(folder, name));
  await promisify(execFile)(process.execPath, [join(folder, "esbuild.mjs")]);
  provide(project, folder);
  return () => {
    rmSync(folder, { recursive: true });
  };
}

function provide(project: TestProject, folder: string): void {
  project.provide("command", join(folder, "dist/cli.js"));
  project.provide("engine", join(folder, "dist/local/engine.js"));
}
