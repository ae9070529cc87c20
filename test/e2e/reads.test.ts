import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Said } from "../servers/answer.ts";
import { startModelServer, type ModelServer } from "../servers/modelServer.ts";
import { cart } from "./cart.ts";
import { chattingOn, type Chatting } from "./chatting.ts";
import { reviewingOn, type Reviewing } from "./reviewing.ts";
import { pictureFailure, shareWorkbench, type SharedWorkbench } from "./sharedWorkbench.ts";

const edit = (path: string, search: string, replace: string): string =>
  `\`\`\`ts ${path}\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n\`\`\`\n`;

const prices = "export const VAT = 19;\nexport const ROUNDS = true;\n";
const others = Object.fromEntries(
  Array.from({ length: 38 }, (_, at) => [`part${at}.ts`, `export const part${at} = ${at};\n`]),
);

const rounds: readonly Said[] = [
  {
    text: "I look for it.",
    calls: [
      { name: "search_text", arguments: { query: "SHIPPING" } },
      { name: "find_files", arguments: { pattern: "*prices*" } },
    ],
  },
  { calls: [{ name: "read_file", arguments: { path: "cart.ts" } }] },
  { calls: [{ name: "read_file", arguments: { path: "prices.ts" } }] },
  [
    "Both change.",
    "",
    edit("cart.ts", "const SHIPPING = 490;", "const SHIPPING = 390;"),
    edit("prices.ts", "export const VAT = 19;", "export const VAT = 7;"),
  ].join("\n"),
];

/** Whether a question that names no file ends in a change of the right ones. */
describe("a chat that reads the workspace", () => {
  let server: ModelServer;
  let workbench: SharedWorkbench;
  let review: Reviewing;
  let chat: Chatting;
  beforeAll(async () => {
    server = await startModelServer("plain", {
      answer: (body) => {
        const { messages } = body as { messages: readonly { role: string }[] };
        return rounds[messages.filter(({ role }) => role === "assistant").length] ?? "No more.";
      },
    });
    workbench = await shareWorkbench();
    review = reviewingOn(workbench);
    chat = chattingOn(workbench);
  });
  beforeEach(async () => {
    await workbench.startOver({ "cart.ts": cart, "prices.ts": prices, ...others });
    await workbench.chooseSettings({
      "fastApply.providerOptions": { "openai-compatible": { baseUrl: server.url } },
      "fastApply.chat.models": [{ provider: "openai-compatible", model: "planner", contextTokens: 100_000 }],
    });
    await chat.begin();
    await chat.button("Model: planner").waitFor();
  });
  afterEach((context) => pictureFailure(workbench, context));
  afterAll(() => server.close());

  test("asks once, finds and reads what matters, and what it answers is applied by Apply All", async () => {
    await chat.ask("Make shipping and taxes cheaper.");
    await workbench.page.getByText("Let chat models read this workspace? Now asked for: planner").waitFor();
    await workbench.page.getByRole("button", { name: "Allow in This Workspace" }).click();
    await chat.answered();
    await chat.button("Read 2 files, searched 2 times").waitFor();
    await workbench.screenshot("chat-reads");
    await chat.button("Apply All").click();
    await chat.button("Accept All").click();
    await chat.seeState("cart.ts", "Applied");
    await chat.seeState("prices.ts", "Applied");
    // VS Code opens changed files by itself, after a while, and saves those that are open.
    for (const name of ["cart.ts", "prices.ts"]) await expect.poll(() => review.isDirty(name)).toBe(true);
    await workbench.runCommand("File: Save All");
    await expect.poll(() => review.onDisk("cart.ts")).toBe(cart.replace("SHIPPING = 490", "SHIPPING = 390"));
    await expect.poll(() => review.onDisk("prices.ts")).toBe(prices.replace("VAT = 19", "VAT = 7"));

    await chat.button("Read 2 files, searched 2 times").click();
    await chat.button("Read prices.ts").click();
    await review.inFront("prices.ts");
    expect(server.requests).toHaveLength(4);
  });
});
