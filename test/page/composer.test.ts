import { expect, test } from "vitest";
import { openChatPage } from "./chatPage.ts";
import { draft, field, file, offer, open, openComposer } from "./composing.ts";
import { answered, asked, saysConversation } from "./conversations.ts";

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

test("the draft survives a reload, with its chips; what the host composes is added to it", async () => {
  const chat = await openComposer({ more: [{ type: "active", references: [open] }] });
  await chat.page.keyboard.type("Half a quest");
  await chat.say({ type: "compose", references: [file] });
  await chat.page.getByRole("button", { name: "prices.ts, open in the editor" }).click();
  await chat.reload();
  await expect.poll(() => draft(chat)).toBe("Half a quest");
  const active = chat.page.getByRole("button", { name: "prices.ts, open in the editor" });
  await expect.poll(() => active.getAttribute("aria-pressed")).toBe("false");
  await chat.say({ type: "compose", references: [file] });
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
