import { beforeEach, describe, expect, test } from "vitest";
import type { Said } from "../servers/answer.ts";
import type { ModelServer } from "../servers/modelServer.ts";
import { cart } from "./cart.ts";
import type { Chatting } from "./chatting.ts";
import { beginWithPlanner } from "./plannerDesk.ts";
import type { Reviewing } from "./reviewing.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

const edit = (path: string, search: string, replace: string): string =>
  `\`\`\`${path.split(".").at(-1) ?? ""} ${path}\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n\`\`\`\n`;

const shop = ["{", '  "name": "shop",', '  "vat": 19,', '  "limit": 3', "}", ""].join("\n");
const files = {
  "cart.ts": cart,
  "shop.json": shop,
  ...Object.fromEntries(Array.from({ length: 38 }, (_, at) => [`part${at}.ts`, `export const part${at} = ${at};\n`])),
};
const cheaper = '  "vat": 7,';
/** VS Code's own language server for JSON warns of two of a name. */
const twice = `${cheaper}\n  "limit": 4,`;

const rounds: readonly Said[] = [
  {
    text: "I look for it.",
    calls: [
      { name: "search_text", arguments: { query: "SHIPPING" } },
      { name: "find_files", arguments: { pattern: "*shop*" } },
    ],
  },
  { calls: [{ name: "read_file", arguments: { path: "cart.ts" } }] },
  { calls: [{ name: "read_file", arguments: { path: "shop.json" } }] },
  [
    "Both change.",
    "",
    edit("cart.ts", "const SHIPPING = 490;", "const SHIPPING = 390;"),
    edit("shop.json", '  "vat": 19,', twice),
  ].join("\n"),
];

/** What is said at each request of an answer. */
function inRounds(said: readonly Said[]): (body: unknown) => Said {
  return (body) => {
    const { messages } = body as { messages: readonly { role: string }[] };
    const asked = messages.findLastIndex(({ role }) => role === "user");
    return said[messages.slice(asked).filter(({ role }) => role === "assistant").length] ?? "No more.";
  };
}

/** Whether a question that names no file ends in a change of the right ones that works, and all of it can be taken back. */
describe("a question about a workspace that the model has never seen", () => {
  let server: ModelServer;
  let workbench: SharedWorkbench;
  let review: Reviewing;
  let chat: Chatting;
  beginWithPlanner(files, (desk) => {
    ({ server, workbench, review, chat } = desk);
  });
  beforeEach(() => {
    server.answerWith(inRounds(rounds));
  });

  test("is read for, applied by Apply All, mended where it broke something, and restored", async () => {
    const before = server.requests.length;
    await chat.ask("Make shipping and taxes cheaper.");
    await workbench.page.getByText("Let chat models read this workspace? Now asked for: planner").waitFor();
    await workbench.page.getByRole("button", { name: "Allow in This Workspace" }).click();
    await chat.answered();
    await chat.button("Read 2 files, searched 2 times").waitFor();
    await workbench.screenshot("chat-reads");
    expect(server.requests.length - before).toBe(4);

    await chat.button("Apply All").click();
    await chat.button("Accept All").click();
    for (const name of ["cart.ts", "shop.json"]) await chat.seeState(name, "Applied");
    // VS Code opens changed files by itself, after a while, and saves those that are open.
    for (const name of ["cart.ts", "shop.json"]) await expect.poll(() => review.isDirty(name)).toBe(true);
    await workbench.runCommand("File: Save All");
    await expect.poll(() => review.onDisk("cart.ts")).toBe(cart.replace("SHIPPING = 490", "SHIPPING = 390"));
    await expect.poll(() => review.onDisk("shop.json")).toBe(shop.replace('  "vat": 19,', twice));

    const problems = chat.page.locator(".block-problems");
    await problems.getByRole("button", { name: /new problems?/ }).click();
    await problems.getByText("Duplicate object key").first().waitFor();
    await workbench.screenshot("whole-way-problems");
    server.answerWith(`Once is enough.\n\n${edit("shop.json", twice, cheaper)}`);
    await problems.getByRole("button", { name: "Fix…" }).click();
    await chat.page.getByText("Fix the new problems in shop.json.").waitFor();
    await review.takeFocus("shop (review).json");
    await workbench.press("Control+Enter");
    await review.inFront("shop.json");
    await problems.waitFor({ state: "detached" });
    await workbench.runCommand("File: Save All");
    await expect.poll(() => review.onDisk("shop.json")).toBe(shop.replace('  "vat": 19,', cheaper));

    await chat.button("Read 2 files, searched 2 times").click();
    await chat.button("Read cart.ts").click();
    await review.inFront("cart.ts");
    await chat.button("Restore").first().click();
    await chat.button("Restore").first().waitFor({ state: "detached" });
    await workbench.runCommand("File: Save All");
    await expect.poll(() => ["cart.ts", "shop.json"].map(review.onDisk)).toEqual([cart, shop]);
    await workbench.screenshot("whole-way-restored");
  });

  test("goes on after Reload Window by a click, without reading again", async () => {
    await workbench.chooseSettings({
      "fastApply.providerOptions": { "openai-compatible": { baseUrl: server.url } },
      "fastApply.chat.models": [{ provider: "openai-compatible", model: "planner", contextTokens: 100_000 }],
      "fastApply.chat.readsWorkspace": "always",
    });
    const said = inRounds([rounds[0] ?? "", "A long end. ".repeat(4_000)]);
    server.answerWith((body) => {
      const now = said(body);
      // In the middle of the end, so that the window goes down before that.
      if (typeof now === "string") server.fail({ type: "stall", afterBytes: 20_000 });
      return now;
    });
    await chat.ask("Where is shipping?");
    await chat.page.getByText("A long end.").first().waitFor();
    const asked = server.requests.length;
    await workbench.reload();
    await chat.open();
    await chat.page.getByText("VS Code was closed before the answer was whole.").waitFor();
    await workbench.screenshot("chat-continue");
    expect(server.requests.length).toBe(asked);
    server.answerWith("It is in the cart.");
    await chat.button("Continue").click();
    await chat.page.getByText("It is in the cart.").first().waitFor();
    await chat.answered();
    expect(await chat.page.getByText("A long end.").count()).toBe(0);
    await chat.button("Searched 2 times").waitFor();
    const sent = server.requests.at(-1)?.body as { messages: readonly { role: string }[] };
    expect(sent.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "tool"]);
    expect(server.requests.length).toBe(asked + 1);
  });
});
