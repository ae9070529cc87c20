import { expect, test } from "vitest";
import type { ReadRecord } from "../../extension/core/chat/chatSchemas.ts";
import { openChatPage } from "./chatPage.ts";
import { answered, asked, saysConversation } from "./conversations.ts";

const streaming = { state: { type: "streaming" } } as const;

const read = (tool: string, what: string, own: Partial<ReadRecord> = {}): ReadRecord => ({
  tool,
  written: "",
  what,
  state: "done",
  text: "",
  ...own,
});

const place = { uri: "file:///w/src/cart.ts", path: "src/cart.ts", line: 12 };
const rounds = [
  {
    at: 0,
    reads: [read("search_text", "class <b>Cart</b>", { found: 3 }), read("find_files", "**/*cart*", { found: 1 })],
  },
  {
    at: 0,
    reads: [
      read("read_file", "src/cart.ts:12-40", { place }),
      read("read_file", "src/cart.ts:80-90", { place }),
      read("read_file", ".env", { state: "refused", text: "By its name the file holds passwords or keys." }),
      read("recent_changes", ""),
    ],
  },
];

test("what is read shows while it happens, is folded when the model writes, and each line opens its place", async () => {
  const running = [{ at: 0, reads: [read("search_text", "class Cart", { state: "running" })] }];
  const chat = await openChatPage({
    says: saysConversation([asked("q1", "Go"), answered("a1", "", { ...streaming, rounds: running })]),
  });
  const title = chat.page.locator(".reads .reasoning-title");
  await expect.poll(() => title.textContent()).toContain("Looks into the workspace…");
  expect(await title.getAttribute("aria-expanded")).toBe("true");
  expect(await chat.page.locator(".reads-list").textContent()).toContain("Search for “class Cart”");

  await chat.say({ type: "message", shown: answered("a1", "", { ...streaming, rounds }) });
  await expect.poll(() => title.textContent()).toContain("Read 1 file, searched 2 times, looked around once");
  expect(await title.getAttribute("aria-expanded")).toBe("true");

  await chat.say({ type: "message", shown: answered("a1", "It is empty.", { rounds }) });
  await expect.poll(() => title.getAttribute("aria-expanded")).toBe("false");
  expect(await chat.page.locator(".reads-list").count()).toBe(0);

  await title.click();
  await chat.page.getByRole("button", { name: "Read src/cart.ts:12-40" }).click();
  expect(await chat.awaitPosted("open-read")).toEqual({ type: "open-read", id: "a1", round: 1, index: 0 });
  const lines = await chat.page.locator(".read-line").allTextContents();
  expect(lines.map((line) => line.trim())).toEqual([
    "Search for “class <b>Cart</b>” 3 found",
    "Look for files: **/*cart* 1 found",
    "Read src/cart.ts:12-40",
    "Read src/cart.ts:80-90",
    "Read .env not read",
    "Look at recent changes",
  ]);
  expect(await chat.page.getByTitle("By its name the file holds passwords or keys.").count()).toBe(1);
  expect(await chat.page.locator(".reads b").count()).toBe(0);
});

test("an answer that has read nothing shows nothing of it, and a thousand reads do not all show", async () => {
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", "Two.")]) });
  await chat.page.locator(".prose").waitFor();
  expect(await chat.page.locator(".reads").count()).toBe(0);
  const many = [{ at: 0, reads: Array.from({ length: 1_000 }, (_, at) => read("read_file", `f${at}.ts`)) }];
  await chat.say({ type: "message", shown: answered("a1", "Two.", { rounds: many }) });
  await chat.page.locator(".reads .reasoning-title").click();
  await expect.poll(() => chat.page.locator(".read-line").count()).toBe(200);
  expect(await chat.page.locator(".reads").textContent()).toContain("800 more are not shown");
});
