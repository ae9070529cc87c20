import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cart, cartWith } from "./cart.ts";
import { reviewingOn } from "./reviewing.ts";
import type { Reviewing } from "./reviewing.ts";
import { pictureFailure, shareWorkbench } from "./sharedWorkbench.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

const whole = cartWith("discount in the totals", "discountRate", "applyDiscount", "the totals");
/** The sample as Windows writes it, with a name of its own: a bare function goes to the file that declares it. */
const windowsCart = cart.replace("function formatPrice", "function showPrice").replaceAll("\n", "\r\n");

describe("a review and its file", () => {
  let workbench: SharedWorkbench;
  let review: Reviewing;
  beforeAll(async () => {
    workbench = await shareWorkbench();
    review = reviewingOn(workbench);
  });
  beforeEach(() => workbench.startOver({ "windows.ts": windowsCart }));
  afterEach((context) => pictureFailure(workbench, context));

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
  /** Gives the titles of the tabs that have been in front since, one after the other. */
  const titlesInFront = async (): Promise<() => Promise<readonly string[]>> => {
    const titles = await workbench.page.evaluateHandle(() => {
      const seen: string[] = [];
      const look = (): void => {
        const title = document.querySelector(".editor-group-container.active .tab.active .monaco-icon-label-container");
        if (title !== null && title.textContent !== seen.at(-1)) seen.push(title.textContent);
      };
      look();
      const changes = { subtree: true, childList: true, characterData: true, attributes: true };
      new MutationObserver(look).observe(document.body, changes);
      return seen;
    });
    return () => titles.jsonValue();
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

  test("Alt+Enter is not lost right after Escape, wherever the focus is at that moment", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("j");
    await review.seeStatus("Fast Apply: 2/4 hunks");
    const titles = await titlesInFront();
    const expected = ["cart (review).ts"];
    for (let turn = 0; turn < 5; turn++) {
      await workbench.press("Escape", "Alt+Enter");
      expected.push("cart.ts", "cart (review).ts");
      await expect.poll(titles).toEqual(expected);
      await review.seeStatus("Fast Apply: 2/4 hunks");
    }
    await workbench.press("Escape", "Shift+Alt+Enter");
    await seeSaved("cart.ts", whole);
  });

  test("what is typed beside hunks is kept, and is no change to decide on", async () => {
    await review.applyFence("cart.ts");
    await backToFile();
    await type(17, " // in cents");
    await openReview();
    await expect.poll(review.status).toMatch(/4 hunks$/);
    await expect.poll(workbench.visibleText).toContain("const SHIPPING = 490; // in cents");
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
    await workbench.chooseSettings({ "fastApply.review.view": "diffEditor" });
    await review.openFence("cart.ts");
    await workbench.clickCodeLens("Apply to cart.ts", review.tabInFront("cart.ts (proposal)"));
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
    // Out of the explorer, where VS Code saves the file that is chosen there, and that may still be the old name. By a click: the file
    // comes to the front just now, which would close an input of the workbench in the middle of its text.
    await workbench.page.locator(".editor-group-container.active .view-line").first().click();
    await seeSaved("basket.ts", whole);
  });

  test("a file with Windows line ends keeps them", async () => {
    await workbench.openFile("windows.ts");
    const sketch = "export function showPrice(cents: number): string {\n  return String(cents);\n}\n";
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
