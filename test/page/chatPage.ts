import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { HostMessage, PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import { parsePageMessage } from "../../extension/core/chat/chatProtocol.ts";
import { sharedBrowser } from "./browser.ts";
import { startPageServer } from "./pageServer.ts";
import { playHost } from "./playHost.ts";
import { themes } from "./themes/themes.ts";
import type { ThemeName } from "./themes/themes.ts";

const screenshots = join(import.meta.dirname, "../../.vscode-test/screenshots/page");

export interface ChatPageOptions {
  readonly theme?: ThemeName;
  /** Of the view, in CSS pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Translated messages by the English ones. */
  readonly words?: Readonly<Record<string, string>>;
  /** What the host says at once when the page asks. */
  readonly says?: readonly HostMessage[];
}

/** The chat's page in a real browser, with the test as its host. */
export interface ChatPage {
  readonly page: Page;
  /** The host says something; fulfilled when it is drawn. */
  readonly say: (...messages: readonly HostMessage[]) => Promise<void>;
  /** What the page has said to the host so far. A message that the host would not understand is an error. */
  readonly posted: () => Promise<readonly PageMessage[]>;
  /** The newest message of a type, once there is one. */
  readonly awaitPosted: <Type extends PageMessage["type"]>(
    type: Type,
  ) => Promise<PageMessage & { readonly type: Type }>;
  /** Forgets what was posted. */
  readonly forget: () => Promise<void>;
  /** Loads the page again, as VS Code does when it is shown again; what it has kept stays. */
  readonly reload: () => Promise<void>;
  /** Saves a picture as `.vscode-test/screenshots/page/<name>.png`. */
  readonly screenshot: (name: string) => Promise<void>;
  /** Errors of the page, violations of its policy, and requests for anything but the page's own files. */
  readonly troubles: () => readonly string[];
}

/** Opens the page; it is closed after the test. */
export async function openChatPage(options: ChatPageOptions = {}): Promise<ChatPage> {
  const { theme = "dark", width = 500, height = 800, words = {}, says = [] } = options;
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
  const server = await startPageServer(words);
  const page = await context.newPage();
  // Less than a test has, so that what it waited for in vain has a name.
  page.setDefaultTimeout(20_000);
  const found: string[] = [];
  const raw: unknown[] = [];
  page.on("pageerror", (error) => found.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") found.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith("data:"))
      found.push(`request: ${request.url()}`);
  });
  await page.exposeFunction("tellTest", (message: unknown) => void raw.push(message));
  await page.addInitScript(playHost, { variables: themes[theme].variables, bodyClass: themes[theme].bodyClass });
  onTestFinished(async () => {
    await context.close();
    server.close();
  });

  const say = async (...messages: readonly HostMessage[]): Promise<void> => {
    await page.evaluate(async (said) => {
      for (const message of said) window.postMessage(message, "*");
      // The messages arrive before the second frame; a page that is slow draws later.
      const isPending = (): boolean =>
        document.body.hasAttribute("data-pending") || document.querySelector(".messages[aria-busy=true]") !== null;
      for (let frame = 0; frame < 3 || isPending(); frame++) {
        await new Promise(requestAnimationFrame);
      }
    }, messages);
  };
  const posted = (): Promise<readonly PageMessage[]> =>
    Promise.resolve(
      raw.map((message) => {
        const parsed = parsePageMessage(message);
        if (parsed === undefined) throw new Error(`The page posted what is no message: ${JSON.stringify(message)}`);
        return parsed;
      }),
    );
  const load = async (): Promise<void> => {
    await page.goto(server.url);
    await page.locator("main").waitFor({ state: "attached" });
    await say(...says);
  };
  await load();
  return {
    page,
    say,
    posted,
    awaitPosted: async (type) => {
      for (let attempt = 0; attempt < 800; attempt++) {
        for (const message of (await posted()).toReversed()) if (isOfType(message, type)) return message;
        await page.waitForTimeout(25);
      }
      throw new Error(`The page posted no ${type}, but ${JSON.stringify(raw)}`);
    },
    forget: () => {
      raw.length = 0;
      return Promise.resolve();
    },
    reload: load,
    screenshot: async (name) => {
      mkdirSync(screenshots, { recursive: true });
      await page.screenshot({ path: join(screenshots, `${name}.png`) });
    },
    troubles: () => [...found, ...server.strayRequests.map((path) => `request: ${path}`)],
  };
}

function isOfType<Type extends PageMessage["type"]>(
  message: PageMessage,
  type: Type,
): message is PageMessage & { readonly type: Type } {
  return message.type === type;
}
