import { expect, test } from "vitest";
import type { Offer } from "../../extension/core/chat/chatProtocol.ts";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage } from "./chatPage.ts";
import { draft, field, file, offer, open, openComposer, someOffers } from "./composing.ts";
import { saysConversation } from "./conversations.ts";

const folder = { type: "folder", uri: "file:///w/src", path: "src" } as const;
const offers: readonly Offer[] = [
  { reference: open, label: "prices.ts", detail: "src" },
  { reference: file, label: "cart.ts", detail: "src" },
  { reference: folder, label: "src/", detail: "" },
];

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

test("@ offers what the host finds; the keyboard alone chooses, and undo takes the words back", async () => {
  const chat = await openComposer();
  await chat.page.keyboard.type("Look at @car");
  await offer(chat, "car");
  const list = chat.page.getByRole("listbox", { name: "What may go along" });
  await chat.screenshot("composer-offers");
  const active = async (): Promise<string | null> => {
    const id = (await field(chat).getAttribute("aria-activedescendant")) ?? "";
    return chat.page.locator(`[id="${id}"] .option-label`).textContent();
  };
  await expect.poll(active).toBe("cart.ts");
  await chat.page.keyboard.press("ArrowUp");
  await expect.poll(active).toBe("total");
  await chat.page.keyboard.press("ArrowDown");
  await chat.page.keyboard.press("Enter");
  await expect.poll(() => draft(chat)).toBe("Look at @cart.ts ");
  await expect.poll(() => list.count()).toBe(0);
  await chat.page.keyboard.type("please");
  await chat.page.keyboard.press("Enter");
  expect(await chat.awaitPosted("send")).toEqual({ type: "send", text: "Look at @cart.ts please", references: [file] });
  await chat.page.keyboard.type("@t");
  await offer(chat, "t");
  await chat.page.keyboard.press("Tab");
  await chat.page.keyboard.press("Control+z");
  await expect.poll(() => draft(chat)).toBe("@t");
});

test("offers close by Escape, by a blank and when the focus goes; a mail address opens none", async () => {
  const chat = await openComposer();
  const list = chat.page.getByRole("listbox", { name: "What may go along" });
  await chat.page.keyboard.type("@c");
  await offer(chat, "c");
  await chat.page.keyboard.press("Escape");
  await expect.poll(() => list.count()).toBe(0);
  await chat.page.keyboard.type("a");
  await expect.poll(() => list.count()).toBe(0);
  await chat.page.keyboard.type(" @x");
  await offer(chat, "x");
  await expect.poll(() => list.count()).toBe(1);
  await chat.page.keyboard.press("Space");
  await expect.poll(() => list.count()).toBe(0);
  await chat.forget();
  await chat.page.keyboard.type("me@example.org");
  expect((await chat.posted()).filter(({ type }) => type === "offers")).toEqual([]);
});

test("an answer to an older mention is not offered", async () => {
  const chat = await openComposer();
  await chat.page.keyboard.type("@a");
  const { request } = await chat.awaitPosted("offers");
  await chat.page.keyboard.type(" @b");
  await chat.say({ type: "offers", request, offers: someOffers });
  await expect.poll(() => chat.page.getByRole("listbox").count()).toBe(0);
});

test("a click on an offer takes it, and the text keeps the focus", async () => {
  const chat = await openComposer();
  await chat.page.getByRole("button", { name: "Add files, symbols, problems…" }).click();
  await offer(chat, "");
  await chat.page.getByRole("option", { name: "src/", exact: true }).click();
  await expect.poll(() => draft(chat)).toBe("@src/ ");
  await expect.poll(() => field(chat).evaluate((element) => element === document.activeElement)).toBe(true);
});
