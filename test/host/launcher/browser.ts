import { chromium } from "playwright-core";
import type { BrowserContext } from "playwright-core";
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
  return chromium.launchPersistentContext(profile, {
    executablePath,
    headless: !hasWindow,
    args: switches,
    viewport,
    permissions: ["clipboard-read", "clipboard-write"],
  });
}

function nextStep(hasWindow: boolean): string {
  return hasWindow ? "install Chromium or Chrome, whose window HEADED shows" : "npm run setup -- --tests";
}
