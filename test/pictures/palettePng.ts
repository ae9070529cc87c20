import { crc32, deflateSync } from "node:zlib";
import type { BrowserContext } from "playwright-core";

const MOST_COLOURS = 256;

/** A picture as PNG with a palette of its commonest colours: a third of the size, and for windows with text no visible difference. */
export async function palettePng(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const { width, height, pixels } = await decoded(context, png);
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_COLOURS)
    .map(([colour]) => colour);
  const indexes = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (const [at, colour] of pixels.entries()) {
    // Each row begins with the number of its filter, which is none.
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = indexes.get(colour) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, each an index of the palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    png.subarray(0, 8),
    section("IHDR", header),
    section("PLTE", Buffer.from(palette.flatMap(channels))),
    section("IDAT", deflateSync(rows, { level: 9 })),
    section("IEND", Buffer.alloc(0)),
  ]);
}

interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue in one number each. */
  readonly pixels: Uint32Array;
}

async function decoded(context: BrowserContext, png: Buffer): Promise<Decoded> {
  const page = await context.newPage();
  try {
    const { width, height, colours } = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const drawing = new OffscreenCanvas(image.width, image.height).getContext("2d");
      drawing?.drawImage(image, 0, 0);
      const data = drawing?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
      const words = [...new Uint32Array(data.buffer)];
      return { width: image.width, height: image.height, colours: words };
    }, png.toString("base64"));
    const pixels = Uint32Array.from(colours, (word) => ((word & 0xff) << 16) | (word & 0xff00) | ((word >> 16) & 0xff));
    return { width, height, pixels };
  } finally {
    await page.close();
  }
}

function channels(colour: number): readonly number[] {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
}

function nearest(palette: readonly number[], colour: number): number {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  let best = 0;
  let least = Infinity;
  for (const [index, candidate] of palette.entries()) {
    const [r = 0, g = 0, b = 0] = channels(candidate);
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

function section(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
