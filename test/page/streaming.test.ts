import * as v from "valibot";
import { expect, test } from "vitest";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage } from "./chatPage.ts";
import { answered, asked, blockView, saysConversation } from "./conversations.ts";
import { longAnswer, planAnswer } from "./sampleTexts.ts";

const streaming = { state: { type: "streaming" } } as const;

async function stream(chat: ChatPage, id: string, text: string, size: number): Promise<void> {
  for (let from = 0; from < text.length; from += size) {
    await chat.say({ type: "grown", id, part: "text", from, text: text.slice(from, from + size) });
  }
}

test("an answer that came in pieces looks as one that came at once", async () => {
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", "", streaming)]) });
  await stream(chat, "a1", planAnswer, 37);
  await chat.say({ type: "message", shown: answered("a1", planAnswer) });
  const grown = await chat.page.locator(".answer").innerHTML();
  const other = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", planAnswer)]) });
  await expect.poll(() => other.page.locator(".answer").innerHTML()).toBe(grown);
});

test("what is settled of an answer is not drawn again", async () => {
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", "", streaming)]) });
  await stream(chat, "a1", longAnswer(200), 2_000);
  await chat.page.evaluate(() => {
    document.querySelectorAll(".code-block, .prose-block").forEach((element) => {
      element.setAttribute("data-seen", "");
    });
  });
  const before = await chat.page.locator("[data-seen]").count();
  const text = longAnswer(200);
  await chat.say({ type: "grown", id: "a1", part: "text", from: text.length, text: "\n\nAnd **more**" });
  expect(await chat.page.locator("[data-seen]").count()).toBe(before);
  expect(await chat.page.locator(".prose strong").last().textContent()).toBe("more");
});

test("marks that are not closed yet do not show", async () => {
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", "", streaming)]) });
  const cases = [
    ["It is **impor", "It is impor"],
    ["Use `cart.to", "Use cart.to"],
    ["See [the gui", "See the gui"],
    ["See [the guide](https://exam", "See the guide"],
  ] as const;
  for (const [text, shown] of cases) {
    await chat.say({ type: "message", shown: answered("a1", text, streaming) });
    expect((await chat.page.locator(".prose").textContent())?.trim()).toBe(shown);
  }
});

test("a page that has lost something asks for all of it, once", async () => {
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", "abc", streaming)]) });
  await chat.forget();
  await chat.say(
    { type: "grown", id: "a1", part: "text", from: 9, text: "x" },
    { type: "grown", id: "a1", part: "text", from: 10, text: "y" },
  );
  expect((await chat.posted()).filter(({ type }) => type === "ready")).toHaveLength(1);
  await chat.say(...saysConversation([asked("q1", "Go"), answered("a1", "abc and more", streaming)]));
  await chat.say({ type: "grown", id: "a1", part: "text", from: 12, text: "!" });
  expect(await chat.page.locator(".prose").textContent()).toContain("abc and more!");
});

test("the list follows what grows until the user scrolls up, and again from the end", async () => {
  const long = longAnswer(120);
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", long, streaming)]) });
  const list = chat.page.locator(".messages");
  const rest = (): Promise<number> => list.evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop);
  const grow = async (): Promise<void> => {
    const length = await list.evaluate((e) => Number(e.getAttribute("data-length") ?? 0));
    const from = long.length + length;
    const text = "\n\nanother paragraph\n\nand another one\n\n";
    await list.evaluate((e, sum) => {
      e.setAttribute("data-length", String(sum));
    }, length + text.length);
    await chat.say({ type: "grown", id: "a1", part: "text", from, text });
  };
  await expect.poll(rest).toBeLessThan(2);
  await grow();
  expect(await rest()).toBeLessThan(2);
  await list.hover();
  await chat.page.mouse.wheel(0, -300);
  await expect.poll(rest).toBeGreaterThan(200);
  const top = await list.evaluate((e) => e.scrollTop);
  await grow();
  await grow();
  expect(await list.evaluate((e) => e.scrollTop)).toBe(top);
  await chat.page.getByRole("button", { name: "To the end" }).click();
  await expect.poll(rest).toBeLessThan(2);
  await grow();
  expect(await rest()).toBeLessThan(2);
  expect(await chat.page.getByRole("button", { name: "To the end" }).count()).toBe(0);
});

test("a long chat opens at its end, in portions, and is all there at last", async () => {
  const text = longAnswer(1_700);
  const chat = await openChatPage({ says: saysConversation([]) });
  await chat.page.evaluate(() => {
    const counts: number[] = [];
    Object.assign(window, { counts });
    new MutationObserver(() => counts.push(document.querySelectorAll(".code-block").length)).observe(document.body, {
      childList: true,
      subtree: true,
    });
  });
  await chat.say(
    ...saysConversation([asked("q1", "Go"), answered("a1", text), asked("q2", "More"), answered("a2", "OK")]),
  );
  const blocks = text.split("## Step").length - 1;
  expect(await chat.page.locator(".code-block").count()).toBe(blocks);
  const counts = await chat.page.evaluate("counts");
  expect(v.parse(v.array(v.number()), counts)[0]).toBeLessThan(blocks / 3);
  const list = chat.page.locator(".messages");
  await expect.poll(() => list.evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop)).toBeLessThan(2);
  expect(await chat.page.locator(".message").allInnerTexts()).toHaveLength(4);
});

test("reasoning is folded, and says that the model thinks", async () => {
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", "", streaming)]) });
  await chat.say({ type: "grown", id: "a1", part: "reasoning", from: 0, text: "First, the cart." });
  const title = chat.page.locator(".reasoning-title");
  expect(await title.textContent()).toContain("Thinking…");
  expect(await title.getAttribute("aria-expanded")).toBe("false");
  expect(await chat.page.getByText("First, the cart.").count()).toBe(0);
  await title.press("Enter");
  expect(await chat.page.getByText("First, the cart.").isVisible()).toBe(true);
  await chat.say({ type: "grown", id: "a1", part: "text", from: 0, text: "Done" });
  expect(await title.textContent()).toContain("Reasoning");
});

test("the live region tells the beginning and the end of an answer, and not every word", async () => {
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go")]) });
  const status = chat.page.locator("main > [role=status]");
  await chat.say({ type: "message", shown: answered("a1", "", streaming) });
  await expect.poll(() => status.textContent()).toBe("GPT-5 is answering");
  await stream(chat, "a1", "All good.\n\n```ts\nx\n```\n", 5);
  expect(await status.textContent()).toBe("GPT-5 is answering");
  await chat.say({ type: "message", shown: answered("a1", "All good.\n\n```ts\nx\n```\n") });
  await expect.poll(() => status.textContent()).toContain("GPT-5 answered: All good.");
  expect(await chat.page.getByRole("log").getAttribute("aria-live")).toBe("off");
});

test("a block shows its buttons once its fence is closed", async () => {
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", "", streaming)]) });
  await stream(chat, "a1", "```ts src/a.ts\nlet a = 1;\n", 9);
  expect(await chat.page.getByText("Writing…").count()).toBe(1);
  expect(await chat.page.getByRole("button", { name: "Copy code" }).count()).toBe(0);
  await chat.say(
    { type: "grown", id: "a1", part: "text", from: 26, text: "```\n" },
    { type: "blocks", id: "a1", blocks: [blockView(0, { path: "src/a.ts" })] },
  );
  expect(await chat.page.getByText("Writing…").count()).toBe(0);
  await chat.page.getByRole("button", { name: "Apply", exact: true }).click();
  expect(await chat.awaitPosted("block")).toEqual({ type: "block", id: "a1", index: 0, action: "apply" });
});
