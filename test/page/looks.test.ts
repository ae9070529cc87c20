import { describe, expect, test } from "vitest";
import type { ShownMessage } from "../../extension/core/chat/chatProtocol.ts";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage } from "./chatPage.ts";
import { answered, asked, blockView, saysConversation } from "./conversations.ts";
import { editsAnswer, editsPlaced } from "./editTexts.ts";
import { planAnswer } from "./sampleTexts.ts";
import type { ThemeName } from "./themes/themes.ts";

const question = asked("q1", "Add discount codes to the cart, and tests for them.", {
  attachments: [
    { reference: { type: "file", uri: "file:///w/src/cart.ts", path: "src/cart.ts" }, text: "class Cart {}" },
    {
      reference: { type: "file", uri: "file:///w/logo.png", path: "assets/logo.png" },
      text: "",
      trouble: "This file is binary.",
    },
  ],
});

const conversation: readonly ShownMessage[] = [
  question,
  answered("a1", planAnswer, {
    reasoning: "The user wants discounts.",
    siblings: ["a0", "a1", "a2"],
    usage: { promptTokens: 1_834, completionTokens: 412 },
    cost: 0.0123,
    blockViews: [
      blockView(0, { state: { type: "review", decided: 2, total: 5 }, added: 7, removed: 3 }),
      blockView(1, { path: "src/shop/prices.ts", certainty: "new" }),
      blockView(2, { path: "", certainty: "none" }),
    ],
    batch: {
      targets: [
        { path: "src/cart.ts", certainty: "certain", blocks: [0] },
        { path: "src/shop/prices.ts", certainty: "new", blocks: [1] },
      ],
      state: "idle",
    },
  }),
];

const code = "```ts src/deeply/nested/folder/withALongFileName.test.ts\nexport const answer: number = 42;\n```\n\n";
const states: readonly ShownMessage[] = [
  asked("q1", "Show every state."),
  answered("a1", code.repeat(10), {
    blockViews: [
      blockView(0, { certainty: "likely" }),
      blockView(1, { certainty: "unsure", reason: "src/a.ts and src/b.ts both fit." }),
      blockView(2, { certainty: "refused", reason: "cart.ts is read-only." }),
      blockView(3, { state: { type: "waiting" } }),
      blockView(4, { state: { type: "applying", engine: "Morph · morph-v3-fast", share: 0.4, charsPerSecond: 8_214 } }),
      blockView(5, { state: { type: "applied", total: 3 }, added: 12, removed: 4 }),
      blockView(6, { state: { type: "partly", accepted: 2, total: 3 }, added: 12, removed: 4 }),
      blockView(7, { state: { type: "rejected" } }),
      blockView(8, { state: { type: "unchanged" } }),
      blockView(9, {
        path: "src/deeply/nested/folder/withALongFileName.test.ts",
        state: { type: "failed", reason: "The rewrite was cut off at its length limit; nothing was changed." },
        retry: [
          { id: "openai", name: "OpenAI · gpt-4.1" },
          { id: "mistral", name: "Mistral" },
        ],
      }),
    ],
    state: { type: "failed", message: "OpenAI ended the connection in the middle of the answer. Ask again." },
    leftOut: ["src/huge.ts", "2 earlier questions"],
  }),
];

const unplaced = {
  line: 24,
  reason: "These lines are not in src/cart.ts. The nearest ones are at line 120.",
  elided: [],
};
const edits: readonly ShownMessage[] = [
  asked("q1", "Add a discount to the cart, and let `load` wait until the cart is ready."),
  answered("a1", editsAnswer, { blockViews: [blockView(0, { edits: [...editsPlaced] })] }),
  asked("q2", "And once more?", { parent: "a1" }),
  answered("a2", editsAnswer, {
    parent: "q2",
    blockViews: [blockView(0, { edits: [...editsPlaced.slice(0, 2), unplaced] })],
  }),
];

const themes: readonly ThemeName[] = ["dark", "light", "hcDark", "hcLight"];
const scenes = { conversation, states, edits, empty: [] };

describe.each(themes)("in %s", (theme) => {
  test.each(["conversation", "states", "edits", "empty"] as const)("%s has its place for everything", async (scene) => {
    const chat = await openChatPage({ theme, height: 1400, says: saysConversation(scenes[scene]) });
    await chat.page.evaluate(() => document.fonts.ready.then(() => undefined));
    for (const width of [500, 250]) await look(chat, `${scene} ${theme} ${width}`, width);
    expect(chat.troubles()).toEqual([]);
  });
});

async function look(chat: ChatPage, name: string, width: number): Promise<void> {
  await chat.page.setViewportSize({ width, height: 1400 });
  await chat.screenshot(name);
  const beyond = await chat.page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => element.closest(".code-text, .for-screen-readers, table") === null)
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
      .map((element) => `${element.tagName}.${element.className}`),
  );
  expect(beyond, name).toEqual([]);
}
