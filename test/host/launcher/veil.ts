import type { BrowserContext } from "playwright-core";

/**
 * Pages of this browser are laid out and take keys and clicks, but nothing of them is drawn: Chromium leaves out what is wholly transparent.
 * A window that a person looks at stays as it is.
 */
export async function veilPages(context: BrowserContext): Promise<void> {
  if (process.env.HEADED !== undefined) return;
  // As text, since it runs in the page, whose globals the types of this project do not know.
  await context.addInitScript(`
    document.addEventListener("readystatechange", () => {
      if (window === window.top) document.body.style.opacity = "0";
    });
  `);
}
