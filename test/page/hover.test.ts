import { expect, test } from "vitest";
import { openChatPage } from "./chatPage.ts";
import { answered, asked, blockView, saysConversation } from "./conversations.ts";

const fence = "```ts src/cart.ts\nlet a = 1;\n```\n\n";

test("the host is told for each block that the pointer or the focus comes to Apply, and again only after a while", async () => {
  const answer = answered("a1", fence.repeat(3), {
    blockViews: [blockView(0), blockView(1), blockView(2, { state: { type: "applied", total: 1 } })],
  });
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answer]) });
  await chat.page.clock.install();
  const applies = chat.page.getByRole("button", { name: "Apply", exact: true });
  expect(await applies.count()).toBe(2);
  const hovered = async (): Promise<readonly number[]> =>
    (await chat.posted()).flatMap((message) =>
      message.type === "hover" && message.id === "a1" ? [message.index] : [],
    );
  await applies.nth(1).hover();
  await expect.poll(hovered).toEqual([1]);
  await applies.nth(1).focus();
  await applies.nth(0).focus();
  await expect.poll(hovered).toEqual([1, 0]);
  await chat.page.clock.fastForward(10_000);
  await applies.nth(1).focus();
  await expect.poll(hovered).toEqual([1, 0, 1]);
  await applies.nth(0).click();
  await chat.awaitPosted("block");
  expect(chat.troubles()).toEqual([]);
});
