import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startModelServer, type ModelServer } from "../servers/modelServer.ts";
import { cartWith } from "./cart.ts";
import { chattingOn } from "./chatting.ts";
import type { Chatting } from "./chatting.ts";
import { reviewingOn } from "./reviewing.ts";
import type { Reviewing } from "./reviewing.ts";
import { pictureFailure, shareWorkbench } from "./sharedWorkbench.ts";
import type { SharedWorkbench } from "./sharedWorkbench.ts";

const KEY = "sk-right";
const MODEL = "gpt-4.1";

const samples = join(import.meta.dirname, "../samples");
const sections = readFileSync(join(samples, "plan.md"), "utf8").split(/^(?=## )/m);
/** Three of the plan's files, as a planner would answer, and a command. */
const answer = [
  ...["cart.ts", "retry.go", "theme.css"].map((file) => sections.find((text) => text.includes(` ${file}\n`)) ?? ""),
  "Then look at it:\n\n```sh\ngit diff --stat\n```\n",
].join("\n");

/** The cart with all hunks of its block. */
const wholeCart = cartWith("discount in the totals", "discountRate", "applyDiscount", "the totals");

/** One chat from its first question on: each test goes on where the one before ended. */
describe("the chat", () => {
  let server: ModelServer;
  let workbench: SharedWorkbench;
  let review: Reviewing;
  let chat: Chatting;
  let before: ReadonlyMap<string, string>;
  beforeAll(async () => {
    server = await startModelServer("openai", { answer, key: KEY, models: [MODEL] });
    workbench = await shareWorkbench();
    await workbench.startOver();
    await workbench.chooseSettings({ "fastApply.providerOptions": { openai: { baseUrl: server.url } } });
    review = reviewingOn(workbench);
    chat = chattingOn(workbench);
    before = new Map(["cart.ts", "retry.go", "theme.css"].map((name) => [name, review.onDisk(name)]));
  });
  afterEach((context) => pictureFailure(workbench, context));
  afterAll(() => server.close());

  const fillQuickInput = async (title: string, text: string): Promise<void> => {
    const quickInput = workbench.page.locator(".quick-input-widget").filter({ hasText: title });
    await quickInput.locator("input[type=text], input[type=password]").first().fill(text);
    await workbench.press("Enter");
    await quickInput.waitFor({ state: "hidden" });
  };
  const onDisk = (): readonly string[] => [...before.keys()].map(review.onDisk);

  test("says how to get a model, and has a sample whose blocks apply without one", async () => {
    await chat.begin();
    await workbench.screenshot("chat-welcome");
    await chat.button("Open the sample conversation").click();
    await chat.block("cart.ts").getByRole("button", { name: "Apply", exact: true }).click();
    await review.inFront("cart (review).ts");
    await chat.seeState("cart.ts", "0/3 hunks");
    await workbench.screenshot("chat-sample");
    await workbench.runCommand("Fast Apply: Accept All Hunks of This File");
    await chat.seeState("cart.ts", "Applied");
    await review.inFront("cart.ts");
    await workbench.runCommand("File: Save All");
    // VS Code asks about what is not saved yet when it is closed.
    await expect.poll(() => review.isDirty("cart.ts")).toBe(false);
    await workbench.runCommand("View: Close All Editors");
    expect(onDisk()).toEqual([...before.values()]);
  });

  test("gets a model with a key, and tells what is wrong with a wrong one and with none", async () => {
    await chat.button("New chat").click();
    await chat.button("Add a model…").first().click();
    await fillQuickInput("Add Chat Model", "OpenAI");
    await fillQuickInput("Address of OpenAI", server.url);
    await fillQuickInput("API Key for OpenAI", "sk-wrong");
    await fillQuickInput("Model of OpenAI", MODEL);
    await chat.button(`Model: ${MODEL}`).waitFor();
    await chat.ask("Give the cart a discount, and make the retries and the theme better.");
    await chat.page.getByRole("alert").getByText("key").first().waitFor();
    await workbench.screenshot("chat-wrong-key");

    await workbench.runCommand("Fast Apply: Sign Out…");
    const signOut = workbench.page.locator(".quick-input-widget").filter({ hasText: new URL(server.url).origin });
    await signOut.waitFor();
    await workbench.press("Enter");
    await signOut.waitFor({ state: "hidden" });
    await chat.button("Answer again").click();
    await chat.page.getByRole("alert").getByText("There is no API key for OpenAI yet").waitFor();

    await workbench.runCommand("Fast Apply: Set API Key…");
    await fillQuickInput("Set API Key", "OpenAI");
    await fillQuickInput("API Key for OpenAI", KEY);
  });

  test("waits where the provider wants it, says so, and answers when asked again", async () => {
    server.fail({ type: "status", status: 429, headers: { "retry-after": "7200" } });
    await chat.button("Answer again").click();
    await chat.page.getByRole("alert").getByText("limit").first().waitFor();
    await chat.button("Answer again").click();
    await chat.page.getByText("3 files to change").waitFor();
    await chat.answered();
    // With a wrong key, without one, over the limit, and this one.
    await chat.page.getByText("4/4").waitFor();
    await workbench.screenshot("chat-answer");
  });

  test("applies one block, and follows the hunks that are decided by key", async () => {
    await chat.block("cart.ts").getByRole("button", { name: "Apply", exact: true }).click();
    await review.takeFocus("cart (review).ts");
    await chat.seeState("cart.ts", "0/4 hunks");
    await workbench.press("j");
    await review.seeStatus("Fast Apply: 1/4 hunks");
    await workbench.press("y");
    await chat.seeState("cart.ts", "1/4 hunks");
    await workbench.press("j");
    await review.seeStatus("Fast Apply: 2/3 hunks");
    await workbench.press("n");
    await chat.seeState("cart.ts", "2/4 hunks");
    await workbench.screenshot("chat-block-in-review");
    await workbench.press("Control+Enter");
    await chat.seeState("cart.ts", "3 of 4 hunks applied");
    await review.inFront("cart.ts");
    await workbench.press("Control+z", "Control+z");
    await chat.seeState("cart.ts", "1/4 hunks");
    await workbench.runCommand("Fast Apply: Reject All Hunks of This File");
    await chat.seeState("cart.ts", "Rejected");
    expect(await workbench.editorText()).toBe(before.get("cart.ts"));
  });

  test("answers again beside the first answer, applies all on three files, and takes all back as one", async () => {
    await chat.button("Answer again").last().click();
    await chat.page.getByText("5/5").waitFor();
    await chat.answered();
    await chat.button("Apply All").click();
    await chat.button("Accept All").waitFor();
    await workbench.screenshot("chat-apply-all");
    expect(onDisk()).toEqual([...before.values()]);
    await chat.button("Accept All").click();
    await chat.page.getByText("All accepted").waitFor();
    await workbench.screenshot("chat-all-accepted");
    // VS Code opens changed files by itself, after a while, and saves those that are open.
    for (const name of before.keys()) await expect.poll(() => review.isDirty(name)).toBe(true);
    await workbench.runCommand("File: Save All");
    await expect.poll(() => review.onDisk("cart.ts")).toBe(wholeCart);
    const areAllOther = (): boolean => onDisk().every((text, index) => text !== [...before.values()][index]);
    await expect.poll(areAllOther).toBe(true);
    await chat.button("Restore").click();
    // As after an undo in the editor, the hunks are pending again.
    await chat.button("Accept All").waitFor();
    for (const name of before.keys()) await expect.poll(() => review.isDirty(name)).toBe(true);
    await workbench.runCommand("File: Save All");
    await expect.poll(onDisk).toEqual([...before.values()]);
    await workbench.runCommand("Fast Apply: Discard All Pending Reviews…");
    await workbench.answerDialog("Discard");
    await review.seeStatus("");
  });

  test("stops an answer and keeps what came; one whose stream is cut says so", async () => {
    server.fail({ type: "stall", afterBytes: 40_000 });
    await chat.ask("Once more.");
    await chat.page.locator(".answer").last().locator(".code-block").first().waitFor();
    await chat.button("Stop the answer").click();
    await chat.page.getByText("You stopped this answer").waitFor();
    await expect.poll(() => server.openAnswers).toBe(0);

    server.fail({ type: "cut", afterBytes: 40_000 });
    await chat.button("Answer again").last().click();
    await chat.page.getByRole("alert").last().getByText("What came before is kept.").waitFor();
    await workbench.screenshot("chat-cut-off");
  });

  test("survives a reload in the middle of an answer, and takes the colours of another theme", async () => {
    server.fail({ type: "stall", afterBytes: 40_000 });
    await chat.button("Answer again").last().click();
    await chat.button("Stop the answer").waitFor();
    await chat.page.locator(".answer").last().locator(".code-block").first().waitFor();
    await chat.composer.fill("A question that is not asked yet");
    await workbench.reload();
    await chat.open();
    await expect.poll(() => chat.composer.inputValue()).toBe("A question that is not asked yet");
    await chat.page.getByText("Once more.").waitFor();
    await chat.page.getByRole("alert").last().getByText("VS Code").waitFor();
    await chat.seeState("cart.ts", "Apply");
    await chat.button("Answer again").last().click();
    await chat.page.getByText("3 files to change").nth(1).waitFor();

    const background = (): Promise<string> =>
      chat.page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await background();
    await workbench.runCommand("Preferences: Toggle between Light/Dark Themes");
    await expect.poll(background).not.toBe(light);
    await workbench.screenshot("chat-dark");
  });
});
