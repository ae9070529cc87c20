import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cart, cartWith } from "./cart.ts";
import { reviewingOn } from "./reviewing.ts";
import type { Reviewing } from "./reviewing.ts";
import { pictureFailure, shareWorkbench } from "./sharedWorkbench.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

describe("a review", () => {
  let workbench: SharedWorkbench;
  let review: Reviewing;
  beforeAll(async () => {
    workbench = await shareWorkbench();
    review = reviewingOn(workbench);
  });
  beforeEach(() => workbench.startOver());
  afterEach((context) => pictureFailure(workbench, context));

  /** What is in the file once it is saved, whatever editor is in front. */
  const savedCart = async (): Promise<string> => {
    await review.inFront("cart.ts");
    await review.save();
    return review.onDisk("cart.ts");
  };

  test("shows what is removed and added, with both line numbers, lenses, buttons and the count", async () => {
    await review.applyFence("cart.ts");
    await review.seeStatus("Fast Apply: 1/4 hunks");
    const rows = await review.rows();
    expect(rows.slice(10, 13).map(({ numbers, sign, text }) => [...numbers, sign, text])).toEqual([
      ["11", "11", "", "  readonly subtotal: number;"],
      ["12", "+", "  readonly discount: number;"],
      ["12", "13", "", "  readonly shipping: number;"],
    ]);
    expect((await review.lenses()).slice(0, 2)).toEqual(["Accept all (4) | Reject all | 1/4", "Accept | Reject"]);
    const buttons = workbench.page.locator(".editor-group-container.active .editor-actions .action-label");
    const titles = await buttons.evaluateAll((all) => all.map((button) => button.getAttribute("aria-label") ?? ""));
    expect(titles.slice(0, 7)).toEqual([
      "Accept Hunk (Y)",
      "Reject Hunk (N)",
      "Go to Previous Hunk (K)",
      "Go to Next Hunk (J)",
      "Accept All Hunks of This File (Ctrl+Enter)",
      "Reject All Hunks of This File (Ctrl+Backspace)",
      "Open Review in Diff Editor (D)",
    ]);
    expect(review.onDisk("cart.ts")).toBe(cart);
    expect(await review.isDirty("cart.ts")).toBe(false);
  });

  test("counts along as j and k, F7 and Alt+F5 move from hunk to hunk", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("j");
    await expect.poll(review.lenses).toContain("Accept all (4) | Reject all | 2/4");
    const moves = [
      ["j", "3/4"],
      ["k", "2/4"],
      ["F7", "3/4"],
      ["Alt+F5", "4/4"],
      ["j", "1/4"],
      ["k", "4/4"],
      ["Shift+F7", "3/4"],
      ["Shift+Alt+F5", "2/4"],
    ] as const;
    for (const [key, place] of moves) {
      await workbench.press(key);
      await review.seeStatus(`Fast Apply: ${place} hunks`);
    }
  });

  test("accepts with y, rejects with n, and changes exactly the accepted hunks", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("y");
    await review.seeStatus("Fast Apply: 1/3 hunks");
    await workbench.press("n");
    await review.seeStatus("Fast Apply: 1/2 hunks");
    await workbench.press("y");
    await review.seeStatus("Fast Apply: 1/1 hunk");
    await workbench.press("n");
    expect(await savedCart()).toBe(cartWith("discount in the totals", "applyDiscount"));
    await expect.poll(review.status).toBe("");
  });

  test("takes decisions back with u, the last one first", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("y");
    await review.seeStatus("Fast Apply: 1/3 hunks");
    await workbench.press("n");
    await review.seeStatus("Fast Apply: 1/2 hunks");
    await workbench.press("u");
    await review.seeStatus("Fast Apply: 1/3 hunks");
    await expect.poll(review.changes).toContain("+  private discountRate = 0;");
    await workbench.press("u");
    await review.seeStatus("Fast Apply: 1/4 hunks");
    await workbench.press("u");
    await review.notification("no decision to take back").waitFor();
    await workbench.press("Control+Backspace");
    await review.inFront("cart.ts");
    expect(await workbench.editorText()).toBe(cart);
  });

  test("closes after the last hunk at the same place of the file, and Ctrl+Z gives every byte back", async () => {
    await review.applyFence("cart.ts");
    for (const left of ["1/3 hunks", "1/2 hunks", "1/1 hunk"]) {
      await workbench.press("y");
      await review.seeStatus(`Fast Apply: ${left}`);
    }
    await workbench.press("y");
    expect(await savedCart()).toBe(cartWith("discount in the totals", "discountRate", "applyDiscount", "the totals"));
    await expect.poll(() => workbench.page.locator(".tab").allInnerTexts()).not.toContain("cart (review).ts");
    await expect.poll(workbench.visibleText).toContain("subtotal - discount + shipping");
    for (let undone = 0; undone < 4; undone++) await workbench.press("Control+z");
    await expect.poll(workbench.editorText).toBe(cart);
    expect(await savedCart()).toBe(cart);
    await expect.poll(review.status).toMatch(/4 hunks$/);
  });

  test("accepts all with Ctrl+Enter as one step of undo, and the dirty mark goes with it", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("Control+Enter");
    await review.inFront("cart.ts");
    expect(await review.isDirty("cart.ts")).toBe(true);
    expect(review.onDisk("cart.ts")).toBe(cart);
    await workbench.press("Control+z");
    await expect.poll(() => review.isDirty("cart.ts")).toBe(false);
    expect(await workbench.editorText()).toBe(cart);
    await workbench.press("Control+y");
    await expect.poll(review.status).toBe("");
    expect(await savedCart()).toBe(cartWith("discount in the totals", "discountRate", "applyDiscount", "the totals"));
  });

  test("takes clicks on lenses, also twice on the same one, and on the buttons of the title bar", async () => {
    await review.applyFence("cart.ts");
    const accept = workbench.page.locator(".codelens-decoration a").filter({ hasText: /^Accept$/ });
    await accept.first().dblclick();
    await expect.poll(review.status).toMatch(/[23] hunks$/);
    await workbench.page.getByRole("button", { name: "Reject All Hunks of This File" }).click();
    expect(await savedCart()).toMatch(/^\/\*\* A line of a shopping cart/);
    expect(review.onDisk("cart.ts")).toContain("readonly discount: number;");
  });

  test("keeps up with keys pressed as quickly as they come", async () => {
    await review.applyFence("cart.ts");
    await workbench.press("y", "n", "u", "y", "y");
    await review.seeStatus("Fast Apply: 1/1 hunk");
    await workbench.press("k", "j", "n");
    expect(await savedCart()).toBe(cartWith("discount in the totals", "discountRate", "applyDiscount"));
  });
});
