import { expect, test } from "vitest";
import { openChatPage } from "./chatPage.ts";
import { answered, asked, saysConversation } from "./conversations.ts";
import type { ThemeName } from "./themes/themes.ts";

const question = asked("q1", "Go");
const streaming = { state: { type: "streaming" } } as const;
const nobody = { id: "", name: "" };

const themes: readonly ThemeName[] = ["light", "dark", "hcDark"];
test.each(themes)("in %s what does not fit fills the meter, and the placeholder fits a narrow view", async (theme) => {
  const chat = await openChatPage({ theme, width: 300, says: saysConversation([]) });
  const field = chat.page.getByRole("textbox", { name: "Ask a question" });
  const placeholder = await field.evaluate((element) => {
    const { font } = getComputedStyle(element);
    const context = document.createElement("canvas").getContext("2d");
    if (context !== null) context.font = font;
    const words = element.getAttribute("placeholder") ?? "";
    return { room: element.clientWidth - 8, taken: context?.measureText(words).width ?? Infinity };
  });
  expect(placeholder.taken).toBeLessThanOrEqual(placeholder.room);
  const { request } = await chat.awaitPosted("measure");
  await chat.say({ type: "meter", request, meter: { used: 900, window: 400_000, leftOut: ["src/big.ts"] } });
  const meter = chat.page.getByRole("meter", { name: "Context used" });
  expect(await meter.innerText()).toBe("does not fit");
  expect(await meter.locator(".meter-used").getAttribute("stroke-dasharray")).toBe("100 100");
  await chat.screenshot(`meter ${theme}`);
  await chat.say({ type: "meter", request, meter: { used: 900, window: 400_000, leftOut: [] } });
  expect(await meter.innerText()).toBe("0%");
});

test("the notice that an answer is still written goes when it is over", async () => {
  const chat = await openChatPage({ says: saysConversation([question, answered("a1", "Well", streaming)]) });
  const notice = chat.page.getByText("An answer is still being written.");
  await chat.page.getByRole("textbox", { name: "Ask a question" }).fill("And then?");
  await chat.page.keyboard.press("Enter");
  await expect.poll(() => notice.count()).toBe(1);
  await chat.say({ type: "message", shown: answered("a1", "Well, well.") });
  await expect.poll(() => notice.count()).toBe(0);
});

const block = "```ts src/a.ts\nlet a = 1;\n";
test.each([
  ["one that is written to its end", `${block}\`\`\`\n\nAnd`, true],
  ["one that is not", block, false],
  ["none", "I would", false],
  ["commands only", "```sh\nnpm test\n```\n", false],
])("a stopped answer says what can be applied where it has %s", async (_, text, isToApply) => {
  const stopped = answered("a1", text, { state: { type: "stopped" } });
  const chat = await openChatPage({ says: saysConversation([question, stopped]) });
  const ending = await chat.page.locator(".ending").innerText();
  expect(ending).toContain("You stopped this answer.");
  expect(ending.includes("can be applied")).toBe(isToApply);
});

test("who answers is said when it is known", async () => {
  const chat = await openChatPage({ says: saysConversation([question]) });
  const status = chat.page.locator("main > [role=status]");
  await chat.say({ type: "message", shown: answered("a1", "", { ...streaming, model: nobody }) });
  expect(await status.textContent()).toBe("");
  await chat.say({ type: "message", shown: answered("a1", "", streaming) });
  await expect.poll(() => status.textContent()).toBe("GPT-5 is answering");
});

test("the same words are announced each time", async () => {
  const chat = await openChatPage({ says: saysConversation([question]) });
  const status = chat.page.locator("main > [role=status]");
  await chat.say({ type: "reported", text: "Copied." });
  await expect.poll(() => status.textContent()).toBe("Copied.");
  const first = await status.locator("span").elementHandle();
  await chat.say({ type: "reported", text: "Copied." });
  await expect.poll(() => first.evaluate((element) => element.isConnected)).toBe(false);
  expect(await status.textContent()).toBe("Copied.");
});

test("an answer that broke off after it had read something goes on by a click", async () => {
  const read = { tool: "read_file", written: "{}", what: "a.ts", state: "done", text: "" } as const;
  const broken = answered("a1", "I look. And th", {
    state: { type: "failed", message: "VS Code was closed.", canContinue: true },
    rounds: [{ at: 7, reads: [read] }],
  });
  const chat = await openChatPage({ says: saysConversation([question, broken]) });
  await chat.page.getByRole("button", { name: "Continue" }).click();
  expect(await chat.awaitPosted("continue")).toEqual({ type: "continue", id: "a1" });
});

test("a failed answer has one button to answer again", async () => {
  const failed = answered("a1", "", { state: { type: "failed", message: "The key is wrong." } });
  const chat = await openChatPage({ says: saysConversation([question, failed]) });
  expect(await chat.page.getByRole("button", { name: "Continue" }).count()).toBe(0);
  await chat.page.getByRole("button", { name: "Answer again" }).click();
  expect(await chat.awaitPosted("regenerate")).toEqual({ type: "regenerate", id: "a1" });
});
