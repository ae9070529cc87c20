import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { findChromium } from "../host/install/chromium.mjs";

let launching: Promise<Browser> | undefined;

/** The same browser for all files of tests that run in this process: it ends with it. */
export function sharedBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no Chromium. Next step: npm run setup -- --tests");
  launching ??= chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  return launching;
}
