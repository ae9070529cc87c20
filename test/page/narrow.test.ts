import { expect, test } from "vitest";
import { openChatPage } from "./chatPage.ts";
import { answered, asked, blockView, saysConversation } from "./conversations.ts";
import type { ThemeName } from "./themes/themes.ts";

const fence = "```ts src/cart.ts\nlet a = 1;\n```\n\n";
const branch = [
  asked("q1", "Go"),
  answered("a1", fence.repeat(4), {
    blockViews: [
      blockView(0, { state: { type: "partly", accepted: 2, total: 3 } }),
      blockView(1, { state: { type: "unchanged" } }),
      blockView(2, { state: { type: "review", decided: 0, total: 3 } }),
      blockView(3),
    ],
    batch: {
      targets: [{ path: "src/cart.ts", certainty: "certain", blocks: [0, 1, 2, 3] }],
      state: "idle",
    },
  }),
];

test("in a narrow view the words of a state stay on one line with the buttons", async () => {
  const chat = await openChatPage({ width: 250, says: saysConversation(branch) });
  const heights = await chat.page
    .locator(".code-block-actions")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(30);
});

test("code has no background of its own, and nothing of VS Code's styles shows", async () => {
  const chat = await openChatPage({ says: saysConversation(branch) });
  const { background, padding, size } = await chat.page
    .locator(".code-text code")
    .first()
    .evaluate((code) => {
      const style = getComputedStyle(code);
      return { background: style.backgroundColor, padding: style.paddingTop, size: style.fontSize };
    });
  expect({ background, padding, size }).toEqual({ background: "rgba(0, 0, 0, 0)", padding: "0px", size: "13px" });
});

test("what the host tells lies above the composer", async () => {
  const chat = await openChatPage({ width: 250, says: saysConversation(branch) });
  await chat.say({ type: "reported", text: "The code was copied, and the file that it is for was opened beside." });
  const box = await chat.page.locator(".reported").boundingBox();
  const composer = await chat.page.locator(".composer").boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(composer?.y ?? 0);
});

const highContrast: readonly ThemeName[] = ["hcDark", "hcLight"];

test.each(highContrast)("in %s blocks, bubbles, buttons and fields have borders", async (theme) => {
  const chat = await openChatPage({ theme, says: saysConversation(branch) });
  const places = [
    ".question-bubble",
    ".code-block",
    ".code-block-main .button",
    ".batch",
    ".batch .button",
    ".composer",
  ];
  const bare = await chat.page.evaluate(
    (selectors) =>
      selectors.filter((selector) =>
        [...document.querySelectorAll(selector)].some((element) => {
          const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
          return borderTopStyle === "none" || parseFloat(borderTopWidth) < 1 || borderTopColor.endsWith(", 0)");
        }),
      ),
    places,
  );
  expect(bare).toEqual([]);
  for (const place of places) expect(await chat.page.locator(place).count(), place).toBeGreaterThan(0);
});

test("Tab goes through a conversation as it is read, and every stop shows that it has the focus", async () => {
  const [question, answer] = branch;
  const short = answered("a1", fence, {
    blockViews: [blockView(0)],
    ...(answer === undefined ? {} : { batch: answer.batch }),
  });
  const chat = await openChatPage({ says: saysConversation(question === undefined ? [] : [question, short]) });
  await chat.page.getByRole("button", { name: "New chat" }).focus();
  const stops: string[] = [];
  for (let count = 0; count < 16 && stops.at(-1) !== "Ask a question"; count++) {
    await chat.page.keyboard.press("Tab");
    const stop = await chat.page.evaluate(() => {
      const element = document.activeElement ?? document.body;
      const name = element.getAttribute("aria-label") ?? element.textContent.trim();
      const isField = element.tagName === "TEXTAREA";
      return isField || getComputedStyle(element).outlineStyle !== "none" ? name : `${name}, not seen`;
    });
    stops.push(stop);
  }
  expect(stops).toEqual([
    "Copy question",
    "Edit and ask again",
    "Open src/cart.ts",
    "Choose another file",
    "Copy code",
    "Insert at cursor",
    "New file with this code",
    "Apply",
    "Apply All",
    "Copy answer",
    "Answer again",
    "Ask a question",
  ]);
});
