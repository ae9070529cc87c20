import type { BrowserContext } from "playwright-core";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row from the top left, a byte each. */
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
}

/** Decodes a PNG by means of the browser that took it. */
export async function decodePng(context: BrowserContext, png: Buffer): Promise<Pixels> {
  const page = await context.newPage();
  try {
    const { width, height, text } = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const drawing = new OffscreenCanvas(image.width, image.height).getContext("2d");
      drawing?.drawImage(image, 0, 0);
      const data = drawing?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
      // One character a byte: an array of numbers would take seconds to get out of the page.
      const text = new TextDecoder("latin1").decode(data);
      return { width: image.width, height: image.height, text };
    }, png.toString("base64"));
    return { width, height, bytes: Uint8ClampedArray.from(Buffer.from(text, "latin1")) };
  } finally {
    await page.close();
  }
}
