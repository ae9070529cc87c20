import { expect, test } from "vitest";
import type { Summary } from "../../extension/core/chat/chatProtocol.ts";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage, ChatPageOptions } from "./chatPage.ts";
import { saysConversation } from "./conversations.ts";

const DAY = 24 * 3_600_000;

const summaries = (): Summary[] => [
  { id: "c3", title: "An older one", changed: Date.now() - 30 * DAY, messages: 2 },
  { id: "c1", title: "Discounts in the cart", changed: Date.now(), messages: 4 },
  { id: "c2", title: "Retry with a growing pause", changed: Date.now() - DAY, messages: 6 },
];

async function openList(options: ChatPageOptions = {}): Promise<ChatPage> {
  const chat = await openChatPage({
    says: [...saysConversation([]), { type: "conversations", query: "", list: summaries() }],
    ...options,
  });
  await chat.page.getByRole("button", { name: "Show all chats" }).click();
  return chat;
}

const focused = (chat: ChatPage): Promise<string> =>
  chat.page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
  });

const titles = (chat: ChatPage): Promise<readonly string[]> =>
  chat.page.locator(".conversation-name").allTextContents();

test("a new chat has a name, and the button for another one works by keyboard", async () => {
  const chat = await openChatPage({ says: saysConversation([], { title: "" }) });
  await expect.poll(() => chat.page.getByRole("heading", { level: 1 }).textContent()).toBe("New chat");
  await chat.page.getByRole("button", { name: "New chat", exact: true }).press("Enter");
  await chat.awaitPosted("new");
  expect(chat.troubles()).toEqual([]);
});

test("the list shows the newest first and by days, and opens one by the keyboard alone", async () => {
  const chat = await openList();
  await expect
    .poll(() => titles(chat))
    .toEqual(["Discounts in the cart", "Retry with a growing pause", "An older one"]);
  await expect.poll(() => chat.page.getByRole("rowgroup").count()).toBe(3);
  await expect.poll(() => focused(chat)).toBe("Search chats");
  await chat.page.keyboard.press("ArrowDown");
  await chat.page.keyboard.press("ArrowDown");
  await chat.screenshot("conversations");
  await chat.page.keyboard.press("Enter");
  expect(await chat.awaitPosted("open")).toEqual({ type: "open", id: "c2" });
  await expect.poll(() => chat.page.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => focused(chat)).toBe("Discounts in the cart. Show all chats");
});

test("the arrow keys reach rename, export and delete; Tab leaves the list after one stop", async () => {
  const chat = await openList();
  const seen: string[] = [];
  await chat.page.keyboard.press("Tab");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "End"]) {
    await chat.page.keyboard.press(key);
    seen.push(await focused(chat));
  }
  expect(seen).toEqual([
    "Rename Discounts in the cart (F2)",
    "Export Discounts in the cart as Markdown",
    "Delete Discounts in the cart (Delete)",
    "Delete Discounts in the cart (Delete)",
    "Delete Retry with a growing pause (Delete)",
    "Delete An older one (Delete)",
  ]);
  await chat.page.keyboard.press("Enter");
  expect(await chat.awaitPosted("delete")).toEqual({ type: "delete", id: "c3" });
  await chat.page.keyboard.press("ArrowLeft");
  await chat.page.keyboard.press("Enter");
  expect(await chat.awaitPosted("export")).toEqual({ type: "export", id: "c3" });
  await chat.page.keyboard.press("Tab");
  await expect.poll(() => chat.page.getByRole("dialog").count()).toBe(0);
});

test("F2 renames: Enter keeps the new title, Escape and an empty one the old, and no key is lost on the way", async () => {
  const chat = await openList();
  const { keyboard } = chat.page;
  await keyboard.press("ArrowDown");
  for (const [typed, key] of [
    ["Other", "Escape"],
    [" ", "Enter"],
    ["Rebates", "Enter"],
  ] as const) {
    await keyboard.press("F2");
    await keyboard.type(typed);
    await keyboard.press(key);
  }
  await keyboard.press("Delete");
  await chat.awaitPosted("delete");
  expect((await chat.posted()).filter(({ type }) => type === "rename" || type === "delete")).toEqual([
    { type: "rename", id: "c1", title: "Rebates" },
    { type: "delete", id: "c1" },
  ]);
});

test("a title is also renamed by a click elsewhere, which keeps the focus it took", async () => {
  const chat = await openList();
  await chat.page.getByRole("row", { name: "Retry with a growing pause" }).hover();
  await chat.page.getByRole("button", { name: "Rename Retry with a growing pause (F2)" }).click();
  const input = chat.page.getByRole("textbox", { name: "Title of the chat" });
  await expect.poll(() => input.inputValue()).toBe("Retry with a growing pause");
  await chat.page.keyboard.type("Retries");
  await chat.page.getByRole("searchbox", { name: "Search chats" }).click();
  expect(await chat.awaitPosted("rename")).toEqual({ type: "rename", id: "c2", title: "Retries" });
  await expect.poll(() => input.count()).toBe(0);
  expect(await focused(chat)).toBe("Search chats");
});

test("Delete asks the host, and the focus stays in the list when the row is gone", async () => {
  const chat = await openList();
  await chat.page.keyboard.press("ArrowDown");
  await chat.page.keyboard.press("Delete");
  const { id } = await chat.awaitPosted("delete");
  await chat.say({ type: "conversations", query: "", list: summaries().filter((each) => each.id !== id) });
  await expect.poll(() => titles(chat)).toEqual(["Retry with a growing pause", "An older one"]);
  await expect.poll(() => focused(chat)).toMatch(/^Retry with a growing pause/);
  await chat.say({ type: "conversations", query: "", list: [] });
  await expect.poll(() => focused(chat)).toBe("Search chats");
  await expect.poll(() => chat.page.getByText("No chats yet").isVisible()).toBe(true);
});

test("a search asks the host; Enter opens the first one; closing forgets the search", async () => {
  const chat = await openList();
  await chat.page.keyboard.type("pause");
  await expect.poll(async () => (await chat.awaitPosted("search")).query).toBe("pause");
  await chat.say({ type: "conversations", query: "pause", list: summaries().filter(({ id }) => id === "c2") });
  await expect.poll(() => titles(chat)).toEqual(["Retry with a growing pause"]);
  await chat.say({ type: "conversations", query: "pauses", list: [] });
  await expect.poll(() => chat.page.getByText("No chat has these words").isVisible()).toBe(true);
  await chat.page.keyboard.press("Escape");
  await expect.poll(async () => (await chat.awaitPosted("search")).query).toBe("");
  await expect.poll(() => focused(chat)).toBe("Discounts in the cart. Show all chats");
});

test("a click outside closes the list, and nothing overflows at 250 px", async () => {
  const chat = await openList({ width: 250 });
  await chat.screenshot("conversations-narrow");
  await expect.poll(() => chat.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(250);
  await chat.page.mouse.click(120, 700);
  await expect.poll(() => chat.page.getByRole("dialog").count()).toBe(0);
});
