// `npm start [-- --port 8317] [--reuse-build]`: opens the samples and a plan for them in VS Code, until Ctrl+C. It rebuilds on every change,
// unless the build that is there shall stay.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { startGuard } from "../test/host/launcher/guard.ts";
import type { Guard } from "../test/host/launcher/guard.ts";
import { remoteUri, startServer, workbenchUrl } from "../test/host/launcher/server.ts";
import { writeUserSettings } from "../test/host/launcher/settings.ts";
import { copySamples } from "../test/host/launches.ts";
import { readArguments } from "./arguments.ts";
import { findDesktopCode } from "./desktopCode.mjs";

const { values: options } = readArguments("npm start -- [--port 8317] [--reuse-build]", {
  options: { port: { type: "string", default: "8317" }, "reuse-build": { type: "boolean" } },
});
const root = join(import.meta.dirname, "..");
const workspace = join(root, ".vscode-test/sample-workspace");
const plan = join(workspace, "plan.md");

const whatToDo = `
What to do there:
  1. plan.md is what a chat model answered. Click "Apply to cart.ts" above the first sketch.
  2. The review shows red and green lines. y accepts the change at the cursor, n rejects it, u takes that back.
  3. Ctrl+Enter accepts all the rest. Ctrl+Z in the file undoes it as usual.
  4. The chat: F1, "Fast Apply: Open Chat". Its sample conversation needs no model; with a key or a server of yours, "Add a model…".
The samples are a copy in .vscode-test/sample-workspace. After a change of the code: F1, "Developer: Reload Window".
Ctrl+C here ends everything.
`;

rmSync(workspace, { recursive: true, force: true });
copySamples(workspace);

const guard = startGuard();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    void guard.end().then(() => process.exit(0));
  });
}
if (options["reuse-build"] !== true) watch(guard);
const code = findDesktopCode();
try {
  if (code === undefined) await openInBrowser(guard);
  else openOnDesktop(code);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await guard.end();
  process.exit(1);
}

function watch(guard: Guard): void {
  // Detached, so that the guard can end it also when this process is killed.
  const child = spawn(process.execPath, ["esbuild.mjs", "--watch"], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (child.pid !== undefined) guard.endsGroup(child.pid);
}

function openOnDesktop(code: string): void {
  const args = [`--extensionDevelopmentPath=${root}`, "--new-window", workspace, plan];
  const { status } = spawnSync(code, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) throw new Error(`${code} failed. Next step: check that \`code --version\` works.`);
  console.log("The samples are open in VS Code; its window stays open when this ends.");
  console.log(whatToDo);
}

async function openInBrowser(guard: Guard): Promise<void> {
  const folder = join(root, ".vscode-test/start");
  const userData = join(folder, "user");
  writeUserSettings(userData, {});
  const port = Number(options.port);
  await startServer(guard, { userData, extensions: linkExtension(folder), port }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\nNext step, where the port is taken: npm start -- --port ${port + 1}`);
  });
  const url = workbenchUrl(port, { folder: workspace }, [["openFile", remoteUri(port, plan)]]);
  console.log(`\nVS Code runs here; open this address in a browser on this machine:\n\n  ${url}`);
  console.log(whatToDo);
  showInBrowser(url);
}

/** A link in a new folder of extensions makes VS Code load this project as if it were installed. */
function linkExtension(folder: string): string {
  const extensions = join(folder, "extensions");
  rmSync(extensions, { recursive: true, force: true });
  mkdirSync(extensions, { recursive: true });
  symlinkSync(root, join(extensions, "fast-apply.fast-apply-0.1.0"));
  return extensions;
}

/** Only where there is a screen; the address is printed anyway. */
function showInBrowser(url: string): void {
  const hasScreen = process.platform === "darwin" || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
  if (!hasScreen) return;
  const opener = spawn(process.platform === "darwin" ? "open" : "xdg-open", [url], { stdio: "ignore" });
  // There may be a screen but no browser.
  opener.on("error", () => undefined);
}
