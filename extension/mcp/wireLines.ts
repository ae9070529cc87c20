/** Bytes that are kept of either end of a line that is too long. */
const END_BYTES = 4096;

export type WireLine =
  | { readonly type: "line"; readonly bytes: Buffer }
  /** It was dropped while it came, except for its ends. */
  | { readonly type: "too-long"; readonly head: string; readonly tail: string };

/** Yields the lines of a byte stream, without their ends. A line of more than `longest` bytes takes no more memory than a short one. */
export async function* wireLines(stream: AsyncIterable<unknown>, longest: number): AsyncGenerator<WireLine> {
  let parts: Buffer[] = [];
  let size = 0;
  let ends: { readonly head: Buffer; readonly tail: Buffer } | undefined;

  const add = (bytes: Buffer): void => {
    size += bytes.length;
    if (ends !== undefined) {
      ends = { head: firstOf([ends.head, bytes]), tail: lastOf([ends.tail, bytes]) };
      return;
    }
    parts.push(bytes);
    if (size <= longest) return;
    ends = { head: firstOf(parts), tail: lastOf(parts) };
    parts = [];
  };
  const take = (): WireLine => {
    const line: WireLine =
      ends === undefined
        ? { type: "line", bytes: Buffer.concat(parts, size) }
        : { type: "too-long", head: ends.head.toString("utf8"), tail: ends.tail.toString("utf8") };
    [parts, size, ends] = [[], 0, undefined];
    return line;
  };

  for await (const part of stream) {
    const bytes = Buffer.from(part as Uint8Array);
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      add(bytes.subarray(start, end));
      start = end + 1;
      yield take();
    }
    if (start < bytes.length) add(bytes.subarray(start));
  }
  if (size > 0) yield take();
}

// Both return copies: a view would hold on to all of what it is a part of.

function firstOf(parts: readonly Buffer[]): Buffer {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  return Buffer.from(Buffer.concat(parts, Math.min(size, END_BYTES)));
}

function lastOf(parts: readonly Buffer[]): Buffer {
  const kept: Buffer[] = [];
  let size = 0;
  for (let index = parts.length - 1; index >= 0 && size < END_BYTES; index--) {
    const part = (parts[index] ?? Buffer.alloc(0)).subarray(-(END_BYTES - size));
    kept.unshift(part);
    size += part.length;
  }
  return Buffer.from(Buffer.concat(kept, size));
}
