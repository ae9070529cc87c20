import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";

const startLimitMs = 60_000;
/** Until a command shows what it does; the first apply loads parsers. */
const answerLimitMs = 20_000;
/**
 * VS Code asks for lenses after as long as earlier answers took, a minute at most, and begins to wait anew with each change of focus. The
 * first apply after a start, when parsers load, holds such answers up, on a busy machine for long.
 */
export const lensLimitMs = 90_000;
/** On a lens whose command VS Code does not find; before each it is given twice as long for new ones. */
const CLICKS = 6;
const screenshots = join(import.meta.dirname, "../../.vscode-test/screenshots");

/** What a person does and sees. All of it goes through the page: keys, clicks and what is drawn. */
export interface Workbench {
  readonly page: Page;
  /** Opens a file of the workspace by its name, or by as much of its path as makes it unique. */
  readonly openFile: (name: string) => Promise<void>;
  /** Runs the command with exactly this title, for instance `Fast Apply: Apply Selection`, from the palette. */
  readonly runCommand: (title: string) => Promise<void>;
  /** Titles the palette offers for a text. */
  readonly offeredCommands: (text: string) => Promise<readonly string[]>;
  /** Puts the cursor on a line of the active editor; lines count from 1. */
  readonly goToLine: (line: number) => Promise<void>;
  /**
   * Clicks the first lens of the active editor with this text, once it is there, and waits for what it leads to. VS Code asks for new
   * lenses when an editor gets the focus; a click on an old one in that moment runs nothing, as VS Code says, and is made again.
   */
  readonly clickCodeLens: (text: string | RegExp, leadsTo: Locator) => Promise<void>;
  /** As Playwright names keys: `Control+Enter`, `Alt+F5`, `y`. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** The lines of the active editor that are on the screen, folded and scrolled as it is. */
  readonly visibleText: () => Promise<string>;
  /** All text of the active editor, by selecting and copying; the cursor is put back. */
  readonly editorText: () => Promise<string>;
  /** Title of the active tab, empty when nothing is open. */
  readonly activeTab: () => Promise<string>;
  /** Messages of the notifications that are shown. */
  readonly notifications: () => Promise<readonly string[]>;
  /** Clicks a button of the modal dialog, once it is there, and answers its message. */
  readonly answerDialog: (button: string) => Promise<string>;
  /** Saves a picture of the window as `.vscode-test/screenshots/<name>.png`. */
  readonly screenshot: (name: string) => Promise<void>;
}

/** Fulfilled when the workbench can be used; extensions may still start. */
export async function waitForWorkbench(page: Page): Promise<void> {
  await page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: startLimitMs });
  // Its entry for problems comes from a contribution of the last phase.
  await page.locator("#status\\.problems").waitFor({ timeout: startLimitMs });
}

export function workbenchOn(page: Page): Workbench {
  const activeGroup = page.locator(".editor-group-container.active");
  const quickInput = page.locator(".quick-input-widget");

  const askQuickInput = async (text: string): Promise<Locator> => {
    const input = quickInput.locator("input[type=text]");
    await page.keyboard.press("F1");
    try {
      await input.fill(text, { timeout: 5_000 });
    } catch {
      // An editor that came to the front meanwhile has closed it.
      await page.keyboard.press("F1");
      await input.fill(text);
    }
    return quickInput.locator(".monaco-list-row");
  };
  const pickInQuickInput = async (text: string, choose: (rows: Locator) => Locator): Promise<void> => {
    // Opened before the extension had started, the list stays without its commands: it is soon opened anew.
    for (let patience = 1_000; ; patience *= 2) {
      const rows = await askQuickInput(text);
      const row = choose(rows).first();
      try {
        await row.waitFor({ timeout: patience });
        // By key where that is enough: rows move while VS Code finds more of them, and a click hits the one that came there.
        if (await choose(rows.and(page.locator(".focused"))).isVisible()) await page.keyboard.press("Enter");
        // With more patience than for the list: a click that was only slow would be made a second time.
        else await row.click({ timeout: answerLimitMs });
        return;
      } catch (error) {
        if (patience > 15_000) throw error;
        // What came to the front meanwhile may have closed it, and has the focus: there Escape means something else.
        if (await quickInput.isVisible()) await page.keyboard.press("Escape");
      }
    }
  };
  const runCommand = (title: string): Promise<void> =>
    pickInQuickInput(`>${title}`, (rows) => rows.filter({ has: page.getByText(title, { exact: true }) }));
  const focusEditor = async (): Promise<void> => {
    await activeGroup.locator(".monaco-editor textarea, .monaco-editor .native-edit-context").first().focus();
  };

  return {
    page,
    openFile: async (name) => {
      await pickInQuickInput(name, (rows) => rows.filter({ hasText: name }));
      await activeGroup
        .locator(".tab.active")
        .filter({ hasText: baseName(name) })
        .waitFor();
      await activeGroup.locator(".monaco-editor .view-line").first().waitFor();
    },
    runCommand,
    offeredCommands: async (text) => {
      const rows = await askQuickInput(`>${text}`);
      await rows.first().waitFor();
      const titles = await rows.evaluateAll((elements) =>
        elements.map((element) => element.querySelector(".label-name")?.textContent ?? ""),
      );
      await page.keyboard.press("Escape");
      return titles.filter((title) => title !== "No matching commands");
    },
    goToLine: async (line) => {
      await askQuickInput(`:${line}`);
      await page.keyboard.press("Enter");
      await quickInput.waitFor({ state: "hidden" });
    },
    clickCodeLens: async (text, leadsTo) => {
      const refusal = page.locator(".notification-list-item").filter({ hasText: "Actual command not found" });
      for (let clicks = 0; clicks < CLICKS; clicks++) {
        await activeGroup
          .locator(".codelens-decoration a")
          .filter({ hasText: text })
          .first()
          .click({ timeout: lensLimitMs });
        const answer = leadsTo.or(refusal).first();
        try {
          await answer.waitFor({ timeout: 5_000 });
        } catch {
          // VS Code does not bring every message to the front.
          await runCommand("Notifications: Show Notifications");
          await answer.waitFor({ timeout: answerLimitMs });
        }
        if (!(await refusal.isVisible())) return;
        await runCommand("Notifications: Clear All Notifications");
        await refusal.waitFor({ state: "detached" });
        await page.waitForTimeout(1_000 * 2 ** clicks);
      }
      throw new Error(`${String(CLICKS)} clicks on the lens ${String(text)} ended in "Actual command not found".`);
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
    visibleText: async () => {
      const lines = await activeGroup.locator(".monaco-editor .view-line").evaluateAll((elements) =>
        elements
          .map((element) => ({ top: element.getBoundingClientRect().top, text: element.textContent }))
          .sort((one, other) => one.top - other.top)
          .map(({ text }) => text),
      );
      return lines.join("\n").replaceAll("\u00a0", " ");
    },
    editorText: async () => {
      await focusEditor();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Control+c");
      const text = await page.evaluate(() => navigator.clipboard.readText());
      // Back to where the cursor was.
      await page.keyboard.press("Control+u");
      return text;
    },
    activeTab: async () => {
      const [title] = await activeGroup.locator(".tab.active .monaco-icon-label-container").allTextContents();
      return title ?? "";
    },
    notifications: () => page.locator(".notification-list-item-message").allInnerTexts(),
    answerDialog: async (button) => {
      const dialog = page.locator(".monaco-dialog-box");
      const message = await dialog.locator(".dialog-message-container").innerText();
      await dialog.getByRole("button", { name: button, exact: true }).click();
      await dialog.waitFor({ state: "hidden" });
      return message;
    },
    screenshot: async (name) => {
      mkdirSync(screenshots, { recursive: true });
      await page.screenshot({ path: join(screenshots, `${name}.png`) });
    },
  };
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
