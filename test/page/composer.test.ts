import { expect, test } from "vitest";
import type { HostMessage, Offer } from "../../extension/core/chat/chatProtocol.ts";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage, ChatPageOptions } from "./chatPage.ts";
import { answered, asked, saysConversation } from "./conversations.ts";

const file = { type: "file", uri: "file:///w/src/cart.ts", path: "src/cart.ts" } as const;
const open = { type: "file", uri: "file:///w/src/prices.ts", path: "src/prices.ts" } as const;

const someOffers: Offer[] = [
  { reference: file, label: "cart.ts", detail: "src" },
  { reference: { type: "folder", uri: "file:///w/src", path: "src" }, label: "src/", detail: "" },
  {
    reference: { type: "symbol", uri: file.uri, path: file.path, name: "total", startLine: 3, endLine: 9 },
    label: "total",
    detail: "src/cart.ts",
  },
];

const field = (chat: ChatPage) => chat.page.getByRole("textbox", { name: "Ask a question" });
const draft = (chat: ChatPage): Promise<string> => field(chat).inputValue();

async function openComposer(
  options: ChatPageOptions & { readonly more?: readonly HostMessage[] } = {},
): Promise<ChatPage> {
  const { more = [], ...rest } = options;
  const chat = await openChatPage({ says: [...saysConversation([]), ...more], ...rest });
  await field(chat).click();
  return chat;
}

/** Answers the request for completions of `@query`. */
async function offer(chat: ChatPage, query: string, offers: Offer[] = someOffers): Promise<void> {
  await expect.poll(async () => (await chat.awaitPosted("offers")).query).toBe(query);
  const { request } = await chat.awaitPosted("offers");
  await chat.say({ type: "offers", request, offers });
  await chat.page.getByRole("listbox", { name: "What may go along" }).waitFor();
}

async function paste(chat: ChatPage, text: string): Promise<void> {
  await chat.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await chat.page.evaluate((written) => navigator.clipboard.writeText(written), text);
  await chat.page.keyboard.press("Control+v");
}

async function pasteFile(chat: ChatPage, name: string, bytes: readonly number[]): Promise<void> {
  await field(chat).evaluate(
    (target, [fileName, content]) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(content)], fileName));
      target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [name, bytes] as const,
  );
}

test("Enter sends, Shift+Enter begins a line, and the composer is empty and has the focus", async () => {
  const chat = await openComposer();
  await chat.page.keyboard.type("Round the total");
  await chat.page.keyboard.press("Shift+Enter");
  await chat.page.keyboard.type("to cents");
  await chat.page.keyboard.press("Enter");
  expect(await chat.awaitPosted("send")).toEqual({ type: "send", text: "Round the total\nto cents", references: [] });
  await expect.poll(() => draft(chat)).toBe("");
  await expect.poll(() => field(chat).evaluate((element) => element === document.activeElement)).toBe(true);
  expect(chat.troubles()).toEqual([]);
});

test("nothing is sent of blanks, or while an answer is written; what is typed stays", async () => {
  const chat = await openComposer();
  await chat.page.keyboard.type("  ");
  await chat.page.keyboard.press("Enter");
  const streaming = answered("a1", "Well", { state: { type: "streaming" } });
  await chat.say(...saysConversation([asked("q1", "Why?"), streaming]));
  await chat.page.keyboard.type("And then?");
  await chat.page.keyboard.press("Enter");
  await expect.poll(() => draft(chat)).toBe("  And then?");
  await expect.poll(() => chat.page.getByRole("status").filter({ hasText: "still being written" }).count()).toBe(1);
  await chat.page.keyboard.press("Escape");
  await chat.awaitPosted("stop");
  await chat.forget();
  await chat.page.getByRole("button", { name: "Stop the answer" }).click();
  await chat.awaitPosted("stop");
  expect((await chat.posted()).filter(({ type }) => type === "send")).toEqual([]);
});

test("without a model Enter asks for one and keeps the question", async () => {
  const chat = await openComposer({ more: [{ type: "models", models: [], chosen: "" }] });
  await chat.page.keyboard.type("Hello");
  await chat.page.keyboard.press("Enter");
  await chat.awaitPosted("add-model");
  await expect.poll(() => draft(chat)).toBe("Hello");
});

test("an input method's Enter and arrows are its own", async () => {
  const chat = await openComposer({ more: saysConversation([asked("q1", "Why?")]) });
  await field(chat).evaluate((target) => {
    for (const key of ["Enter", "ArrowUp", "Escape"])
      target.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => draft(chat)).toBe("");
  // As a Japanese user types: Enter ends the composition and sends nothing.
  const session = await chat.page.context().newCDPSession(chat.page);
  await session.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
  await expect.poll(() => draft(chat)).toBe("にほ");
  await session.send("Input.insertText", { text: "日本" });
  await expect.poll(() => draft(chat)).toBe("日本");
  expect((await chat.posted()).filter(({ type }) => type === "send")).toEqual([]);
});

test("Up in an empty composer recalls the questions, Down goes back; a typed text is never replaced", async () => {
  const branch = [
    asked("q1", "First"),
    answered("a1", "One"),
    asked("q2", "Second", { parent: "a1" }),
    answered("a2", "Two", { parent: "q2" }),
  ];
  const chat = await openComposer({ more: saysConversation(branch) });
  const seen: string[] = [];
  for (const key of ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"]) {
    await chat.page.keyboard.press(key);
    seen.push(await draft(chat));
  }
  expect(seen).toEqual(["Second", "First", "First", "Second", ""]);
  await chat.page.keyboard.type("Mine");
  await chat.page.keyboard.press("ArrowUp");
  await expect.poll(() => draft(chat)).toBe("Mine");
});

test("@ offers what the host finds; the keyboard alone chooses, and undo takes the words back", async () => {
  const chat = await openComposer();
  await chat.page.keyboard.type("Look at @car");
  await offer(chat, "car");
  const list = chat.page.getByRole("listbox", { name: "What may go along" });
  await chat.screenshot("composer-offers");
  const current = async (): Promise<string | null> => {
    const id = (await field(chat).getAttribute("aria-activedescendant")) ?? "";
    return chat.page.locator(`[id="${id}"] .option-label`).textContent();
  };
  await expect.poll(current).toBe("cart.ts");
  await chat.page.keyboard.press("ArrowUp");
  await expect.poll(current).toBe("total");
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

test("the active file goes along unless its chip is switched off, and is never sent twice", async () => {
  const chat = await openComposer({ more: [{ type: "active", references: [open] }] });
  const send = async (text: string): Promise<unknown> => {
    await chat.forget();
    await field(chat).click();
    await chat.page.keyboard.type(text);
    await chat.page.keyboard.press("Enter");
    return (await chat.awaitPosted("send")).references;
  };
  expect(await send("one")).toEqual([open]);
  const chip = chat.page.getByRole("button", { name: "prices.ts, open in the editor" });
  await expect.poll(() => chip.getAttribute("aria-pressed")).toBe("true");
  await chip.click();
  await expect.poll(() => chip.getAttribute("aria-pressed")).toBe("false");
  expect(await send("two")).toEqual([]);
  await chip.press("Enter");
  await chat.say({ type: "compose", text: "", references: [open] });
  await chip.waitFor({ state: "detached" });
  expect(await send("three")).toEqual([open]);
});

test("chips are one stop of Tab; arrows, Delete and Backspace work on them", async () => {
  const references = ["a", "b", "c"].map((name) => ({ type: "file", uri: `file:///${name}`, path: name }) as const);
  const chat = await openComposer({ more: [{ type: "compose", text: "", references }] });
  const focused = (): Promise<string | null> =>
    chat.page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);
  await field(chat).click();
  await chat.page.keyboard.press("Backspace");
  await expect.poll(focused).toBe("Remove c");
  await chat.page.keyboard.press("ArrowLeft");
  await expect.poll(focused).toBe("Remove b");
  await chat.page.keyboard.press("Delete");
  await expect.poll(focused).toBe("Remove c");
  await chat.page.keyboard.press("Backspace");
  await expect.poll(focused).toBe("Remove a");
  await chat.page.keyboard.press("Tab");
  await expect.poll(focused).toBe("Ask a question");
  await chat.page.keyboard.press("Shift+Tab");
  await chat.page.keyboard.press("Enter");
  await expect.poll(focused).toBe("Ask a question");
  await expect.poll(() => chat.page.locator(".chip").count()).toBe(0);
});

test("a long paste becomes a chip, which can be put into the text again; a short one is typed", async () => {
  const chat = await openComposer();
  await paste(chat, "short");
  await expect.poll(() => draft(chat)).toBe("short");
  const long = Array.from({ length: 21 }, (_, line) => `line ${line}`).join("\n");
  await paste(chat, long);
  await paste(chat, "x".repeat(2_001));
  await expect.poll(() => draft(chat)).toBe("short");
  await chat.screenshot("composer-pasted");
  await chat.page.getByRole("button", { name: "Pasted text, 21 lines", exact: true }).click();
  await expect.poll(() => draft(chat)).toBe(`short${long}`);
  await chat.page.keyboard.press("Enter");
  const { references } = await chat.awaitPosted("send");
  expect(references).toEqual([{ type: "text", name: "Pasted text, 2001 characters", text: "x".repeat(2_001) }]);
});

test("a pasted file is attached as text; what is no text is named", async () => {
  const chat = await openComposer();
  await pasteFile(chat, "notes.txt", [72, 105]);
  await chat.page.getByRole("button", { name: "Remove notes.txt" }).waitFor();
  await pasteFile(chat, "image.png", [137, 80, 78, 71, 0, 1]);
  await chat.page.getByText("image.png is not text and was not attached.").waitFor();
  await pasteFile(chat, "notes.txt", [72, 111]);
  await chat.page.getByRole("button", { name: "Remove notes.txt 2" }).waitFor();
  await expect.poll(() => chat.page.locator(".chip").count()).toBe(2);
});

test("dropped files are attached", async () => {
  const chat = await openComposer();
  const isTaken = await field(chat).evaluate((target) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["one"], "one.md"));
    dataTransfer.items.add(new File(["two"], "two.md"));
    const options = { dataTransfer, bubbles: true, cancelable: true };
    return ["dragover", "drop"].map((type) => !target.dispatchEvent(new DragEvent(type, options)));
  });
  expect(isTaken).toEqual([true, true]);
  await chat.page.getByRole("button", { name: "Remove two.md" }).waitFor();
  await field(chat).fill("Compare");
  await chat.page.keyboard.press("Enter");
  expect((await chat.awaitPosted("send")).references).toEqual([
    { type: "text", name: "one.md", text: "one" },
    { type: "text", name: "two.md", text: "two" },
  ]);
});

test("the draft survives a reload, with its chips; what the host composes is added to it", async () => {
  const chat = await openComposer({ more: [{ type: "active", references: [open] }] });
  await chat.page.keyboard.type("Half a quest");
  await chat.say({ type: "compose", text: "", references: [file] });
  await chat.page.getByRole("button", { name: "prices.ts, open in the editor" }).click();
  await chat.reload();
  await expect.poll(() => draft(chat)).toBe("Half a quest");
  const active = chat.page.getByRole("button", { name: "prices.ts, open in the editor" });
  await expect.poll(() => active.getAttribute("aria-pressed")).toBe("false");
  await chat.say({ type: "compose", text: "Why?", references: [file] });
  await expect.poll(() => draft(chat)).toBe("Half a quest\n\nWhy?");
  await expect.poll(() => chat.page.locator(".chip:not(.is-active)").count()).toBe(1);
  await expect.poll(() => field(chat).evaluate((element) => element === document.activeElement)).toBe(true);
});

test("the text grows with its lines up to a part of the view, and then scrolls", async () => {
  const chat = await openComposer({ width: 250, height: 500 });
  const height = (): Promise<number> => field(chat).evaluate((element) => element.clientHeight);
  const low = await height();
  await field(chat).fill("line\n".repeat(6));
  const high = await height();
  await field(chat).fill("line\n".repeat(100));
  expect(high).toBeGreaterThan(low * 2);
  await expect.poll(() => height()).toBeLessThanOrEqual(200);
  const overflow = await chat.page.evaluate(() => document.documentElement.scrollWidth);
  expect(overflow).toBeLessThanOrEqual(250);
});

test("the meter tells what is used and names what stays out", async () => {
  const chat = await openComposer();
  await chat.page.keyboard.type("Hello");
  await expect.poll(async () => (await chat.awaitPosted("measure")).text).toBe("Hello");
  const { request } = await chat.awaitPosted("measure");
  await chat.say({
    type: "meter",
    request,
    meter: { used: 12_300, window: 400_000, leftOut: ["the first 2 messages", "src/big.ts"] },
  });
  const meter = chat.page.getByRole("meter", { name: "Context used" });
  await expect.poll(() => meter.getAttribute("aria-valuetext")).toBe("does not fit (12.3k of 400k tokens)");
  const leftOut = chat.page.getByText("Does not fit and stays out: the first 2 messages, src/big.ts");
  await expect.poll(() => leftOut.isVisible()).toBe(true);
});

test("an earlier question is edited in its place: offers open below it, Enter asks again, Escape gives up", async () => {
  const branch = [asked("q1", "Round it", { attachments: [{ reference: file, text: "x" }] }), answered("a1", "Done.")];
  const chat = await openChatPage({ says: [...saysConversation(branch), { type: "active", references: [open] }] });
  const edited = chat.page.getByRole("textbox", { name: "Edit the question" });
  await chat.page.getByRole("button", { name: "Edit and ask again" }).press("Enter");
  await chat.page.keyboard.type(" up @p");
  await offer(
    chat,
    "p",
    Array.from({ length: 30 }, () => ({ reference: open, label: "prices.ts", detail: "src" })),
  );
  const list = chat.page.getByRole("listbox", { name: "What may go along" });
  const [above, below] = [await edited.boundingBox(), await list.boundingBox()];
  expect(below?.y).toBeGreaterThan(above?.y ?? Infinity);
  await chat.page.keyboard.press("Escape");
  await chat.page.keyboard.press("Escape");
  await expect.poll(() => edited.count()).toBe(0);
  await chat.page.getByRole("button", { name: "Edit and ask again" }).click();
  await chat.page.keyboard.type(" up");
  await chat.page.keyboard.press("Enter");
  // What is open in the editor now was not part of that question.
  expect(await chat.awaitPosted("edit")).toEqual({ type: "edit", id: "q1", text: "Round it up", references: [file] });
  expect((await chat.posted()).filter(({ type }) => type === "send")).toEqual([]);
});

test("the edit of an earlier question survives a reload, as the draft does, until it is sent or given up", async () => {
  const branch = [asked("q1", "Round it", { attachments: [{ reference: file, text: "x" }] }), answered("a1", "Done.")];
  const chat = await openChatPage({ says: saysConversation(branch) });
  const edited = chat.page.getByRole("textbox", { name: "Edit the question" });
  await field(chat).fill("Next");
  await chat.page.getByRole("button", { name: "Edit and ask again" }).press("Enter");
  // The focus comes with the next frame.
  await expect.poll(() => edited.evaluate((element) => element === document.activeElement)).toBe(true);
  await chat.page.keyboard.type(" up");
  await chat.reload();
  expect([await edited.inputValue(), await field(chat).inputValue()]).toEqual(["Round it up", "Next"]);
  await edited.press("Enter");
  expect(await chat.awaitPosted("edit")).toEqual({ type: "edit", id: "q1", text: "Round it up", references: [file] });
  await chat.reload();
  expect([await edited.count(), await field(chat).inputValue()]).toEqual([0, "Next"]);
});

test("Tab goes from the title to the button that asks, and every stop shows that it has the focus", async () => {
  const chat = await openComposer({ more: [{ type: "active", references: [open] }] });
  await chat.page.keyboard.type("Why?");
  await chat.page.getByRole("button", { name: "Show all chats" }).focus();
  const stops: string[] = [];
  for (let count = 0; count < 7; count++) {
    await chat.page.keyboard.press("Tab");
    const { name, isSeen } = await chat.page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const outline = getComputedStyle(element).outlineStyle;
      // The frame of the composer shows the focus of its text.
      const border = getComputedStyle(element.closest("form") ?? element).borderColor;
      const focusBorder = getComputedStyle(document.documentElement).getPropertyValue("--vscode-focusBorder");
      const probe = Object.assign(document.createElement("i"), { style: `color: ${focusBorder}` });
      document.body.append(probe);
      const isFramed = border === getComputedStyle(probe).color;
      probe.remove();
      return {
        name: element.getAttribute("aria-label") ?? element.textContent,
        isSeen: outline !== "none" || isFramed,
      };
    });
    stops.push(isSeen ? name : `${name}, not seen`);
  }
  expect(stops).toEqual([
    "New chat",
    "Open the sample conversation",
    "prices.ts, open in the editor",
    "Ask a question",
    "Add files, symbols, problems…",
    "Model: GPT-5, OpenAI",
    "Ask (Enter)",
  ]);
});
