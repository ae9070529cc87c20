import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorkbench } from "./desk.ts";
import { colourAt } from "./pixels.ts";

type Opened = Awaited<ReturnType<typeof openWorkbench>>;

describe("the workbench with the packaged extension", () => {
  let workbench: Opened;
  beforeAll(async () => {
    workbench = await openWorkbench({ settings: { "workbench.colorTheme": "Default Dark Modern" } });
  });
  afterAll(() => workbench.close());

  test("shows and gives the text of a file", async () => {
    await workbench.openFile("cart.ts");
    expect(await workbench.activeTab()).toBe("cart.ts");
    expect(await workbench.visibleText()).toContain("class Cart {");
    const onDisk = readFileSync(join(workbench.folder, "cart.ts"), "utf8");
    expect(await workbench.editorText()).toBe(onDisk);
  });

  test("types, asks whether to save, and forgets the change", async () => {
    await workbench.openFile("theme.css");
    await workbench.goToLine(1);
    await workbench.press("x");
    expect(await workbench.visibleText()).toContain("x:root");
    await workbench.runCommand("View: Close Editor");
    expect(await workbench.answerDialog("Don't Save")).toContain("theme.css");
    expect(readFileSync(join(workbench.folder, "theme.css"), "utf8")).toMatch(/^:root/);
  });

  test("has the colours of the chosen theme", async () => {
    await workbench.screenshot("smoke-dark");
    const { red, green, blue } = await colourAt(workbench.page, 700, 500);
    expect(Math.max(red, green, blue)).toBeLessThan(80);
  });
});
