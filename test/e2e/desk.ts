import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Dialog } from "playwright-core";
import { inject } from "vitest";
import { startBrowser } from "../host/launcher/browser.ts";
import { startGuard } from "../host/launcher/guard.ts";
import { openedBy, startServer, workbenchUrl } from "../host/launcher/server.ts";
import { plainLook, writeUserSettings } from "../host/launcher/settings.ts";
import type { Settings } from "../host/launcher/settings.ts";
import { copySamples } from "../host/launches.ts";
import { processesOfGroup } from "../host/launcher/processes.ts";
import { waitForWorkbench, workbenchOn } from "./workbench.ts";
import type { Workbench } from "./workbench.ts";

/** Until VS Code has started another extension host; on a busy machine that takes long. */
const restartLimitMs = 60_000;
/** What a test does not choose otherwise. VS Code looks for ports to forward by listing all processes, again and again. */
export const usualSettings: Settings = {
  ...plainLook,
  "remote.autoForwardPorts": false,
  // A file of the sample conversation would come before the one of the workspace that has the same name.
  "search.quickOpen.includeHistory": false,
};
const reloadCommand = "Developer: Reload Window";

export interface DeskOptions {
  readonly settings?: Settings;
  /** Fills an empty folder and says what VS Code opens: a folder or a `.code-workspace` file. The samples and their plan by default. */
  readonly prepare?: (folder: string) => string;
}

/** What a user keeps between two starts of VS Code: files, settings, and what VS Code stores, which it keeps for one port. */
export interface Desk {
  /** Absolute path of the folder that `prepare` filled. */
  readonly folder: string;
  /** Where VS Code keeps settings and keys of the user. */
  readonly userData: string;
  /** Where windows and agents meet: none of the user's own is met there. */
  readonly runtimeFolder: string;
  /** Starts VS Code, with the packaged extension installed; a second start finds what the first one left. */
  readonly open: () => Promise<OpenWorkbench>;
  /** Ends what runs and removes the files. */
  readonly end: () => Promise<void>;
}

export interface OpenWorkbench extends Workbench {
  /** Runs *Reload Window*. For a window that is loaded again without a warning, `page.reload()` and `waitForWorkbench(page)`. */
  readonly reload: () => Promise<void>;
  /** Kills the extension host without a warning and waits for the one that VS Code starts instead. */
  readonly killExtensionHost: () => Promise<void>;
  /** Ends VS Code; the desk can open it again. VS Code stores its layout once a minute and on `reload`, so reload first where tabs matter. */
  readonly close: () => Promise<void>;
}

export async function createDesk(options: DeskOptions = {}): Promise<Desk> {
  const guard = startGuard();
  const scratch = guard.scratchFolder();
  const userData = join(scratch, "user");
  writeUserSettings(userData, { ...usualSettings, ...options.settings });
  const folder = join(scratch, "workspace");
  mkdirSync(folder);
  const opened = openedBy((options.prepare ?? copySamples)(folder));
  const runtimeFolder = join(scratch, "run");
  const port = await freePort();
  const running = new Set<() => Promise<void>>();

  const open = async (): Promise<OpenWorkbench> => {
    const serverGuard = startGuard();
    process.env.FAST_APPLY_RUNTIME_FOLDER = runtimeFolder;
    const server = await startServer(serverGuard, { userData, extensions: inject("extensions"), port });
    const browser = await startBrowser(join(scratch, "profile"));
    const page = browser.pages()[0] ?? (await browser.newPage());
    const close = async (): Promise<void> => {
      running.delete(close);
      await browser.close();
      await serverGuard.end();
    };
    running.add(close);
    await page.goto(workbenchUrl(port, opened), { waitUntil: "commit" });
    await waitForWorkbench(page);
    const workbench = workbenchOn(page);
    return {
      ...workbench,
      reload: async () => {
        // On the web, VS Code warns while unsaved text is not backed up yet. Stay then, and try again.
        const stay = (dialog: Dialog): void => {
          void dialog.dismiss().then(() => workbench.runCommand(reloadCommand));
        };
        page.on("dialog", stay);
        await Promise.all([page.waitForEvent("domcontentloaded"), workbench.runCommand(reloadCommand)]);
        page.off("dialog", stay);
        await waitForWorkbench(page);
      },
      killExtensionHost: () => killExtensionHost(server.group),
      close,
    };
  };

  const end = async (): Promise<void> => {
    for (const close of running) await close();
    await guard.end();
  };
  return { folder, userData, runtimeFolder, open, end };
}

/** For one workbench that is never started again. */
export async function openWorkbench(options: DeskOptions = {}): Promise<OpenWorkbench & { readonly folder: string }> {
  const desk = await createDesk(options);
  const workbench = await desk.open();
  return { ...workbench, folder: desk.folder, close: desk.end };
}

async function killExtensionHost(group: number): Promise<void> {
  const running = (): readonly number[] =>
    processesOfGroup(group)
      .filter(({ command }) => command.includes("--type=extensionHost"))
      .map(({ id }) => id);
  const killed = running();
  if (killed.length === 0) throw new Error("No extension host runs.");
  for (const id of killed) process.kill(id, "SIGKILL");
  const deadline = Date.now() + restartLimitMs;
  while (!running().some((id) => !killed.includes(id))) {
    if (Date.now() > deadline) throw new Error("VS Code has not started another extension host.");
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** A port of the loopback interface that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
