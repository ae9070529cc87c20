import { describe, expect, test } from "vitest";
import type { BatchView, BlockView } from "../../extension/core/chat/chatProtocol.ts";
import type { BlockState } from "../../extension/core/chat/chatSchemas.ts";
import { openChatPage } from "./chatPage.ts";
import { answered, asked, blockView, saysConversation } from "./conversations.ts";

const fence = "```ts src/cart.ts\nlet a = 1;\n```\n\n";
const tools = ["Copy code", "Insert at cursor", "New file with this code"];
const target = ["Open src/cart.ts", "Choose another file"];

interface Case {
  readonly view: Partial<BlockView>;
  /** After those that each block has. */
  readonly buttons: readonly string[];
  /** Without the name of the file and its code. */
  readonly words?: string;
}

/** A block that stands so. */
const inState = (state: BlockState, button: string, words?: string): Case => ({
  view: { state },
  buttons: [button],
  ...(words === undefined ? {} : { words }),
});

const cases: readonly Case[] = [
  { view: {}, buttons: ["Apply"] },
  { view: { certainty: "likely" }, buttons: ["Apply"], words: "likely" },
  { view: { certainty: "new" }, buttons: ["Apply"], words: "new file" },
  { view: { certainty: "unsure", reason: "Two fit." }, buttons: ["Apply to…"], words: "Two fit." },
  {
    view: { certainty: "refused", reason: "It is read-only." },
    buttons: ["Apply (disabled)"],
    words: "It is read-only.",
  },
  inState({ type: "waiting" }, "Stop applying", "Waiting"),
  inState({ type: "applying", engine: "Morph", share: 0.4, charsPerSecond: 8_000 }, "Stop applying", "Applying 40%"),
  inState({ type: "review", decided: 2, total: 5 }, "2/5 hunks"),
  { view: { state: { type: "applied", total: 3 }, added: 2, removed: 1 }, buttons: ["Apply again"], words: "Applied" },
  inState({ type: "partly", accepted: 2, total: 3 }, "Apply again", "2 of 3 hunks applied"),
  inState({ type: "rejected" }, "Apply again", "Rejected"),
  inState({ type: "unchanged" }, "Apply again", "Nothing to change"),
  {
    view: { state: { type: "failed", reason: "It was cut off." }, retry: [{ id: "openai", name: "OpenAI" }] },
    buttons: ["Retry", "Retry with OpenAI"],
    words: "It was cut off.",
  },
];

test("each state of a block has its buttons and its words", async () => {
  const blockViews = cases.map(({ view }, index) => blockView(index, view));
  const answer = answered("a1", fence.repeat(cases.length), { blockViews });
  const chat = await openChatPage({ says: saysConversation([asked("q1", "Go"), answer]) });
  const shown = await chat.page.locator(".code-block").evaluateAll((blocks) =>
    blocks.map((block) => ({
      buttons: [...block.querySelectorAll("button")].map((button) => {
        const name = button.getAttribute("aria-label") ?? button.textContent.trim();
        return button.disabled ? `${name} (disabled)` : name;
      }),
      words: block.textContent,
    })),
  );
  expect(shown.map(({ buttons }) => buttons)).toEqual(cases.map(({ buttons }) => [...target, ...tools, ...buttons]));
  for (const [index, { words = "" }] of cases.entries()) expect(shown[index]?.words).toContain(words);
  expect(chat.troubles()).toEqual([]);
});

const applied: BlockState = { type: "applied", total: 1 };
const inReview: BlockState = { type: "review", decided: 0, total: 2 };
const rejected: BlockState = { type: "rejected" };
const partly: BlockState = { type: "partly", accepted: 1, total: 2 };
const idle: BlockState = { type: "idle" };

interface BatchCase {
  readonly name: string;
  /** Of two blocks for one file, and one for another. */
  readonly states: readonly [BlockState, BlockState, BlockState];
  /** Default: "idle". */
  readonly batch?: BatchView["state"];
  readonly files: readonly [string, string];
  /** Default: that there are two files to change. */
  readonly title?: string;
  readonly buttons: readonly string[];
  readonly status?: string;
}

const batches: readonly BatchCase[] = [
  {
    name: "nothing has begun",
    states: [idle, idle, idle],
    files: ["", ""],
    buttons: ["Apply All"],
  },
  {
    name: "one was applied by itself",
    states: [idle, idle, applied],
    files: ["", "applied"],
    title: "Files still to change: 1 of 2",
    buttons: ["Apply the rest (2)"],
  },
  {
    name: "one of a file's blocks was applied",
    states: [applied, idle, idle],
    files: ["applied in part", ""],
    buttons: ["Apply the rest (2)"],
  },
  {
    name: "all are in review",
    states: [inReview, inReview, inReview],
    batch: "review",
    files: ["in review", "in review"],
    buttons: ["Accept All"],
  },
  {
    name: "one is in review",
    states: [idle, idle, inReview],
    batch: "review",
    files: ["", "in review"],
    buttons: ["Accept All", "Apply the rest (2)"],
  },
  {
    name: "all were accepted",
    states: [applied, { type: "unchanged" }, applied],
    batch: "accepted",
    files: ["applied", "applied"],
    title: "Files changed: 2 of 2",
    buttons: [],
    status: "All accepted",
  },
  {
    name: "some were accepted",
    states: [applied, partly, rejected],
    batch: "accepted",
    files: ["applied in part", "rejected"],
    title: "Files changed: 1 of 2",
    buttons: ["Apply the rejected again (1)"],
    status: "1 of 3 blocks applied",
  },
];

describe("what is done with all blocks together", () => {
  test.each(batches)(
    "says how each file stands where $name",
    async ({ states, batch = "idle", files, ...expected }) => {
      const [path, other] = ["src/cart.ts", "src/shop/prices.ts"];
      const answer = answered("a1", fence.repeat(3), {
        blockViews: states.map((state, index) => blockView(index, { state, path: index < 2 ? path : other })),
        batch: {
          targets: [
            { path, certainty: "certain", blocks: [0, 1] },
            { path: other, certainty: "certain", blocks: [2] },
          ],
          state: batch,
        },
      });
      const chat = await openChatPage({ width: 250, says: saysConversation([asked("q1", "Go"), answer]) });
      const bar = chat.page.locator(".batch");
      const texts = async (selector: string): Promise<readonly string[]> =>
        (await bar.locator(selector).allInnerTexts()).map((text) => text.trim());
      expect(await texts(".batch-title")).toEqual([expected.title ?? "2 files to change"]);
      expect(await texts("button")).toEqual(expected.buttons);
      expect(await texts(".block-status")).toEqual(expected.status === undefined ? [] : [expected.status]);
      const shown = await bar
        .locator("li")
        .evaluateAll((rows) => rows.map((row) => row.querySelector("[data-kind]")?.textContent ?? ""));
      expect(shown).toEqual(files);
    },
  );
});
