import { afterAll, afterEach, describe, expect, test } from "vitest";
import { cart, cartWith } from "./cart.ts";
import { createDesk } from "./desk.ts";
import type { Desk, OpenWorkbench } from "./desk.ts";
import { reviewingOn } from "./reviewing.ts";
import type { Reviewing } from "./reviewing.ts";
import { pictureFailure } from "./sharedWorkbench.ts";

/** A workbench of its own: it is ended, and in the end started anew. */
describe("a review that is interrupted", () => {
  let desk: Desk | undefined;
  let workbench: OpenWorkbench;
  let review: Reviewing;
  const startOn = async (opened: Desk): Promise<void> => {
    workbench = await opened.open();
    review = reviewingOn({ ...workbench, folder: opened.folder });
  };
  afterEach((context) => pictureFailure(workbench, context));
  afterAll(() => desk?.end());

  /** Mostly it comes to the front by itself. A command that is picked in that moment would be closed with the palette. */
  const goToReview = async (title: string): Promise<void> => {
    try {
      await review.tabInFront(title).waitFor({ timeout: 5_000 });
    } catch {
      await workbench.runCommand("Fast Apply: Open Review");
      await review.inFront(title);
    }
  };
  /** The review with one hunk accepted and one rejected; nothing of it is on the disk. */
  const seeReview = async (): Promise<void> => {
    await expect.poll(review.status, { timeout: 50_000 }).toMatch(/2 hunks$/);
    await goToReview("cart (review).ts");
    await expect.poll(async () => (await review.changes()).length).toBeGreaterThan(0);
    expect(await workbench.visibleText()).not.toContain("discountRate = 0");
    expect(review.onDisk("cart.ts")).toBe(cart);
  };
  const tab = (name: string): Promise<void> => workbench.page.locator(".tab").filter({ hasText: name }).waitFor();

  // As a test and not before all: it can be tried again, on a desk of its own, and leaves a picture where it fails.
  test("begins with one hunk accepted and one rejected", async () => {
    await desk?.end();
    desk = await createDesk();
    await startOn(desk);
    await workbench.openFile("retry.go");
    await review.applyFence("cart.ts");
    await workbench.press("y");
    await review.seeStatus("Fast Apply: 1/3 hunks");
    await workbench.press("n");
    await review.seeStatus("Fast Apply: 1/2 hunks");
  });

  test("is there again after the extension host was killed, and files can be opened", async () => {
    await workbench.killExtensionHost();
    await seeReview();
    await workbench.openFile("stores.py");
    await expect.poll(workbench.visibleText).toContain("class FileStore:");
  });

  test("is there again after Reload Window, with what else was open", async () => {
    await workbench.reload();
    await seeReview();
    await tab("stores.py");
  });

  test("is there again after VS Code was started again, with what else was open", async () => {
    await workbench.close();
    if (desk === undefined) throw new Error("The first test has failed: there is nothing to start again.");
    await startOn(desk);
    await seeReview();
    await tab("retry.go");
  });

  test("goes on where it was: undo of a decision, accept, the file as expected", async () => {
    await workbench.press("u");
    await expect.poll(review.status).toMatch(/3 hunks$/);
    await workbench.press("n");
    await expect.poll(review.status).toMatch(/2 hunks$/);
    await workbench.press("Control+Enter");
    await review.inFront("cart.ts");
    await review.save();
    expect(review.onDisk("cart.ts")).toBe(cartWith("discount in the totals", "applyDiscount", "the totals"));
    await expect.poll(review.status).toBe("");
  });
});
