import { expect, test } from "vitest";
import { openChatPage } from "./chatPage.ts";
import { answered, asked, saysConversation } from "./conversations.ts";
import { longAnswer } from "./sampleTexts.ts";

test("a block that the host leads to comes into sight, has the focus, and stays there while the chat grows", async () => {
  const text = longAnswer(300);
  const says = saysConversation([asked("q1", "Go"), answered("a1", text), asked("q2", "More"), answered("a2", "OK")]);
  const chat = await openChatPage({ says });
  const list = chat.page.locator(".messages");
  const block = chat.page.locator('[data-block="a1/3"]');
  const distance = async (): Promise<number> => {
    const [at, space] = [await block.boundingBox(), await list.boundingBox()];
    return Math.abs((at?.y ?? Infinity) - (space?.y ?? 0));
  };
  await expect.poll(() => list.evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop)).toBeLessThan(2);
  await chat.say({ type: "reveal", id: "a1", index: 3 });
  await expect.poll(distance).toBeLessThan(40);
  expect(await block.evaluate((element) => document.activeElement === element)).toBe(true);
  expect(await block.getAttribute("data-revealed")).toBe("");
  await chat.say({ type: "grown", id: "a2", part: "text", from: 2, text: "\n\nmore\n\nand more\n" });
  expect(await distance()).toBeLessThan(40);
  // Only once: from there on the user goes where they like.
  await chat.page.getByRole("button", { name: "To the end" }).click();
  await chat.say({ type: "reported", text: "Something." });
  expect(await distance()).toBeGreaterThan(300);
  await chat.say({ type: "reveal", id: "a1", index: 3 });
  await expect.poll(distance).toBeLessThan(40);
  expect(chat.troubles()).toEqual([]);
});

test("a block that is further down than the page draws at once is drawn then", async () => {
  const text = Array.from(
    { length: 170 },
    (_, at) => `Step ${String(at)}\n\n\`\`\`ts\nlet a = ${String(at)};\n\`\`\`\n`,
  );
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", text.join("\n"))]) });
  const block = chat.page.locator('[data-block="a1/160"]');
  expect(await block.count()).toBe(0);
  await chat.say({ type: "reveal", id: "a1", index: 160 });
  await block.waitFor();
  expect(await block.evaluate((element) => document.activeElement === element)).toBe(true);
});
