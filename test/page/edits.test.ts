import { describe, expect, test } from "vitest";
import type { BlockView, ShownMessage } from "../../extension/core/chat/chatProtocol.ts";
import type { Answer, BlockState } from "../../extension/core/chat/chatSchemas.ts";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage } from "./chatPage.ts";
import { answered, asked, blockView, saysConversation } from "./conversations.ts";
import { editsAnswer, editsPlaced } from "./editTexts.ts";

const placed = { edits: [...editsPlaced] };
const streaming = { state: { type: "streaming" } } as const;

/** A branch with one answer, and what the host knows of its first block. */
const branch = (text: string, view: Partial<BlockView> = {}): readonly ShownMessage[] => [
  asked("q1", "Add discounts to the cart."),
  answered("a1", text, { blockViews: [blockView(0, view)] }),
];

const openWith = (text: string, view: Partial<BlockView> = {}, width = 500): Promise<ChatPage> =>
  openChatPage({ width, says: saysConversation(branch(text, view)) });

/** The rows as a user sees them, signs included. */
const shownRows = (chat: ChatPage): Promise<readonly string[]> =>
  chat.page.locator(".edit-line, .edit-fold, .edit-head").evaluateAll((rows) =>
    rows.map((row) => {
      const sign = /^"(.)"/.exec(getComputedStyle(row, "::before").content)?.[1] ?? " ";
      return row.matches(".edit-line") ? `${sign} ${row.textContent}` : `[${row.textContent.trim()}]`;
    }),
  );

/** What a user would take for a marker of the format. */
const MARKER = /<<|>>>|={3}|SEARCH|REPLACE/;

describe("exact edits", () => {
  test("read as a diff, with what stays folded", async () => {
    const chat = await openWith(editsAnswer, placed);
    expect(await shownRows(chat)).toEqual([
      "[Line 42]",
      "−   /** What is to be paid. */",
      "−   total(): number {",
      "−     return this.sum;",
      "+   /** What is to be paid, after the discount. */",
      "+   total(code?: string): number {",
      "+     return this.sum * (1 - discountOf(code));",
      "[Line 61]",
      "    load(): void {",
      "+     if (this.isReady) {",
      "→       this.items.clear();",
      "[14 lines stay]",
      '→       this.notify("loaded");',
      "+     }",
      "    }",
      "[Line 90]",
      "−   /** @deprecated */",
      "−   oldTotal(): number {",
      "[5 lines are deleted]",
      "−   }",
      "− ",
      "    get isEmpty(): boolean {",
    ]);
    expect(await chat.page.locator(".answer").innerText()).not.toMatch(MARKER);
    expect(chat.troubles()).toEqual([]);
  });

  test("are in the colours of their language", async () => {
    const chat = await openWith(editsAnswer, placed);
    await expect.poll(() => chat.page.locator(".edit-line .hljs-keyword").count()).toBeGreaterThan(3);
    const comment = chat.page.locator(".edit-lines[data-kind=removed] .hljs-comment").first();
    expect(await comment.innerText()).toBe("/** What is to be paid. */");
  });

  test("have their counts at once, until their review has some", async () => {
    const chat = await openWith(editsAnswer, { path: "", certainty: "none" });
    const counts = chat.page.locator(".counts");
    expect(await counts.innerText()).toBe("+7 −14");
    await chat.say({ type: "blocks", id: "a1", blocks: [blockView(0, { ...placed, added: 21, removed: 28 })] });
    expect(await counts.innerText()).toBe("+21 −28");
  });

  test("say how many have a place, while others come and at the end, on one line with the buttons", async () => {
    const [first, second, ...others] = editsPlaced;
    const known = [first, second].flatMap((edit) => edit ?? []);
    const open = editsAnswer.slice(0, editsAnswer.lastIndexOf(">>>>>>>"));
    const shows = (text: string, state: Answer["state"], view: Partial<BlockView>): ShownMessage =>
      answered("a1", text, { state, blockViews: [blockView(0, view)] });
    const says = saysConversation([asked("q1", "Go"), shows(open, { type: "streaming" }, { edits: known })]);
    const chat = await openChatPage({ width: 250, says });
    const status = chat.page.locator(".block-status");
    expect(await status.innerText()).toContain("2 placed · writing…");
    const done = { type: "done" } as const;
    await chat.say({ type: "message", shown: shows(editsAnswer, done, placed) });
    const count = editsPlaced.length;
    await expect.poll(() => status.innerText()).toBe(`${String(count)} placed`);
    const edits = [...known.slice(0, 1), { line: 9, reason: "These lines are not there.", elided: [] }, ...others];
    await chat.say({ type: "message", shown: shows(editsAnswer, done, { edits, note: "Edit 2 is left out." }) });
    await expect.poll(() => status.innerText()).toBe(`${String(count - 1)} of ${String(count)} placed`);
    expect(await chat.page.locator(".block-trouble").innerText()).toBe("Edit 2 is left out.");
    expect((await chat.page.locator(".code-block-actions").boundingBox())?.height).toBeLessThan(30);
  });

  test("say why one has no place, on that one", async () => {
    const [first, second, ...others] = editsPlaced;
    const lost = { line: 9, reason: "These lines are not in src/cart.ts.", elided: [] };
    const chat = await openWith(editsAnswer, { edits: [first ?? lost, lost, ...others] });
    expect(second?.line).toBe(lost.line);
    const edits = chat.page.locator(".edit");
    expect(await edits.nth(1).locator(".edit-trouble").innerText()).toBe("These lines are not in src/cart.ts.");
    expect(await chat.page.locator(".edit-trouble, .block-trouble").count()).toBe(1);
    // Its number of lines is the one that the edit says, and nothing can be unfolded.
    expect(await edits.nth(1).locator("div.edit-fold").innerText()).toContain("12 lines stay");
  });

  test("show text around them, and a file that a marker names", async () => {
    const edit = "=======\nb\n>>>>>>> REPLACE";
    const text = `\`\`\`\nsrc/a.ts\n<<<<<<< SEARCH\na\n${edit}\n<<<<<<< SEARCH src/b.ts\na\n${edit}\n\nlet c;\n\`\`\`\n`;
    const chat = await openWith(text);
    expect(await shownRows(chat)).toEqual(["  src/a.ts", "− a", "+ b", "[src/b.ts]", "− a", "+ b", "  let c;"]);
  });

  test("leave a plain sketch as it is", async () => {
    const chat = await openWith("```ts src/cart.ts\nlet a = 1;\n// ... existing code ...\n<<<<<<< HEAD\n```\n");
    expect(await chat.page.locator("pre.code-text").innerText()).toBe(
      "let a = 1;\n// ... existing code ...\n<<<<<<< HEAD",
    );
    expect(await chat.page.locator(".edit, .counts").count()).toBe(0);
  });
});

test("an edit with very many elisions is drawn in portions", async () => {
  const lines = Array.from({ length: 20_000 }, (_, line) => `x${line}\n... ${line} lines ...`).join("\n");
  const chat = await openWith(`\`\`\`ts\n<<<<<<< SEARCH\n${lines}\n=======\n${lines}\nend\n>>>>>>> REPLACE\n\`\`\`\n`);
  const count = (): Promise<number> => chat.page.locator(".edit-line, .edit-fold").count();
  const first = await count();
  expect(first).toBeLessThan(5_000);
  await chat.page.getByRole("button", { name: "Show more of this block" }).click();
  await expect.poll(count).toBeGreaterThan(first);
  expect(chat.troubles()).toEqual([]);
});

describe("a fold of exact edits", () => {
  const lines = Array.from({ length: 14 }, (_, line) => `    this.step${line}();`);

  test("opens by key with the lines of the file, and closes again", async () => {
    const chat = await openWith(editsAnswer, placed);
    const fold = chat.page.getByRole("button", { name: "14 lines stay" });
    await fold.focus();
    await chat.page.keyboard.press("Enter");
    const asks = await chat.awaitPosted("unfold");
    expect(asks).toEqual({ type: "unfold", id: "a1", index: 0, line: 9, nth: 0 });
    await chat.say({ ...asks, type: "unfolded", text: lines.join("\n") });
    expect(await fold.getAttribute("aria-expanded")).toBe("true");
    const rows = await shownRows(chat);
    expect(rows.slice(12, 26)).toEqual(lines.map((line) => `  ${line}`));
    expect(await chat.page.locator(":focus").innerText()).toContain("14 lines stay");
    await chat.page.keyboard.press("Space");
    expect(await fold.getAttribute("aria-expanded")).toBe("false");
    expect(await shownRows(chat)).toHaveLength(rows.length - 14);
  });

  test("stays open while the host says more of the block", async () => {
    const chat = await openWith(editsAnswer, placed);
    await chat.page.getByRole("button", { name: "5 lines are deleted" }).click();
    const asks = await chat.awaitPosted("unfold");
    await chat.say({ ...asks, type: "unfolded", text: "    return 1;" });
    await chat.say({ type: "blocks", id: "a1", blocks: [blockView(0, { ...placed, state: { type: "waiting" } })] });
    expect(await shownRows(chat)).toContain("−     return 1;");
  });

  test("is no button while its place is not known", async () => {
    const chat = await openWith(editsAnswer);
    expect(await chat.page.locator(".edit-fold").allInnerTexts()).toEqual(["12 lines stay", "5 lines are deleted"]);
    expect(await chat.page.locator("button.edit-fold").count()).toBe(0);
  });
});

describe("exact edits that stream in", () => {
  const stream = async (chat: ChatPage, text: string, size: number, look: () => Promise<void>): Promise<void> => {
    for (let from = 0; from < text.length; from += size) {
      await chat.say({ type: "grown", id: "a1", part: "text", from, text: text.slice(from, from + size) });
      await look();
    }
  };
  const openStreaming = (): Promise<ChatPage> =>
    openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", "", streaming)]) });

  test("show no marker at any moment, and end as those that came at once", async () => {
    const chat = await openStreaming();
    const seen = new Set<string>();
    await stream(chat, editsAnswer, 5, async () => {
      const text = await chat.page.locator(".answer").innerText();
      for (const line of text.split("\n")) if (MARKER.test(line)) seen.add(line);
    });
    expect([...seen]).toEqual([]);
    await chat.say({ type: "message", shown: answered("a1", editsAnswer) });
    const grown = await chat.page.locator(".answer").innerHTML();
    const other = await openChatPage({ says: saysConversation([asked("q1", "Go"), answered("a1", editsAnswer)]) });
    await expect.poll(() => other.page.locator(".answer").innerHTML()).toBe(grown);
  });

  test("turn into a diff line by line, and say how many are placed", async () => {
    const chat = await openStreaming();
    const head = "```ts src/cart.ts\n<<<<<<< SEARCH\na();\nb();\nc();\n";
    const show = async (text: string): Promise<readonly string[]> => {
      await chat.say({ type: "message", shown: answered("a1", text, streaming) });
      return shownRows(chat);
    };
    expect(await show(`${head}====`)).toEqual(["  a();", "  b();", "  c();"]);
    expect(await show(`${head}=======\na();\nx();\n`)).toEqual(["  a();", "+ x();", "  b();", "  c();"]);
    expect(await show(`${head}=======\na();\nx();\nc();\n>>>>>`)).toEqual(["  a();", "− b();", "+ x();", "  c();"]);
    expect(await chat.page.locator(".block-status").innerText()).toContain("Writing…");
    const [first] = editsPlaced;
    await chat.say({ type: "blocks", id: "a1", blocks: [blockView(0, { edits: first === undefined ? [] : [first] })] });
    expect(await chat.page.locator(".block-status").innerText()).toContain("1 placed");
  });

  test("say which one breaks off", async () => {
    const text = editsAnswer.slice(0, editsAnswer.indexOf("    ... 5 lines"));
    const shown = answered("a1", text, { state: { type: "stopped" } });
    const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), shown]) });
    const troubles = await chat.page
      .locator(".edit")
      .evaluateAll((edits) => edits.map((edit) => edit.querySelector(".edit-trouble")?.textContent.trim() ?? ""));
    expect(troubles).toEqual(["", "", "This edit breaks off, so it cannot be applied."]);
  });
});

describe("the buttons of exact edits", () => {
  test("copy the new code, or a patch", async () => {
    const chat = await openWith(`${editsAnswer}\n\`\`\`ts src/b.ts\nlet b;\n\`\`\`\n`, placed);
    await chat.page.getByRole("button", { name: "Copy as patch" }).click();
    expect(await chat.awaitPosted("block")).toEqual({ type: "block", id: "a1", index: 0, action: "copy-patch" });
    await chat.page.getByRole("button", { name: "Copy code" }).first().click();
    await expect.poll(async () => (await chat.awaitPosted("block")).action).toBe("copy");
    expect(await chat.page.getByRole("button", { name: "Copy as patch" }).count()).toBe(1);
  });

  const states: readonly BlockState[] = [
    { type: "idle" },
    { type: "waiting" },
    { type: "review", decided: 0, total: 3 },
    { type: "partly", accepted: 2, total: 3 },
    { type: "unchanged" },
  ];
  test.each(states)("have their place in a narrow view: $type", async (state) => {
    const chat = await openWith(editsAnswer, { ...placed, state }, 250);
    const height = await chat.page.locator(".code-block-actions").evaluate((row) => row.getBoundingClientRect().height);
    expect(height).toBeLessThan(30);
  });
});

describe("exact edits for everyone", () => {
  test("a screen reader says what becomes of the lines, and where", async () => {
    const chat = await openWith(editsAnswer, placed);
    expect(await chat.page.getByRole("group", { name: "Edit 2 of 3, Line 61" }).ariaSnapshot()).toBe(
      [
        '- group "Edit 2 of 3, Line 61":',
        '  - text: "Unchanged: load(): void { Added: if (this.isReady) { Indented anew: this.items.clear();"',
        '  - button "14 lines stay"',
        '  - text: "Indented anew: this.notify(\\"loaded\\"); Added: } Unchanged: }"',
      ].join("\n"),
    );
    expect(await chat.page.locator(".counts").getAttribute("aria-label")).toBe("Lines added: 7, removed: 14");
  });

  test("what is added and removed is told by more than a colour, also in forced colours", async () => {
    const chat = await openWith(editsAnswer, placed);
    await chat.page.emulateMedia({ forcedColors: "active" });
    for (const kind of ["added", "removed"]) {
      const border = await chat.page
        .locator(`.edit-lines[data-kind=${kind}]`)
        .first()
        .evaluate((lines) => getComputedStyle(lines).borderLeftColor);
      expect(border).toMatch(/^rgb\(/);
    }
  });
});
