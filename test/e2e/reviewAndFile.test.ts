import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { copySamples } from "../host/launches.ts";
import { cart, cartWith } from "./cart.ts";
import { openWorkbench } from "./desk.ts";
import { reviewingOn } from "./reviewing.ts";
import type { Reviewing } from "./reviewing.ts";

const whole = cartWith("discount in the totals", "discountRate", "applyDiscount", "the totals");
const windowsCart = cart.replaceAll("\n", "\r\n");

/** The samples, and one of them as Windows writes it. */
function withWindowsFile(folder: string): string {
  writeFileSync(join(folder, "windows.ts"), windowsCart);
  return copySamples(folder);
}

describe("a review and its file", () => {
  let workbench: Awaited<ReturnType<typeof openWorkbench>>;
  let review: Reviewing;
  beforeAll(async () => {
    workbench = await openWorkbench({ prepare: withWindowsFile });
    review = reviewingOn(workbench);
  });
  afterEach((context) => review.startOver(context));
  afterAll(() => workbench.close());

  const backToFile = async (): Promise<void> => {
    await workbench.press("Escape");
    await review.inFront("cart.ts");
    await workbench.page.locator(".tab").filter({ hasText: "(review)" }).waitFor({ state: "detached" });
  };
  const openReview = async (): Promise<void> => {
    await workbench.press("Alt+Enter");
    await review.inFront("cart (review).ts");
  };
  const type = async (line: number, text: string): Promise<void> => {
    await workbench.goToLine(line);
    await workbench.press("End");
    await workbench.page.keyboard.insertText(text);
    await expect.poll(workbench.visibleText).toContain(text);
  };
  /** Saves a file once a decision has come to it, and waits for this text on the disk. */
  const seeSaved = async (file: string, text: string): Promise<void> => {
    await review.inFront(file);
    await expect.poll(() => review.isDirty(file)).toBe(true);
    await review.save();
    await expect.poll(() => review.onDisk(file)).toBe(text);
  };

  test("Escape leads to the file at the same place, Alt+Enter back to the hunk; the review stays pending", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("j");
    await review.seeStatus("Fast Apply: 2/4 hunks");
    await backToFile();
    await workbench.page.getByText("Ln 21, Col 1").waitFor();
    await review.seeStatus("Fast Apply: 2/4 hunks");
    await openReview();
    await review.seeStatus("Fast Apply: 2/4 hunks");
  });

  test("what is typed beside hunks is kept, and is no change to decide on", async () => {
    await review.applyFence("cart.ts");
    await backToFile();
    await type(17, " // in cents");
    await openReview();
    await expect.poll(review.status).toMatch(/4 hunks$/);
    expect(await workbench.visibleText()).toContain("const SHIPPING = 490; // in cents");
    await workbench.press("Control+Enter");
    await seeSaved("cart.ts", whole.replace("490;", "490; // in cents"));
  });

  test("what is typed inside a hunk is a conflict, which Accept All leaves out", async () => {
    await review.applyFence("cart.ts");
    await backToFile();
    await type(42, " // mine");
    await openReview();
    await review.seeStatus("Fast Apply: 4/4 hunks");
    await expect.poll(review.remarks).toMatch(/You changed these lines meanwhile/);
    await workbench.screenshot("conflict");
    await workbench.press("Control+Enter");
    await review.notification("Left in cart.ts").waitFor();
    await review.seeStatus("Fast Apply: 1/1 hunk");
    await workbench.press("n");
    const accepted = cartWith("discount in the totals", "discountRate", "applyDiscount");
    await seeSaved("cart.ts", accepted.replace("subtotal + shipping };", "$& // mine"));
  });

  test("Ctrl+Z in the file brings an accepted hunk back", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("y");
    await review.seeStatus("Fast Apply: 1/3 hunks");
    await backToFile();
    await workbench.press("Control+z");
    await expect.poll(review.status).toMatch(/4 hunks$/);
    await openReview();
    await workbench.press("j", "k");
    await expect.poll(review.changes).toContain("+  readonly discount: number;");
  });

  test("d opens the diff editor at the same hunk, where y and n go on to the next one and u comes back", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("j", "d");
    await review.inFront("cart.ts (proposal)");
    await workbench.page.locator(".monaco-diff-editor .modified .monaco-editor.focused").waitFor();
    await review.seeStatus("Fast Apply: 2/4 hunks");
    await workbench.press("y");
    await review.seeStatus("Fast Apply: 2/3 hunks");
    await workbench.press("n");
    await review.seeStatus("Fast Apply: 2/2 hunks");
    await workbench.press("u");
    await review.seeStatus("Fast Apply: 2/3 hunks");
    await workbench.screenshot("diff-editor");
    await workbench.press("Control+Enter");
    await seeSaved("cart.ts", whole);
  });

  test("the setting opens the diff editor at once", async () => {
    const settings = join(workbench.folder, ".vscode");
    mkdirSync(settings, { recursive: true });
    const choose = (view: string): void => {
      writeFileSync(join(settings, "settings.json"), JSON.stringify({ "fastApply.review.view": view }));
    };
    choose("diffEditor");
    onTestFinished(() => {
      choose("inline");
    });
    // The setting is read once VS Code has noticed the file.
    const viewOnceApplied = async (): Promise<string> => {
      await review.openFence("cart.ts");
      const inFront = workbench.page.locator(".editor-group-container.active .tab.active");
      await workbench.clickCodeLens("Apply to cart.ts", inFront.filter({ hasText: /proposal|review/ }));
      return workbench.activeTab();
    };
    await expect.poll(viewOnceApplied, { timeout: 60_000 }).toBe("cart.ts (proposal)");
  });

  test("two editors of one review side by side show the same, and both close", async () => {
    await review.applyFence("cart.ts");
    await workbench.runCommand("View: Split Editor Right");
    const groups = workbench.page.locator(".editor-group-container");
    await expect.poll(() => groups.count()).toBe(2);
    await workbench.press("y");
    await review.seeStatus("Fast Apply: 1/3 hunks");
    const discounts = workbench.page.locator(".view-line span").filter({ hasText: /^discount$/ });
    await expect.poll(() => discounts.count()).toBe(2);
    await workbench.screenshot("side-by-side");
    await workbench.press("Control+Enter");
    await seeSaved("cart.ts", whole);
    await workbench.page.locator(".tab").filter({ hasText: "(review)" }).waitFor({ state: "detached" });
  });

  test("a review whose tab is closed waits in the status bar", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("y");
    await review.seeStatus("Fast Apply: 1/3 hunks");
    await workbench.runCommand("View: Close Editor");
    await expect.poll(review.status).toMatch(/3 hunks$/);
    await workbench.page.locator("[id='fast-apply.fast-apply.fastApply.review'] a").click();
    await review.inFront("cart (review).ts");
    await expect.poll(review.changes).toContain("+  private discountRate = 0;");
  });

  test("a review follows its file to another name", async () => {
    await review.applyFence("cart.ts");
    await workbench.page.getByRole("treeitem", { name: "cart.ts" }).click();
    await review.inFront("cart.ts");
    await workbench.page.getByRole("treeitem", { name: "cart.ts" }).focus();
    await workbench.press("F2");
    await workbench.page.locator(".explorer-item-edited input").fill("basket.ts");
    await workbench.press("Enter");
    await review.inFront("basket.ts");
    await workbench.runCommand("Fast Apply: Accept All Hunks of This File");
    await seeSaved("basket.ts", whole);
  });

  test("a file with Windows line ends keeps them", async () => {
    await workbench.openFile("windows.ts");
    const sketch = "export function formatPrice(cents: number): string {\n  return String(cents);\n}\n";
    await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), sketch);
    await workbench.runCommand("Fast Apply Clipboard");
    await review.inFront("windows (review).ts");
    await review.seeStatus("Fast Apply: 1/1 hunk");
    await workbench.press("y");
    const changed = windowsCart.replace("`${(cents / 100).toFixed(2)} EUR`", "String(cents)");
    await seeSaved("windows.ts", changed);
    await workbench.press("Control+z");
    await expect.poll(review.status).toMatch(/1 hunk$/);
    await seeSaved("windows.ts", windowsCart);
  });
});
