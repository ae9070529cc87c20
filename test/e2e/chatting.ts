import type { FrameLocator, Locator } from "playwright-core";
import { expect } from "vitest";
import type { Workbench } from "./workbench.ts";

/** What a person does in the chat, and sees of it. */
export interface Chatting {
  readonly page: FrameLocator;
  /** Shows the chat, and waits until it can be typed into. */
  readonly open: () => Promise<void>;
  /** The same with a conversation that has no messages yet. */
  readonly begin: () => Promise<void>;
  readonly composer: Locator;
  /** Types a question and sends it by Enter. */
  readonly ask: (question: string) => Promise<void>;
  /** Waits until the newest answer is over. */
  readonly answered: () => Promise<void>;
  readonly button: (name: string | RegExp) => Locator;
  /** The code block for a path; the first one of the page where there are several. */
  readonly block: (path: string) => Locator;
  /** Waits until the header of a block says this. */
  readonly seeState: (path: string, text: string | RegExp) => Promise<void>;
}

export function chattingOn(workbench: Workbench): Chatting {
  const page = workbench.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  const composer = page.getByRole("textbox", { name: "Ask a question" });
  const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
  const block = (path: string): Locator => page.locator(".code-block").filter({ hasText: path }).first();
  const chatting: Chatting = {
    page,
    composer,
    button,
    block,
    open: async () => {
      await workbench.runCommand("Fast Apply: Open Chat");
      await composer.waitFor({ timeout: 30_000 });
    },
    begin: async () => {
      await chatting.open();
      await page.getByRole("button", { name: "New chat", exact: true }).click();
      // What is typed before it is there is for the one before.
      await page.getByRole("heading", { level: 1, name: "New chat", exact: true }).waitFor();
    },
    ask: async (question) => {
      await composer.fill(question);
      await composer.press("Enter");
    },
    answered: async () => {
      await button("Stop the answer").waitFor({ state: "detached" });
    },
    seeState: async (path, text) => {
      await expect.poll(() => block(path).textContent()).toMatch(text);
    },
  };
  return chatting;
}
