import { describe, expect, test } from "vitest";
import type { ModelServer } from "../servers/modelServer.ts";
import type { Chatting } from "./chatting.ts";
import { beginWithPlanner } from "./plannerDesk.ts";
import type { Reviewing } from "./reviewing.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

const shop = ["{", '  "name": "shop",', '  "price": 490,', '  "limit": 3', "}", ""].join("\n");
const edit = (search: string, replace: string): string =>
  `Here.\n\n\`\`\`json shop.json\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n\`\`\`\n`;
const cheaper = '  "price": 390,';
/** VS Code's own language server for JSON warns of two of a name. */
const twice = `${cheaper}\n  "limit": 4,`;

/** What a person can do once a change of the chat is in a file. */
describe("after the apply", () => {
  let server: ModelServer;
  let workbench: SharedWorkbench;
  let review: Reviewing;
  let chat: Chatting;
  beginWithPlanner({ "shop.json": shop }, (desk) => {
    ({ server, workbench, review, chat } = desk);
  });

  const acceptAll = async (): Promise<void> => {
    await review.takeFocus("shop (review).json");
    await workbench.press("Control+Enter");
    await review.inFront("shop.json");
  };

  test("a problem that came with it is on the block, Fix mends it, and Restore takes both answers back", async () => {
    server.answerWith(edit('  "price": 490,', twice));
    await chat.ask("Make the shop cheaper.");
    await chat.answered();
    await chat.block("shop.json").getByRole("button", { name: "Apply", exact: true }).click();
    await acceptAll();
    const problems = chat.page.locator(".block-problems");
    await problems.getByRole("button", { name: /new problems?/ }).click();
    await problems.getByText("Duplicate object key").first().waitFor();
    await workbench.screenshot("after-apply-problems");

    server.answerWith(edit(twice, cheaper));
    await problems.getByRole("button", { name: "Fix…" }).click();
    await chat.page.getByText("Fix the new problems in shop.json.").waitFor();
    await acceptAll();
    await problems.waitFor({ state: "detached" });
    expect(await workbench.editorText()).toBe(shop.replace("490", "390"));
    await workbench.screenshot("after-apply-fixed");

    await chat.button("Restore").first().click();
    await expect.poll(() => workbench.editorText()).toBe(shop);
    await chat.button("Restore").first().waitFor({ state: "detached" });
    await workbench.runCommand("File: Save All");
    await expect.poll(() => review.onDisk("shop.json")).toBe(shop);
  });
});
