import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { reviewingOn } from "./reviewing.ts";
import type { Reviewing } from "./reviewing.ts";
import { pictureFailure, shareWorkbench } from "./sharedWorkbench.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

const cart = "export function total(prices) {\n  return prices.reduce((sum, price) => sum + price, 0);\n}\n";
const shop = "export const name = 'Shop';\nexport const open = false;\n";
const server = join(import.meta.dirname, "../../dist/cli.js");

/** An agent of another program, which starts the server itself, while the user has the folder open. */
describe("an agent outside VS Code", () => {
  let workbench: SharedWorkbench;
  let review: Reviewing;
  let agent: Client;

  beforeAll(async () => {
    workbench = await shareWorkbench();
    await workbench.startOver({ "cart.js": cart, "shop.js": shop });
    review = reviewingOn(workbench);
    agent = new Client({ name: "robin", title: "Robin", version: "1" });
    const args = [server, "mcp", "--root", workbench.folder];
    const env = { PATH: process.env.PATH ?? "", FAST_APPLY_RUNTIME_FOLDER: workbench.runtimeFolder };
    await agent.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  });
  afterEach((context) => pictureFailure(workbench, context));
  afterAll(() => agent.close());

  /** What the agent is told, as it reads it. */
  const edit = async (file: string, sketch: string): Promise<string> => {
    const call = { target_file: file, instructions: "I edit.", code_edit: sketch };
    const options = { timeout: 100_000, onprogress: () => undefined, resetTimeoutOnProgress: true };
    const { content } = await agent.callTool({ name: "edit_file", arguments: call }, undefined, options);
    const [part] = Array.isArray(content) ? (content as readonly { readonly text?: string }[]) : [];
    return part?.text ?? "";
  };
  /** A row of *Pending Reviews* in the explorer. */
  const row = (text: string): Locator =>
    workbench.page.locator(".pane", { hasText: "Pending Reviews" }).locator(".monaco-list-row", { hasText: text });

  test("waits while its edits are reviewed, and is told what the user decided", async () => {
    // The window opens its door when VS Code has started.
    await expect.poll(() => readdirSync(workbench.runtimeFolder, { recursive: true }).join()).toContain(".json");
    const inCart = edit("cart.js", cart.replace("  return", "  if (prices.length === 0) return 0;\n  return"));
    await review.notification("Robin wants to edit cart.js").waitFor();
    const inShop = edit("shop.js", "// ... existing code ...\nexport const open = true;\n");
    await review.expandPending();
    await row("Robin").waitFor();
    await row("shop.js").waitFor();
    expect(await workbench.activeTab()).toBe("");
    await workbench.screenshot("agent-pending");

    await review.notification("Robin wants to edit cart.js").getByRole("button", { name: "Review" }).click();
    await review.inFront("cart (review).js");
    await workbench.press("y");
    expect(await inCart).toMatch(/^applied: cart\.js/);

    await row("shop.js").click();
    await review.inFront("shop (review).js");
    await workbench.press("n");
    expect(await inShop).toMatch(/^rejected: shop\.js.*The user rejected the edit/);
    expect(review.onDisk("shop.js")).toBe(shop);
  });

  test("leaves one step to undo all that it did", async () => {
    await row("Robin").hover();
    await workbench.screenshot("agent-turn");
    await row("Robin").getByRole("button", { name: "Undo All" }).click();
    await row("Robin").waitFor({ state: "detached" });
    await workbench.openFile("cart.js");
    await expect.poll(() => workbench.editorText()).toBe(cart);
  });
});
