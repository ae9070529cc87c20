import { expect, test } from "vitest";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage } from "./chatPage.ts";
import { answered, asked, blockView, saysConversation } from "./conversations.ts";

const fence = "```ts src/cart.ts\nlet a = 1;\n```\n\n";
const problems = [
  { severity: "error" as const, line: 12, message: "Items have no size." },
  { severity: "warning" as const, line: 4, message: "Nobody uses <b>max</b>." },
];
const applied = { type: "applied", total: 1 } as const;

const openAnswer = (found: typeof problems, canRestore: boolean): Promise<ChatPage> =>
  openChatPage({
    width: 300,
    says: saysConversation([
      asked("q1", "Go"),
      {
        ...answered("a1", fence, {
          blockViews: [blockView(0, { state: applied, ...(found.length === 0 ? {} : { problems: found }) })],
        }),
        canRestore,
      },
    ]),
  });

test("new problems are counted on their block, and each opens its place", async () => {
  const chat = await openAnswer(problems, false);
  const block = chat.page.locator(".code-block");
  const count = block.getByRole("button", { name: "2 new problems" });
  expect(await count.getAttribute("aria-expanded")).toBe("false");
  await count.click();
  expect(await block.locator(".block-problems-list li").allInnerTexts()).toEqual([
    expect.stringContaining("Line 12: Items have no size."),
    expect.stringContaining("Line 4: Nobody uses <b>max</b>."),
  ]);
  await block.getByRole("button", { name: "Line 4" }).click();
  expect(await chat.awaitPosted("problem")).toEqual({ type: "problem", id: "a1", index: 0, nth: 1 });
  expect(chat.troubles()).toEqual([]);
});

test("Fix… asks for what mends them, and they go when the host says so", async () => {
  const chat = await openAnswer(problems.slice(0, 1), false);
  const block = chat.page.locator(".code-block");
  expect(await block.locator(".block-problems-head").innerText()).toContain("1 new problem");
  await block.getByRole("button", { name: "Fix…" }).click();
  expect(await chat.awaitPosted("fix")).toEqual({ type: "fix", id: "a1", index: 0 });
  await chat.say({ type: "blocks", id: "a1", blocks: [blockView(0, { state: applied })] });
  expect(await block.locator(".block-problems").count()).toBe(0);
});

test("Restore is there as long as the answer has changed files", async () => {
  const chat = await openAnswer([], true);
  await chat.page.getByRole("button", { name: "Restore" }).click();
  expect(await chat.awaitPosted("batch")).toEqual({ type: "batch", id: "a1", action: "restore" });
  const blocks = [blockView(0, { state: applied })];
  await chat.say({ type: "blocks", id: "a1", blocks, canRestore: false });
  expect(await chat.page.getByRole("button", { name: "Restore" }).count()).toBe(0);
  expect(chat.troubles()).toEqual([]);
});

test("tests are run, ended and told of below the answer, and failing output is attached on a click", async () => {
  const chat = await openAnswer([], true);
  const bar = chat.page.locator(".after");
  const buttons = async (): Promise<readonly string[]> =>
    (
      await bar
        .getByRole("button")
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent))
    ).map((name) => name.trim());
  await bar.getByRole("button", { name: "Run Tests…" }).click();
  expect(await chat.awaitPosted("tests")).toEqual({ type: "tests", id: "a1", action: "run" });
  const blocks = [blockView(0, { state: applied })];
  const say = (state: "running" | "passed" | "failed" | "stopped"): Promise<void> =>
    chat.say({ type: "blocks", id: "a1", blocks, canRestore: true, tests: { command: "npm test", state } });
  await say("running");
  expect(await buttons()).toEqual(["Restore", "Stop the tests"]);
  await say("passed");
  expect(await buttons()).toEqual(["Restore", "Run Tests…"]);
  expect(await bar.getByRole("status").innerText()).toContain("Tests passed");
  await say("failed");
  expect(await buttons()).toEqual(["Restore", "Run Tests…", "Attach output"]);
  await bar.getByRole("button", { name: "Attach output" }).click();
  await expect.poll(async () => (await chat.posted()).at(-1)).toEqual({ type: "tests", id: "a1", action: "attach" });
  expect(chat.troubles()).toEqual([]);
});
