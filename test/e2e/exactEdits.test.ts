import { describe, expect, test } from "vitest";
import type { ModelServer } from "../servers/modelServer.ts";
import { cart } from "./cart.ts";
import type { Chatting } from "./chatting.ts";
import { beginWithPlanner } from "./plannerDesk.ts";
import type { Reviewing } from "./reviewing.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

const edit = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
const answerWith = (...edits: readonly string[]): string =>
  `Shipping gets cheaper.\n\n\`\`\`ts cart.ts\n${edits.join("\n")}\`\`\`\n\nThat is all.\n`;

const price = edit("const SHIPPING = 490;", "const SHIPPING = 390;");
/** Leaves out the lines that stay, and wraps them. */
const guard = edit(
  ["    let subtotal = 0;", "... 3 lines ...", "    const shipping ="].join("\n") +
    " subtotal >= FREE_SHIPPING_FROM ? 0 : SHIPPING;",
  [
    "    let subtotal = 0;",
    "    if (!this.isEmpty) {",
    "      ... 3 lines ...",
    "    }",
    "    const shipping = subtotal >= FREE_SHIPPING_FROM ? 0 : SHIPPING;",
  ].join("\n"),
);
const notes = Array.from({ length: 250 }, (_, at) => `// Note ${String(at)}.`).join("\n");
/** Takes most of the answer. */
const long = edit(
  "export function formatPrice(cents: number): string {",
  `${notes}\nexport function formatPrice(cents: number): string {`,
);
const missing = edit("const HANDLING = 100;", "const HANDLING = 0;");

const cheaper = cart.replace("SHIPPING = 490", "SHIPPING = 390");
const guarded = cheaper.replace(
  /( {4}for \(const item[\s\S]*?\n {4}\}\n)/,
  (loop) => `    if (!this.isEmpty) {\n${loop.replace(/^/gm, "  ").replace(/ {2}$/, "")}    }\n`,
);

/** Whether what a model answers with exact edits is where it belongs before anything is clicked. */
describe("exact edits in the chat", () => {
  let server: ModelServer;
  let workbench: SharedWorkbench;
  let review: Reviewing;
  let chat: Chatting;
  beginWithPlanner({}, (desk) => {
    ({ server, workbench, review, chat } = desk);
  });

  const apply = async (): Promise<void> => {
    await chat.block("cart.ts").getByRole("button", { name: "Apply", exact: true }).click();
    await review.takeFocus("cart (review).ts");
  };

  test("are placed while the answer goes on; a click shows the finished review, and keys accept it", async () => {
    server.answerWith(answerWith(price, guard, long));
    // In the middle of the third one.
    server.fail({ type: "stall", afterBytes: 80_000 });
    await chat.ask("Make shipping cheaper.");
    await chat.seeState("cart.ts", /2 placed · writing/);
    await workbench.screenshot("exact-edits-placed");
    await chat.button("Stop the answer").click();
    await chat.button("Answer again").click();
    await chat.answered();
    await chat.seeState("cart.ts", /3 placed/);
    expect(review.onDisk("cart.ts")).toBe(cart);
    await apply();
    await chat.seeState("cart.ts", "0/3 hunks");
    await workbench.press("j");
    await review.seeStatus("Fast Apply: 1/3 hunks");
    await workbench.press("y");
    await chat.seeState("cart.ts", "1/3 hunks");
    await workbench.press("Control+Enter");
    await chat.seeState("cart.ts", "Applied");
    await review.inFront("cart.ts");
    expect(await workbench.editorText()).toBe(guarded.replace("export function formatPrice", `${notes}\n$&`));
  });

  test("that are whole are applied where the connection breaks, and the block says which one is not", async () => {
    server.answerWith(answerWith(price, guard, long));
    server.fail({ type: "cut", afterBytes: 80_000 });
    await chat.ask("Make shipping cheaper.");
    await chat.page.getByRole("alert").getByText("What came before is kept.").waitFor();
    await chat.block("cart.ts").getByText("The answer ends inside edit 3 of this block.").waitFor();
    await workbench.screenshot("exact-edits-cut-off");
    await apply();
    await chat.seeState("cart.ts", "0/2 hunks");
    await workbench.press("Control+Enter");
    await chat.seeState("cart.ts", "Applied");
    await review.inFront("cart.ts");
    expect(await workbench.editorText()).toBe(guarded);
  });

  test("leave the one out that is not in the file, beside two that are, and lead back to it from the review", async () => {
    server.answerWith(answerWith(price, missing, guard));
    await chat.ask("Make shipping cheaper.");
    await chat.answered();
    await chat.seeState("cart.ts", /2 of 3 placed/);
    await chat.block("cart.ts").getByText("2 of 3 pieces placed; 1 not applicable (edit 2).").waitFor();
    await workbench.screenshot("exact-edits-left-out");
    await apply();
    await review.notification("cart.ts: 2 of 3 pieces placed; 1 not applicable (lines").waitFor();
    await chat.seeState("cart.ts", "0/3 hunks");
    await workbench.press("Control+Enter");
    await chat.seeState("cart.ts", "2/3 hunks");
    await review.seeStatus("Fast Apply: 1 piece without a place");
    await expect
      .poll(review.lenses)
      .toEqual(["Reject all | Fits nowhere: const HANDLING = 0; … Put at cursor | Show in answer | Drop"]);
    await workbench.runCommand("Notifications: Clear All Notifications");
    const block = chat.block("cart.ts");
    await workbench.page.locator(".codelens-decoration a").getByText("Show in answer").click();
    await chat.page.locator(".code-block:focus").waitFor();
    expect(await block.evaluate((element) => element === document.activeElement)).toBe(true);
    await workbench.screenshot("fits-nowhere-in-answer");
    await workbench.clickCodeLens("Drop", review.tabInFront("cart.ts"));
    await chat.seeState("cart.ts", "2 of 3 hunks applied");
    expect(await workbench.editorText()).toBe(guarded);
  });

  test("none of which is in the file are a review all the same: put at the cursor, or dropped", async () => {
    server.answerWith(answerWith(missing));
    await chat.ask("Make handling free.");
    await chat.answered();
    await apply();
    await chat.seeState("cart.ts", "0/1 hunk");
    await review.seeStatus("Fast Apply: 1 piece without a place");
    expect(await review.changes()).toEqual([]);
    await workbench.screenshot("fits-nowhere");
    await workbench.clickCodeLens(
      "Fits nowhere",
      workbench.page.locator(".codelens-decoration").getByText("Take this"),
    );
    await expect.poll(review.changes).toEqual(["+const HANDLING = 0;"]);
    await workbench.press("n");
    await review.inFront("cart.ts");
    await chat.seeState("cart.ts", "Rejected");
    expect(await workbench.editorText()).toBe(cart);
  });

  test("are asked for in place by keys, asked for again with what was there, and end in the file", async () => {
    const { page } = workbench;
    const line = page.locator(".quick-input-widget");
    const input = line.locator("input[type=text]");
    const askHere = async (title: string): Promise<void> => {
      await workbench.press("Control+k", "Control+i");
      await line.filter({ hasText: title }).waitFor();
    };
    server.answerWith(answerWith(price));
    await workbench.openFile("cart.ts");
    await workbench.goToLine(cart.split("\n").findIndex((text) => text.includes("SHIPPING = 490")) + 1);
    await askHere("Edit ");
    await page.keyboard.type("Make shipping cheaper.");
    await workbench.screenshot("edit-here-line");
    await workbench.press("Enter");
    await review.inFront("cart (review).ts");
    await expect.poll(review.changes).toEqual(["-const SHIPPING = 490;", "+const SHIPPING = 390;"]);
    await expect.poll(async () => (await review.lenses()).join()).toContain("Ask Again…");
    await workbench.screenshot("edit-here-review");

    server.answerWith(answerWith(edit("const SHIPPING = 490;", "const SHIPPING = 290;")));
    await askHere("Ask again");
    await page.keyboard.type("Still");
    await workbench.press("ArrowUp");
    await expect.poll(() => input.inputValue()).toBe("Make shipping cheaper.");
    await workbench.press("ArrowDown");
    await expect.poll(() => input.inputValue()).toBe("Still");
    await page.keyboard.type(" cheaper, see @plan.m");
    await line.locator(".monaco-list-row.focused").filter({ hasText: "plan.md" }).waitFor();
    await workbench.screenshot("edit-here-mention");
    await workbench.press("Enter");
    await expect.poll(() => input.inputValue()).toBe("Still cheaper, see @plan.md ");
    await line.locator(".monaco-list-row.focused").filter({ hasText: "Ask for this change" }).waitFor();
    await workbench.press("Enter");
    await expect.poll(review.changes).toEqual(["-const SHIPPING = 490;", "+const SHIPPING = 290;"]);
    const asked = server.requests.at(-1)?.body as { messages: { content: string }[] } | undefined;
    expect(asked?.messages.at(-1)?.content).toMatch(/plan\.md:\n[^]*Still cheaper, see @plan\.md\n/);
    expect(review.onDisk("cart.ts")).toBe(cart);
    await workbench.press("y");
    await review.inFront("cart.ts");
    expect(await workbench.editorText()).toBe(cart.replace("490", "290"));

    server.fail({ type: "stall", afterBytes: 200 });
    await askHere("Edit ");
    await page.keyboard.type("And again.");
    await workbench.press("Enter");
    const busy = page.locator("[id$='fastApply.busy']").filter({ hasText: "Asking for cart.ts" });
    await busy.waitFor();
    await workbench.screenshot("edit-here-asking");
    await busy.click();
    await busy.waitFor({ state: "detached" });
    await expect.poll(() => server.openAnswers).toBe(0);
    await workbench.runCommand("Fast Apply: Show the Edit Here in the Chat");
    await chat.page.getByText("And again.").first().waitFor();
  });
});
