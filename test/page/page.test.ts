import { expect, test } from "vitest";
import { openChatPage } from "./chatPage.ts";
import { saysConversation } from "./conversations.ts";

test("the page asks for everything when it is there", async () => {
  const chat = await openChatPage({ says: saysConversation([]) });
  expect(await chat.posted()).toContainEqual({ type: "ready" });
  expect(chat.troubles()).toEqual([]);
});
