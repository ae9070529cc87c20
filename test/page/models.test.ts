import { expect, test } from "vitest";
import type { ModelView } from "../../extension/core/chat/chatProtocol.ts";
import { openChatPage } from "./chatPage.ts";
import type { ChatPage, ChatPageOptions } from "./chatPage.ts";
import { saysConversation, someModels } from "./conversations.ts";

const manyModels: readonly ModelView[] = [
  ...someModels,
  ...Array.from({ length: 12 }, (_, number) => ({
    id: `openrouter/vendor/model-${number}`,
    name: `Model ${number}`,
    provider: "OpenRouter",
    contextTokens: 128_000,
  })),
];

async function openPicker(models = someModels, options: ChatPageOptions = {}): Promise<ChatPage> {
  const chat = await openChatPage({
    says: [...saysConversation([]), { type: "models", models: [...models], chosen: "openai/gpt-5" }],
    ...options,
  });
  await chat.page.getByRole("button", { name: "Model: GPT-5, OpenAI" }).click();
  return chat;
}

const current = (chat: ChatPage): Promise<string> => chat.page.locator(".option.is-current .option-label").innerText();

test("the picker shows the models by provider; arrows and letters move, Enter chooses", async () => {
  const chat = await openPicker();
  await expect.poll(() => chat.page.getByRole("group").count()).toBe(2);
  const selected = chat.page.getByRole("option", { selected: true });
  await expect.poll(() => selected.innerText()).toContain("GPT-5");
  const seen: string[] = [];
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "End", "Home", "q"]) {
    await chat.page.keyboard.press(key);
    seen.push(await current(chat));
  }
  expect(seen).toEqual(["qwen3-coder", "Add a model…", "GPT-5", "Add a model…", "GPT-5", "qwen3-coder"]);
  await chat.screenshot("models");
  await chat.page.keyboard.press("Enter");
  expect(await chat.awaitPosted("choose-model")).toEqual({ type: "choose-model", id: "ollama/qwen3-coder" });
  await expect.poll(() => chat.page.getByRole("listbox").count()).toBe(0);
  const name = await chat.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(name).toBe("Model: GPT-5, OpenAI");
  expect(chat.troubles()).toEqual([]);
});

test("Escape closes the picker and chooses nothing; its last option adds a model", async () => {
  const chat = await openPicker();
  await chat.page.keyboard.press("ArrowDown");
  await chat.page.keyboard.press("Escape");
  await expect.poll(() => chat.page.getByRole("listbox").count()).toBe(0);
  await chat.page.keyboard.press("ArrowUp");
  await chat.page.getByRole("option", { name: "Add a model…" }).click();
  await chat.awaitPosted("add-model");
  expect((await chat.posted()).filter(({ type }) => type === "choose-model")).toEqual([]);
});

test("many models are searched by any of their words", async () => {
  const chat = await openPicker(manyModels, { width: 250 });
  await chat.page.keyboard.type("router 11");
  await expect
    .poll(() => chat.page.getByRole("option").allInnerTexts())
    .toEqual([expect.stringContaining("Model 11"), expect.stringContaining("Add a model…")]);
  await chat.screenshot("models-narrow");
  await expect.poll(() => chat.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(250);
  await chat.page.keyboard.press("Enter");
  expect((await chat.awaitPosted("choose-model")).id).toBe("openrouter/vendor/model-11");
});

test("without a model the button adds one", async () => {
  const chat = await openChatPage({ says: [...saysConversation([]), { type: "models", models: [], chosen: "" }] });
  await chat.page.locator(".model-button").click();
  await chat.awaitPosted("add-model");
});
