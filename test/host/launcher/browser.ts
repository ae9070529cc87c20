import { chromium } from "playwright-core";
import type { BrowserContext, Page } from "playwright-core";
import { findChromium } from "../install/chromium.mjs";

/** The server listens on this machine only, and the pages shown are its own; as root Chromium has no sandbox. */
const switches = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What a person's window is like, in CSS pixels. */
const usual = { width: 1400, height: 900 };

/**
 * Starts Chromium with a profile that is kept in the folder. It ends with this process: its pipe breaks.
 * The variable HEADED shows its window.
 */
export async function startBrowser(profile: string, viewport = usual): Promise<BrowserContext> {
  const hasWindow = process.env.HEADED !== undefined;
  const executablePath = findChromium({ hasWindow });
  if (executablePath === undefined) throw new Error(`There is no Chromium. Next step: ${nextStep(hasWindow)}`);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: !hasWindow,
    args: switches,
    viewport,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.on("page", muteNetwork);
  context.pages().forEach(muteNetwork);
  return context;
}

interface Connected {
  readonly _connection?: { readonly toImpl?: (page: Page) => Inside };
}
interface Inside {
  readonly delegate?: {
    readonly _mainFrameSession?: { readonly _client?: { send(method: "Network.disable"): Promise<unknown> } };
  };
}

/**
 * Playwright has every frame of a web socket reported to it, with its text, and has no switch for that. A workbench sends thousands of
 * them: without, a run takes a sixth less time. It reaches into Playwright, whose version is pinned; where a later one has nothing there,
 * tests are only slower.
 */
function muteNetwork(page: Page): void {
  const inside = (page as unknown as Connected)._connection?.toImpl?.(page);
  // A page that is closed meanwhile has nothing to report.
  inside?.delegate?._mainFrameSession?._client?.send("Network.disable").catch(() => undefined);
}

function nextStep(hasWindow: boolean): string {
  return hasWindow ? "install Chromium or Chrome, whose window HEADED shows" : "npm run setup -- --tests";
}
