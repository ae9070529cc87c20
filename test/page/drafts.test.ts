import { expect, test } from "vitest";
import type { HostMessage } from "../../extension/core/chat/chatProtocol.ts";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage } from "./chatPage.ts";
import { asked, saysConversation } from "./conversations.ts";

const file = { type: "file", uri: "file:///w/src/cart.ts", path: "src/cart.ts" } as const;

const field = (chat: ChatPage) => chat.page.getByRole("textbox", { name: "Ask a question" });

/** What stands in the composer: its text, and how many chips. */
async function standing(chat: ChatPage): Promise<readonly [string, number]> {
  return [await field(chat).inputValue(), await chat.page.locator(".chip").count()];
}

const shows = (id: string, isAsked = true): HostMessage => ({
  type: "conversation",
  id,
  title: id,
  messages: isAsked ? [asked(`${id}-q1`, "Why?")] : [],
  isSample: false,
});

test("each conversation has a draft of its own, which is there again when it is", async () => {
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Why?")]) });
  await field(chat).click();
  await chat.page.keyboard.type("Half a quest");
  await chat.say({ type: "compose", references: [file] });
  await chat.say(shows("new", false));
  expect(await standing(chat)).toEqual(["", 0]);
  expect(await field(chat).evaluate((element) => element === document.activeElement)).toBe(true);
  await chat.page.keyboard.type("Other");
  await chat.say(shows("c1"));
  expect(await standing(chat)).toEqual(["Half a quest", 1]);
  await chat.page.keyboard.press("End");
  await chat.page.keyboard.type("ion");
  await chat.say(shows("new", false));
  expect(await standing(chat)).toEqual(["Other", 0]);
  await chat.page.keyboard.press("Enter");
  expect(await chat.awaitPosted("send")).toMatchObject({ text: "Other", references: [] });
  await chat.say(shows("c1"), shows("new"));
  expect(await standing(chat)).toEqual(["", 0]);
  await chat.reload();
  expect(await standing(chat)).toEqual(["Half a question", 1]);
});

test("what the host puts into a new conversation stands in that one only", async () => {
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Why?")]) });
  await chat.say(shows("new", false), { type: "compose", references: [file] });
  expect(await standing(chat)).toEqual(["", 1]);
  await chat.say(shows("c1"));
  expect(await standing(chat)).toEqual(["", 0]);
});

test("what was typed before anything was asked is there when VS Code has begun again with another new conversation", async () => {
  const chat = await openChatPage({ says: [...saysConversation([]), shows("before", false)] });
  await field(chat).fill("Not asked yet");
  await chat.page.reload();
  await chat.say(...saysConversation([]).filter(({ type }) => type !== "conversation"), shows("after", false));
  expect(await standing(chat)).toEqual(["Not asked yet", 0]);
});

test("the drafts of the newest 20 conversations are kept", async () => {
  const chat = await openChatPage({ says: saysConversation([]) });
  for (let number = 0; number < 22; number++) {
    await chat.say(shows(`chat ${number}`));
    await field(chat).fill(`draft ${number}`);
  }
  const found: string[] = [];
  for (const number of [0, 1, 2, 21]) {
    await chat.say(shows(`chat ${number}`));
    found.push(await field(chat).inputValue());
  }
  expect(found).toEqual(["", "", "draft 2", "draft 21"]);
});
