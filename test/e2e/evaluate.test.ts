import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PYTHON, SCRIPT } from "../unit/training/texts.ts";
import { pictureFailure, shareWorkbench } from "./sharedWorkbench.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

const themes = [
  { theme: "Default Light Modern", drawnAs: "vs", body: "vscode-light" },
  { theme: "Default Dark Modern", drawnAs: "vs-dark", body: "vscode-dark" },
  { theme: "Default High Contrast", drawnAs: "hc-black", body: "vscode-high-contrast" },
];

describe("an evaluation on the repository that is open", () => {
  let workbench: SharedWorkbench;
  let report: FrameLocator;

  const git = (...args: readonly string[]): void => {
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], {
      cwd: workbench.folder,
    });
  };
  const commit = (message: string, script: string, python: string): void => {
    writeFileSync(join(workbench.folder, "orders.js"), script);
    writeFileSync(join(workbench.folder, "books.py"), python);
    git("add", "orders.js", "books.py");
    git("commit", "--quiet", "--message", message);
  };

  beforeAll(async () => {
    workbench = await shareWorkbench();
    report = workbench.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  });
  beforeEach(async () => {
    await workbench.startOver();
    git("init", "--quiet");
    commit("Begin", SCRIPT, PYTHON);
    commit("Print less", SCRIPT.replace('  console.log("total " + total);\n', ""), PYTHON);
    commit("Name the rate", SCRIPT, PYTHON.replaceAll("factor", "rate_factor"));
  });
  afterEach((context) => pictureFailure(workbench, context));
  afterAll(async () => {
    await workbench.startOver();
    rmSync(join(workbench.folder, ".git"), { recursive: true, force: true });
  });

  test("opens as a report in a tab, in the theme of VS Code, whose cases can be chosen and opened", async () => {
    await workbench.runCommand("Fast Apply: Evaluate on This Repository…");
    const { page } = workbench;
    await page.getByText("Which engines are to apply").or(page.getByPlaceholder("Which engines")).first().waitFor();
    await workbench.press("Enter");
    await page.getByPlaceholder("How many edits").waitFor();
    await workbench.press("Enter");
    await report.getByRole("heading", { level: 1 }).waitFor({ timeout: 60_000 });
    expect(await workbench.activeTab()).toMatch(/^Evaluation: /);
    const all = await report.locator("details.case:visible").count();
    expect(all).toBeGreaterThan(0);
    for (const { theme, drawnAs, body } of themes) {
      await workbench.chooseSettings({ "workbench.colorTheme": theme });
      await page.locator(`.monaco-workbench.${drawnAs}`).waitFor();
      await report.locator(`body.${body}`).waitFor();
      await workbench.screenshot(`evaluation ${theme}`);
      const colour = await report.locator("body").evaluate((element) => {
        const style = getComputedStyle(element);
        return [style.backgroundColor, style.getPropertyValue("--vscode-editor-background")];
      });
      expect(colour[0], theme).toBe(rgb(colour[1] ?? ""));
    }
    await report.getByRole("radio", { name: "exact" }).check();
    expect(await report.locator("details.case:visible").count()).toBeLessThanOrEqual(all);
    await report.locator("details.case:visible > summary").first().press("Enter");
    await report.locator("details[open] pre").first().waitFor();
    await workbench.screenshot("evaluation case");
  });
});

/** `#1f1f1f` as a browser computes it. */
function rgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(", ")})`;
}
