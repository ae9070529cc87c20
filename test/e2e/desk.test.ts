import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDesk } from "./desk.ts";
import type { Desk, OpenWorkbench } from "./desk.ts";

describe("a desk", () => {
  let desk: Desk;
  let workbench: OpenWorkbench;
  beforeAll(async () => {
    desk = await createDesk();
    workbench = await desk.open();
    await workbench.openFile("retry.go");
  });
  afterAll(() => desk.end());

  test("keeps what is open when the window is loaded again", async () => {
    await workbench.reload();
    await expect.poll(workbench.activeTab, { timeout: 20_000 }).toBe("retry.go");
  });

  test("goes on when the extension host was killed", async () => {
    await workbench.killExtensionHost();
    await workbench.openFile("stores.py");
    expect(await workbench.visibleText()).toContain("class FileStore:");
  });

  test("keeps what is open when VS Code is started again", async () => {
    await workbench.reload();
    await workbench.close();
    workbench = await desk.open();
    await expect.poll(workbench.activeTab, { timeout: 20_000 }).toBe("stores.py");
  });
});
