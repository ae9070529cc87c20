import { expect, test } from "vitest";
import type { Offer } from "../../extension/core/chat/chatProtocol.ts";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage } from "./chatPage.ts";
import { saysConversation } from "./conversations.ts";

const open = { type: "file", uri: "file:///w/src/prices.ts", path: "src/prices.ts" } as const;
const cart = { type: "file", uri: "file:///w/src/cart.ts", path: "src/cart.ts" } as const;
const folder = { type: "folder", uri: "file:///w/src", path: "src" } as const;
const offers: readonly Offer[] = [
  { reference: open, label: "prices.ts", detail: "src" },
  { reference: cart, label: "cart.ts", detail: "src" },
  { reference: folder, label: "src/", detail: "" },
];

const field = (chat: ChatPage) => chat.page.getByRole("textbox", { name: "Ask a question" });

async function typeMention(chat: ChatPage, text: string, query: string, found: readonly Offer[]): Promise<void> {
  await field(chat).click();
  await chat.page.keyboard.type(text);
  await expect.poll(async () => (await chat.awaitPosted("offers")).query).toBe(query);
  const { request } = await chat.awaitPosted("offers");
  await chat.say({ type: "offers", request, offers: [...found] });
}

const current = async (chat: ChatPage): Promise<string> =>
  chat.page.locator(".option[aria-selected=true] .option-label").innerText();

test.each(["Enter", "Escape"])(
  "a mention that finds nothing says so; %s closes it, and only Enter after that asks",
  async (key) => {
    const chat = await openChatPage({ width: 300, says: saysConversation([]) });
    await typeMention(chat, "Look at @nowhere", "nowhere", []);
    await expect.poll(() => chat.page.getByRole("status").filter({ hasText: "Nothing found" }).count()).toBe(1);
    await expect.poll(() => chat.page.locator(".offers-none").isVisible()).toBe(true);
    await chat.screenshot("mention-nothing");
    await chat.page.keyboard.press(key);
    await expect.poll(() => chat.page.locator(".offers-none").count()).toBe(0);
    expect((await chat.posted()).filter(({ type }) => type === "send")).toEqual([]);
    await chat.page.keyboard.press("Enter");
    expect((await chat.awaitPosted("send")).text).toBe("Look at @nowhere");
  },
);

test("a mention that the host has not answered yet does not ask either", async () => {
  const chat = await openChatPage({ says: saysConversation([]) });
  await field(chat).click();
  await chat.page.keyboard.type("@ca");
  await chat.page.keyboard.press("Enter");
  expect((await chat.posted()).filter(({ type }) => type === "send")).toEqual([]);
  expect(await field(chat).inputValue()).toBe("@ca");
});

test("the folder whose name is typed in full comes first, else the host's order stays", async () => {
  const chat = await openChatPage({ says: saysConversation([]) });
  await typeMention(chat, "@sr", "sr", offers);
  await expect.poll(() => current(chat)).toBe("prices.ts");
  await typeMention(chat, "c", "src", offers);
  await expect.poll(() => current(chat)).toBe("src/");
  expect(await chat.page.locator(".option-label").allInnerTexts()).toEqual(["src/", "prices.ts", "cart.ts"]);
});

test("what goes along already is not chosen first where nothing is typed", async () => {
  const chat = await openChatPage({ says: [...saysConversation([]), { type: "active", references: [open] }] });
  await typeMention(chat, "@", "", offers);
  await expect.poll(() => current(chat)).toBe("cart.ts");
  await chat.page.keyboard.press("ArrowUp");
  await expect.poll(() => current(chat)).toBe("prices.ts");
});
