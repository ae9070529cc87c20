import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startModelServer, type ModelServer } from "../servers/modelServer.ts";
import { reviewingOn } from "./reviewing.ts";
import type { Reviewing } from "./reviewing.ts";
import { pictureFailure, shareWorkbench } from "./sharedWorkbench.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

const original = "function a() {\n  run();\n}\n\nfunction b() {\n  run();\n}\n";
const wanted = original.replace("  run();\n}\n\n", "  run();\n  stop();\n}\n\n");
/** It fits both functions, so the structural engine is not sure. */
const plan = [
  "Stop after the run in `a`:",
  "",
  "```js run.js",
  "// ... existing code ...",
  "  run();",
  "  stop();",
  "}",
  "// ... existing code ...",
  "```",
  "",
].join("\n");

/** With the default settings, then with a model of the user's own server. */
describe("an apply that needs a model", () => {
  let server: ModelServer;
  let workbench: SharedWorkbench;
  let review: Reviewing;
  beforeAll(async () => {
    server = await startModelServer("plain", { answer: `<updated-code>\n${wanted}</updated-code>`, models: ["coder"] });
    workbench = await shareWorkbench();
    review = reviewingOn(workbench);
  });
  beforeEach(() => workbench.startOver({ "run.js": original, "plan.md": plan }));
  afterEach((context) => pictureFailure(workbench, context));
  afterAll(() => server.close());

  const quickInput = (): ReturnType<typeof workbench.page.locator> => workbench.page.locator(".quick-input-widget");
  const answer = async (title: string, text: string): Promise<void> => {
    await quickInput().getByText(title).first().waitFor();
    await quickInput().locator("input[type=text]").fill(text);
    await workbench.press("Enter");
  };

  const chooseServer = async (): Promise<void> => {
    await workbench.runCommand("Fast Apply: Choose Apply Provider…");
    await quickInput().getByText("Choose Apply Provider").first().waitFor();
    await workbench.screenshot("choose-provider");
    await answer("Choose Apply Provider", "vLLM");
    await answer("Address of vLLM", server.url);
    await answer("Model of vLLM", "coder");
    await quickInput().waitFor({ state: "hidden" });
  };

  test("is a review of what it may mean where no provider is set up, and asks for none", async () => {
    await review.openFence("run.js");
    await workbench.clickCodeLens("Apply to run.js", review.tabInFront("run (review).js"));
    await expect.poll(review.status).toMatch(/hunk/);
    await expect.poll(review.remarks).not.toBe("");
    await workbench.screenshot("no-provider");
    expect(await review.notification("Provider").count()).toBe(0);
    await workbench.press("Control+Backspace");
    await review.inFront("run.js");
    expect(review.onDisk("run.js")).toBe(original);
  });

  test("is reviewed as ever once the user has chosen a server", async () => {
    await chooseServer();
    await review.applyFence("run.js");
    await review.seeStatus("Fast Apply: 1/1 hunk");
    await expect.poll(review.changes).toEqual(["+  stop();"]);
    await workbench.page.locator(".statusbar-item").filter({ hasText: "vLLM coder" }).waitFor();
    await workbench.screenshot("rewritten-by-a-model");
    await workbench.press("y");
    await review.inFront("run.js");
    await review.save();
    expect(review.onDisk("run.js")).toBe(wanted);
    expect(server.requests.every(({ headers }) => headers.authorization?.includes("sk-") !== true)).toBe(true);
  });

  test("leaves the file alone and says why where the server fails", async () => {
    await chooseServer();
    server.fail({ type: "status", status: 503 }, { always: true });
    await review.openFence("run.js");
    await workbench.clickCodeLens("Apply to run.js", review.notification("vLLM"));
    await workbench.screenshot("provider-failed");
    expect(review.onDisk("run.js")).toBe(original);
    expect(await review.isDirty("run.js")).toBe(false);
  });
});
