import { expect, test } from "vitest";
import { openChatPage } from "./chatPage.ts";
import { asked, saysConversation } from "./conversations.ts";

const noModel = { type: "models", models: [], chosen: "" } as const;
const withoutModel = [...saysConversation([], { title: "" }), { ...noModel, models: [] }];

test("without a model three lines say how to get one, and two buttons do", async () => {
  const chat = await openChatPage({ says: withoutModel });
  const welcome = chat.page.getByRole("region", { name: "Choose who plans your changes" });
  await expect.poll(() => welcome.getByRole("listitem").count()).toBe(3);
  await welcome.getByRole("button", { name: "Add a model…" }).press("Enter");
  await chat.awaitPosted("add-model");
  await welcome.getByRole("button", { name: "Open the sample conversation" }).press("Enter");
  await chat.awaitPosted("open-sample");
  expect(chat.troubles()).toEqual([]);
});

test("with a model it tells what the chat does, until something is asked", async () => {
  const chat = await openChatPage({ says: saysConversation([]) });
  await chat.page.getByRole("heading", { name: "What should change?" }).waitFor();
  await chat.say(...saysConversation([asked("q1", "Why?")]));
  await expect.poll(() => chat.page.getByRole("heading", { name: "What should change?" }).count()).toBe(0);
});

test("its words are in the user's language", async () => {
  const words = { "Add a model…": "Modell hinzufügen…", "Choose who plans your changes": "Wer plant?" };
  const chat = await openChatPage({ says: withoutModel, words });
  await chat.page.getByRole("heading", { name: "Wer plant?" }).waitFor();
  await expect.poll(() => chat.page.getByRole("button", { name: "Modell hinzufügen…" }).count()).toBe(2);
});

for (const theme of ["dark", "light", "hcDark", "hcLight"] as const) {
  test(`nothing is cut off at 250 px in ${theme}`, async () => {
    const chat = await openChatPage({ says: withoutModel, width: 250, height: 620, theme });
    await chat.screenshot(`welcome-narrow-${theme}`);
    await expect.poll(() => chat.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(250);
  });
}
