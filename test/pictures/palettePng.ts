import { crc32, deflateSync } from "node:zlib";
import type { BrowserContext } from "playwright-core";
import { decodePng } from "./pixels.ts";

const MOST_COLOURS = 256;

/** A picture as PNG with a palette of its commonest colours: a third of the size, and for windows with text no visible difference. */
export async function palettePng(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const { width, height, bytes } = await decodePng(context, png);
  const pixels = coloursOf(bytes);
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

/** Red, green and blue of each pixel in one number. */
function coloursOf(bytes: Uint8ClampedArray): Uint32Array {
  const at = (index: number): number => bytes[index] ?? 0;
  return Uint32Array.from({ length: bytes.length / 4 }, (_, pixel) => {
    const start = pixel * 4;
    return (at(start) << 16) | (at(start + 1) << 8) | at(start + 2);
  });
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
