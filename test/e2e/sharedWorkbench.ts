import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { TestContext } from "vitest";
import { writeUserSettings } from "../host/launcher/settings.ts";
import type { Settings } from "../host/launcher/settings.ts";
import { createDesk, usualSettings } from "./desk.ts";
import type { Desk, OpenWorkbench } from "./desk.ts";
import type { Workbench } from "./workbench.ts";

/** Files of the workspace: their paths in it, and their texts. */
type Files = Readonly<Record<string, string>>;

/** The workbench that groups of tests share: a start takes longer than most tests. */
export interface SharedWorkbench extends OpenWorkbench, Pick<Desk, "folder" | "runtimeFolder"> {
  /**
   * The state that tests begin from: nothing is open, under review or to be read, the explorer is in front, settings are as at
   * the start, and the workspace has the samples, the plan and `files` alone. Chats, keys and turns of agents stay.
   */
  readonly startOver: (files?: Files) => Promise<void>;
  /** Changes the user's settings, and waits until VS Code goes by them. `startOver` takes them back. */
  readonly chooseSettings: (settings: Settings) => Promise<void>;
}

const settingsOfWorkspace = join(".vscode", "settings.json");
/** Keys that no person has, for what is done between tests. */
const clearUp = "Control+Alt+Shift+F12";
const discardReviews = "Control+Alt+Shift+F11";
const bindings = [
  {
    key: "ctrl+alt+shift+f12",
    command: "runCommands",
    args: {
      commands: [
        "notifications.clearAll",
        // Saved first: what is accepted and not saved would come back as pending hunks.
        "workbench.action.files.saveAll",
        "workbench.action.closeAllEditors",
        // Where the focus is shows that all of it is done.
        "workbench.files.action.focusFilesExplorer",
      ],
    },
  },
  { key: "ctrl+alt+shift+f11", command: "fastApply.resetReviews" },
];

let opened: Promise<SharedWorkbench> | undefined;

/** The same one for all files of tests: they run in one process, and VS Code ends with it. */
export function shareWorkbench(): Promise<SharedWorkbench> {
  return (opened ??= open());
}

/** What the user had on the screen when a test failed; for `afterEach`. */
export async function pictureFailure(workbench: Workbench, { task }: TestContext): Promise<void> {
  if (task.result?.state !== "fail") return;
  await workbench.runCommand("Notifications: Show Notifications");
  await workbench.screenshot(`failed ${task.name.slice(0, 40)}`);
}

async function open(): Promise<SharedWorkbench> {
  const desk = await createDesk();
  const { folder, userData, runtimeFolder } = desk;
  writeFileSync(join(userData, "User/keybindings.json"), JSON.stringify(bindings));
  const workbench = await desk.open();
  const { page, press, answerDialog } = workbench;
  const samples = filesBelow(folder);
  const ofMachine = join(userData, "Machine/settings.json");
  const ofUser = join(userData, "User/settings.json");
  const ofWorkspace = join(folder, settingsOfWorkspace);
  mkdirSync(dirname(ofWorkspace));
  const atStart = readFileSync(ofUser, "utf8");
  let areChosen = false;
  let marks = 0;

  const writeSettings = async (settings: Settings): Promise<void> => {
    // Some can be of one scope alone.
    writeUserSettings(userData, { ...usualSettings, ...settings });
    // VS Code reads settings in its own time. The title of the window is one too, and shows when it has.
    const title = `Settings ${String(++marks)}.`;
    writeFileSync(ofWorkspace, JSON.stringify({ ...settings, "window.title": title }));
    await page.waitForFunction((wanted) => document.title.includes(wanted), title);
  };
  const chooseSettings = async (settings: Settings): Promise<void> => {
    areChosen = true;
    await writeSettings(settings);
  };
  const resetSettings = async (): Promise<void> => {
    // The extension changes them too, when the user has chosen something.
    if (!areChosen && !existsSync(ofMachine) && readFileSync(ofUser, "utf8") === atStart) return;
    rmSync(ofMachine, { force: true });
    await writeSettings({});
    areChosen = false;
  };
  const closeAll = async (): Promise<void> => {
    const isDone = page.locator(".explorer-folders-view .monaco-list:focus");
    const isAsking = page.locator(".monaco-dialog-box");
    // Right after the start VS Code does not know the keys yet. And what changes while it saves is asked about.
    for (let patience = 2_000; ; patience *= 2) {
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await press(clearUp);
      try {
        await isDone.waitFor({ timeout: patience });
        await page.locator(".tab").first().waitFor({ state: "detached", timeout: patience });
        break;
      } catch (error) {
        if (patience > 20_000) throw error;
        await workbench.screenshot(`not cleared up after ${String(patience)} ms`);
        if (await isAsking.isVisible()) await press("Escape");
      }
    }
  };
  const startOver = async (files: Files = {}): Promise<void> => {
    // What a failed test has left.
    for (const asking of [page.locator(".monaco-dialog-box"), page.locator(".quick-input-widget")]) {
      if (await asking.isVisible()) await press("Escape");
      await asking.waitFor({ state: "hidden" });
    }
    await closeAll();
    const pending = page.locator("[id='fast-apply.fast-apply.fastApply.review']");
    if ((await pending.count()) > 0) {
      await press(discardReviews);
      await answerDialog("Discard");
      await pending.waitFor({ state: "detached" });
    }
    putInPlace(folder, new Map([...samples, ...Object.entries(files)]));
    await resetSettings();
  };
  return { ...workbench, folder, runtimeFolder, startOver, chooseSettings };
}

/** By path in the folder. */
function filesBelow(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, "utf8")]));
}

/** Touches only what differs, since VS Code watches the files. */
function putInPlace(folder: string, files: ReadonlyMap<string, string>): void {
  const now = filesBelow(folder);
  for (const [path, text] of files) if (now.get(path) !== text) writeFileSync(join(folder, path), text);
  const left = [...now.keys()].filter((path) => !files.has(path) && path !== settingsOfWorkspace);
  for (const path of left) rmSync(join(folder, path));
}
