import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { drawnRows } from "./drawnRows.ts";
import type { DrawnRow } from "./drawnRows.ts";
import { lensLimitMs } from "./workbench.ts";
import type { Workbench } from "./workbench.ts";

/** What a person does with sketches and reviews, and sees of them. */
export interface Reviewing {
  /** Opens the plan with the fence for a file in sight. */
  readonly openFence: (file: string) => Promise<void>;
  /** Opens the plan, clicks the lens of a fence in it, and waits for the review with its lenses. */
  readonly applyFence: (file: string) => Promise<void>;
  readonly tabInFront: (title: string) => Locator;
  /** Waits until the tab in front has this title. */
  readonly inFront: (title: string) => Promise<void>;
  /**
   * Takes the focus from the chat, which is in another frame, to the first line of the review in front, where no hunk is. The extension knows by
   * then: a key that is pressed before it has heard of a click goes by the cursor of before.
   */
  readonly takeFocus: (title: string) => Promise<void>;
  /** The entry of the status bar, empty where there is none. */
  readonly status: () => Promise<string>;
  /** Waits until the entry of the status bar is this. */
  readonly seeStatus: (text: string) => Promise<void>;
  readonly rows: () => Promise<readonly DrawnRow[]>;
  /** The added and the removed lines on the screen, each with its sign. */
  readonly changes: () => Promise<readonly string[]>;
  /** The warnings on the screen. */
  readonly remarks: () => Promise<string>;
  /** Lenses on the screen, those of one line in one text. */
  readonly lenses: () => Promise<readonly string[]>;
  /** Shows the rows of *Pending Reviews* in the explorer. */
  readonly expandPending: () => Promise<void>;
  readonly notification: (text: string) => Locator;
  /** The row of the quick pick that is open. */
  readonly choice: (text: string | RegExp) => Locator;
  readonly onDisk: (name: string) => string;
  readonly isDirty: (name: string) => Promise<boolean>;
  /** Saves the file in front and waits until it is on the disk. */
  readonly save: () => Promise<void>;
}

export function reviewingOn(workbench: Workbench & { readonly folder: string }): Reviewing {
  const { page, folder } = workbench;
  const activeGroup = page.locator(".editor-group-container.active");
  const entry = page.locator("[id='fast-apply.fast-apply.fastApply.review']");
  const tab = (title: string): Locator => page.locator(".tab").filter({ hasText: title });

  const status = async (): Promise<string> => ((await entry.count()) === 0 ? "" : (await entry.innerText()).trim());
  const tabInFront = (title: string): Locator =>
    activeGroup.locator(".tab.active").filter({ has: page.getByText(title, { exact: true }) });
  const inFront = (title: string): Promise<void> => tabInFront(title).waitFor();
  const isDirty = async (name: string): Promise<boolean> => (await tab(name).and(page.locator(".dirty")).count()) > 0;
  const rows = (): Promise<readonly DrawnRow[]> => drawnRows(page);

  const openFence = async (file: string): Promise<void> => {
    await workbench.openFile("plan.md");
    const lines = readFileSync(join(folder, "plan.md"), "utf8").split("\n");
    const fence = lines.findIndex((line) => line.startsWith("```") && line.endsWith(` ${file}`));
    const isInSight = (await workbench.visibleText()).split("\n").includes(lines[fence] ?? "");
    if (!isInSight) await workbench.goToLine(fence + 1);
  };

  return {
    openFence,
    applyFence: async (file) => {
      await openFence(file);
      await workbench.clickCodeLens(`Apply to ${file}`, tabInFront(reviewTitle(file)));
      await activeGroup
        .locator(".codelens-decoration a")
        .filter({ hasText: /^(Reject|Drop)$/ })
        .first()
        .waitFor({ timeout: lensLimitMs });
    },
    tabInFront,
    inFront,
    takeFocus: async (title) => {
      await inFront(title);
      const goToTop = async (): Promise<string> => {
        await workbench.goToLine(1);
        await activeGroup.locator(".monaco-editor.focused").first().waitFor();
        return status();
      };
      // A review that is still being opened puts the cursor on its first hunk.
      await expect.poll(goToTop).toMatch(/Fast Apply: \d+ /);
    },
    status,
    seeStatus: async (text) => {
      if (text === "") await entry.waitFor({ state: "detached" });
      else await entry.getByText(text, { exact: true }).waitFor();
    },
    rows,
    changes: async () => (await rows()).filter(({ sign }) => sign !== "").map(({ sign, text }) => `${sign}${text}`),
    remarks: async () => (await rows()).map(({ remark }) => remark).join(""),
    lenses: async () => {
      const texts = await activeGroup.locator(".codelens-decoration").allTextContents();
      return texts.filter((text) => text !== "").map((text) => text.replace(/\s+/g, " "));
    },
    expandPending: async () => {
      const header = page.locator(".pane-header").filter({ has: page.getByText("Pending Reviews", { exact: true }) });
      await header.waitFor();
      if ((await header.getAttribute("aria-expanded")) === "false") await header.click();
    },
    notification: (text) => page.locator(".notification-list-item").filter({ hasText: text }),
    choice: (text) => page.locator(".quick-input-widget .monaco-list-row").filter({ hasText: text }),
    onDisk: (name) => readFileSync(join(folder, name), "utf8"),
    isDirty,
    save: async () => {
      const name = await workbench.activeTab();
      // The tab comes to the front before the workbench knows that its text has changed, and then there is nothing to save.
      await expect.poll(() => isDirty(name)).toBe(true);
      await workbench.press("Control+s");
      // As many editors as show it.
      await expect.poll(() => isDirty(name)).toBe(false);
    },
  };
}

/** The tab of a file's review. */
function reviewTitle(file: string): string {
  return file.replace(".", " (review).");
}
