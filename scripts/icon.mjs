// Draws media/icon.png from media/icon.svg with Chromium, since the Marketplace takes no SVG.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { findChromium } from "../test/host/install/chromium.mjs";

/** In pixels; twice what the Marketplace asks for, so that it is sharp on dense screens. */
const size = 256;

const media = join(import.meta.dirname, "..", "media");
const executablePath = findChromium();
if (executablePath === undefined) throw new Error("There is no Chromium. Next step: npm run setup -- --tests");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: size, height: size } });
const svg = readFileSync(join(media, "icon.svg"), "utf8");
await page.setContent(`<style>* { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`);
await page.screenshot({ path: join(media, "icon.png"), omitBackground: true });
await browser.close();
