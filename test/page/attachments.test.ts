import { expect, test } from "vitest";
import type { ChatPage } from "./chatPage.ts";
import { draft, field, open, openComposer } from "./composing.ts";

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
  await chat.say({ type: "compose", references: [open] });
  await chip.waitFor({ state: "detached" });
  expect(await send("three")).toEqual([open]);
});

test("chips are one stop of Tab; arrows, Delete and Backspace work on them", async () => {
  const references = ["a", "b", "c"].map((name) => ({ type: "file", uri: `file:///${name}`, path: name }) as const);
  const chat = await openComposer({ more: [{ type: "compose", references }] });
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
