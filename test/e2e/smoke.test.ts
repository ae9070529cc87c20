import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pictureFailure, shareWorkbench } from "./sharedWorkbench.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

describe("the workbench with the packaged extension", () => {
  let workbench: SharedWorkbench;
  beforeAll(async () => {
    workbench = await shareWorkbench();
  });
  beforeEach(() => workbench.startOver());
  afterEach((context) => pictureFailure(workbench, context));

  test("shows and gives the text of a file", async () => {
    await workbench.openFile("cart.ts");
    expect(await workbench.activeTab()).toBe("cart.ts");
    // Another test of this workbench may have left the file scrolled.
    await workbench.goToLine(1);
    await expect.poll(workbench.visibleText).toContain("class Cart {");
    const onDisk = readFileSync(join(workbench.folder, "cart.ts"), "utf8");
    expect(await workbench.editorText()).toBe(onDisk);
  });

  test("types, asks whether to save, and forgets the change", async () => {
    await workbench.openFile("theme.css");
    await workbench.goToLine(1);
    await workbench.press("x");
    await expect.poll(workbench.visibleText).toContain("x:root");
    await workbench.runCommand("View: Close Editor");
    expect(await workbench.answerDialog("Don't Save")).toContain("theme.css");
    expect(readFileSync(join(workbench.folder, "theme.css"), "utf8")).toMatch(/^:root/);
  });
});
