// Takes the pictures of the walkthrough from the packaged extension, at work on the samples.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorkbench } from "../e2e/desk.ts";
import { palettePng } from "./palettePng.ts";

const folder = join(import.meta.dirname, "../../media/walkthrough");

/** For the page on reviews. */
const openPiece = join(import.meta.dirname, "../../media/open-piece.png");

/** In CSS pixels; what the walkthrough shows beside its text without making it too small to read. */
const size = { width: 1000, height: 640 };

describe("pictures of the walkthrough", () => {
  let workbench: Awaited<ReturnType<typeof openWorkbench>>;
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    workbench = await openWorkbench({
      settings: {
        "workbench.colorTheme": "Default Dark Modern",
        "workbench.activityBar.location": "hidden",
        "workbench.layoutControl.enabled": false,
        "window.commandCenter": false,
        "editor.minimap.enabled": false,
        "editor.fontSize": 15,
        "chat.disableAIFeatures": true,
        "remote.autoForwardPorts": false,
      },
    });
    await workbench.page.setViewportSize(size);
    await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
  });
  afterAll(() => workbench.close());

  const { height, width } = size;
  const take = async (name: string): Promise<void> => {
    // The mouse would leave a hover, and the cursor blinks.
    await workbench.page.mouse.move(width / 2, height - 5);
    await workbench.page.waitForTimeout(1000);
    await workbench.page.screenshot({ path: join(folder, `${name}.png`), caret: "hide", animations: "disabled" });
  };
  const lens = (text: string): Locator =>
    workbench.page.locator(".editor-group-container.active .codelens-decoration a").filter({ hasText: text }).first();

  test("the sketch", async () => {
    await workbench.openFile("plan.md");
    await lens("cart.ts").waitFor();
    await take("sketch");
  });

  test("the review", async () => {
    await lens("cart.ts").click();
    await expect.poll(workbench.activeTab).toContain("cart (review)");
    await lens("Reject").waitFor();
    // The last hunk has removed lines too.
    await workbench.press("k");
    await workbench.page.getByText("Fast Apply: 4/4 hunks").waitFor();
    await take("review");
  });

  test("the decisions", async () => {
    await workbench.press("j", "y");
    await workbench.page.getByText("Fast Apply: 1/3 hunks").waitFor();
    await take("decide");
  });

  test("an open piece", async () => {
    await workbench.openFile("plan.md");
    const plan = readFileSync(join(workbench.folder, "plan.md"), "utf8").split("\n");
    await workbench.goToLine(plan.findIndex((line) => line.startsWith("```python")) + 1);
    await lens("stores.py").click();
    await expect.poll(workbench.activeTab).toContain("stores (review)");
    await lens("Choose…").waitFor();
    await workbench.runCommand("Notifications: Clear All Notifications");
    // For a moment the status bar says how long it took, which is the start of VS Code more than anything.
    await workbench.page.locator(".part.statusbar").getByText("chars/s").waitFor({ state: "hidden" });
    await workbench.page.mouse.move(width / 2, height - 5);
    await workbench.page.waitForTimeout(1000);
    const png = await workbench.page.screenshot({ caret: "hide", animations: "disabled" });
    writeFileSync(openPiece, await palettePng(workbench.page.context(), png));
    await workbench.runCommand("Fast Apply: Reject All Hunks of This File");
    await expect.poll(workbench.activeTab).toContain("stores.py");
  });

  test("several files", async () => {
    await workbench.openFile("plan.md");
    const plan = readFileSync(join(workbench.folder, "plan.md"), "utf8").split("\n");
    await workbench.goToLine(plan.findIndex((line) => line.startsWith("```css")) + 1);
    await lens("theme.css").click();
    await expect.poll(workbench.activeTab).toContain("theme (review)");
    await workbench.runCommand("View: Toggle Primary Side Bar Visibility");
    const view = workbench.page.locator(".pane-header").filter({ hasText: "Pending Reviews" });
    await view.click();
    const file = workbench.page.locator(".pane-body .monaco-list-row").filter({ hasText: "hunk" }).first();
    await file.waitFor();
    await take("several");
  });
});
