import type { Page } from "playwright-core";

export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** The colour that is drawn at a place of the window, in CSS pixels from its top left corner. */
export async function colourAt(page: Page, x: number, y: number): Promise<Colour> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  // The browser knows how to read a PNG; a page of its own, so that the workbench's policy has no say.
  const reader = await page.context().newPage();
  try {
    return await reader.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(1, 1).getContext("2d");
      if (context === null) throw new Error("This browser has no canvas.");
      context.drawImage(image, 0, 0);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      return { red, green, blue };
    }, png.toString("base64"));
  } finally {
    await reader.close();
  }
}
