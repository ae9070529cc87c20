import type { Page } from "playwright-core";

export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** In CSS pixels from the top left corner of the window. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The colour that is drawn at a place of the window, in CSS pixels from its top left corner. */
export async function colourAt(page: Page, x: number, y: number): Promise<Colour> {
  const [colour] = await coloursIn(page, { x, y, width: 1, height: 1 });
  if (colour === undefined) throw new Error(`There is no pixel at ${x}, ${y}.`);
  return colour;
}

/** The different colours that are drawn in a part of the window, in the order in which they are met from its top left corner. */
export async function coloursIn(page: Page, area: Area): Promise<readonly Colour[]> {
  const png = await page.screenshot({ clip: area });
  // The browser knows how to read a PNG; a page of its own, so that the workbench's policy has no say.
  const reader = await page.context().newPage();
  try {
    return await reader.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      if (context === null) throw new Error("This browser has no canvas.");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const found = new Map<string, Colour>();
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
        found.set(`${red} ${green} ${blue}`, { red, green, blue });
      }
      return [...found.values()];
    }, png.toString("base64"));
  } finally {
    await reader.close();
  }
}

/** How much two colours differ: the largest difference of a channel, 0 to 255. */
export function differenceOf(one: Colour, other: Colour): number {
  return Math.max(Math.abs(one.red - other.red), Math.abs(one.green - other.green), Math.abs(one.blue - other.blue));
}
