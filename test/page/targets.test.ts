import { expect, test } from "vitest";
import type { BlockView } from "../../extension/core/chat/chatProtocol.ts";
import { openChatPage } from "./chatPage.ts";
import { answered, asked, blockView, saysConversation } from "./conversations.ts";
import type { ThemeName } from "./themes/themes.ts";

const code = "```ts\nlet a = 1;\n```\n\n";
const outside = "/home/somebody/projects/of/last/year/shop/src/WideMoneyMapper.ts";
const views: readonly Partial<BlockView>[] = [
  { path: "src/folder/cart.ts", certainty: "new" },
  { path: "src/folder/notes.md", certainty: "likely", added: 12, removed: 4 },
  { path: "src/folder/formatPrices.ts", certainty: "unsure", reason: "Two fit." },
  {
    path: "src/folder/WWWMMMWWWMMMWWW.test.ts",
    state: { type: "review", decided: 0, total: 1 },
    added: 120,
    removed: 88,
  },
  { path: outside, certainty: "refused", reason: "It is read-only.", added: 1, removed: 0 },
  { path: "src/deeply/nested/folder/withAVeryLongFileNameThatNobodyReads.integration.test.ts", certainty: "likely" },
  { path: "a.c", state: { type: "partly", accepted: 2, total: 3 }, added: 12, removed: 4 },
  { path: "", certainty: "none" },
];
const branch = [
  asked("q1", "Go"),
  answered("a1", code.repeat(views.length), {
    blockViews: views.map((view, index) => blockView(index, view)),
    batch: {
      targets: views.map(({ path = "", certainty = "certain" }, index) => ({
        path,
        certainty,
        blocks: index === 2 ? [2, 1, 0] : [index],
      })),
      state: "idle",
    },
  }),
];

/** What hides the beginning of a name, or stands over another thing, in rows of these. */
function troublesOf(rows: readonly Element[], pieces: string): string[] {
  const troubles: string[] = [];
  for (const row of rows) {
    const name = row.querySelector(".target-name");
    const text = name?.firstChild;
    if (name !== null && text instanceof Text) {
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, Math.min(12, text.length));
      const [box, begin] = [name.getBoundingClientRect(), range.getBoundingClientRect()];
      if (box.width < begin.width - 0.5) troubles.push(`${text.data} has ${box.width} of ${begin.width} px`);
    }
    const shown = [...row.querySelectorAll(pieces)].map((piece) => ({
      words: piece.textContent || piece.className,
      box: piece.getBoundingClientRect(),
    }));
    for (const [index, { words, box }] of shown.entries()) {
      if (box.right > row.getBoundingClientRect().right + 0.5) troubles.push(`${words} goes beyond its row`);
      for (const other of shown.slice(index + 1)) {
        const isAcross = box.left < other.box.right - 0.5 && other.box.left < box.right - 0.5;
        const isDown = box.top < other.box.bottom - 0.5 && other.box.top < box.bottom - 0.5;
        if (isAcross && isDown && box.width > 0 && other.box.width > 0) troubles.push(`${words} over ${other.words}`);
      }
    }
  }
  return troubles;
}

/** A theme changes borders and no widths. */
const shownIn: readonly (readonly [ThemeName, number])[] = [
  ["light", 250],
  ["light", 300],
  ["hcDark", 300],
  ["light", 400],
];

test.each(shownIn)(
  "the names of files can be read, and nothing stands over anything in %s at %i",
  async (theme, width) => {
    const chat = await openChatPage({ theme, width, height: 1200, says: saysConversation(branch) });
    const blocks = chat.page.locator(".code-block-row");
    const pieces =
      ".target-name, .target-folder, .certainty, .counts, .icon-button, .button, .block-status, .codicon-file";
    expect(await blocks.evaluateAll(troublesOf, pieces)).toEqual([]);
    const files = chat.page.locator(".batch-targets li");
    expect(await files.evaluateAll(troublesOf, ".target-name, .target-folder, .certainty, .batch-note")).toEqual([]);
    expect(await files.count()).toBe(views.length);
    await chat.screenshot(`targets ${theme} ${width}`);
  },
);

test("Apply All tells the name, and of a file outside the workspace the last folder only", async () => {
  const chat = await openChatPage({ says: saysConversation(branch) });
  const paths = chat.page.locator(".batch-path");
  const shown = await paths.evaluateAll((all) =>
    all.map((path) =>
      [path.querySelector(".target-name"), path.querySelector(".target-folder")].map((e) => e?.textContent),
    ),
  );
  expect(shown[0]).toEqual(["cart.ts", "src/folder"]);
  expect(shown[4]).toEqual(["WideMoneyMapper.ts", "…/src"]);
  expect(await paths.nth(4).getAttribute("title")).toBe(outside);
  expect(await paths.last().textContent()).toBe("Which file is not known yet");
});

test("one hunk is one", async () => {
  const chat = await openChatPage({ says: saysConversation(branch) });
  await expect.poll(() => chat.page.getByTitle("Open the review").innerText()).toBe("0/1 hunk");
});
