// Takes pictures of the chat from the packaged extension, at work on the sample conversation.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { chattingOn } from "../e2e/chatting.ts";
import { openWorkbench } from "../e2e/desk.ts";
import { reviewingOn } from "../e2e/reviewing.ts";
import { palettePng } from "./palettePng.ts";

const root = join(import.meta.dirname, "../..");

/** In CSS pixels. */
const size = { width: 1200, height: 720 };
const widths = { wide: 440, narrow: 260 };

const themes = [
  { name: "light", label: "Light Modern" },
  { name: "hc-dark", label: "Dark High Contrast" },
  { name: "dark", label: "Dark Modern" },
] as const;

/** The two of the page on the chat; the others are to be looked at. */
const published: Readonly<Record<string, string>> = {
  "light wide": "media/chat.png",
  "dark wide": "media/chat-dark.png",
};

describe("pictures of the chat", () => {
  let workbench: Awaited<ReturnType<typeof openWorkbench>>;
  beforeAll(async () => {
    mkdirSync(join(root, ".vscode-test/screenshots/chat"), { recursive: true });
    workbench = await openWorkbench({
      settings: {
        "workbench.colorTheme": "Default Light Modern",
        "workbench.layoutControl.enabled": false,
        "workbench.activityBar.location": "top",
        "window.commandCenter": false,
        "editor.minimap.enabled": false,
        "chat.disableAIFeatures": true,
        "remote.autoForwardPorts": false,
      },
    });
    await workbench.page.setViewportSize(size);
    const chat = chattingOn(workbench);
    await chat.open();
    await chat.button("Open the sample conversation").click();
    await chat.block("cart.ts").getByRole("button", { name: "Apply", exact: true }).click();
    await reviewingOn(workbench).inFront("cart (review).ts");
    await chat.block("cart.ts").getByRole("button", { name: "hunks" }).waitFor();
    await workbench.page.locator(".codelens-decoration a").filter({ hasText: "Reject all" }).first().waitFor();
    // For a moment the status bar says how long it took, which is the start of VS Code more than anything.
    await workbench.page.locator(".part.statusbar").getByText("chars/s").waitFor({ state: "hidden" });
  });
  afterAll(() => workbench.close());

  const chooseTheme = async (label: string): Promise<void> => {
    await workbench.runCommand("Preferences: Color Theme");
    const quickInput = workbench.page.locator(".quick-input-widget");
    await quickInput.locator("input[type=text]").fill(label);
    await quickInput.locator(".monaco-list-row").filter({ hasText: label }).first().click();
    await quickInput.waitFor({ state: "hidden" });
  };
  const widen = async (width: number): Promise<void> => {
    const box = await workbench.page.locator(".part.sidebar").boundingBox();
    if (box === null) throw new Error("The side bar is not shown.");
    const y = size.height / 2;
    await workbench.page.mouse.move(box.x + box.width, y);
    await workbench.page.mouse.down();
    await workbench.page.mouse.move(box.x + width, y, { steps: 5 });
    await workbench.page.mouse.up();
  };
  const take = async (name: string): Promise<void> => {
    // The mouse would leave a hover, and the cursor blinks.
    await workbench.page.mouse.move(size.width - 60, size.height - 5);
    await chattingOn(workbench)
      .page.locator(".messages")
      .evaluate((list) => {
        list.scrollTop = 0;
      });
    await workbench.page.waitForTimeout(1500);
    const png = await workbench.page.screenshot({ caret: "hide", animations: "disabled" });
    const path = published[name] ?? `.vscode-test/screenshots/chat/${name}.png`;
    writeFileSync(join(root, path), await palettePng(workbench.page.context(), png));
  };

  test.each(themes)("in $label", async ({ name, label }) => {
    await chooseTheme(label);
    for (const [width, pixels] of Object.entries(widths)) {
      await widen(pixels);
      await take(`${name} ${width}`);
    }
  });
});
