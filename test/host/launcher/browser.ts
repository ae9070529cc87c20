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
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no Chromium. Next step: npm run setup -- --tests");
  return chromium.launchPersistentContext(profile, {
    executablePath,
    headless: process.env.HEADED === undefined,
    args: switches,
    viewport,
    permissions: ["clipboard-read", "clipboard-write"],
  });
}
