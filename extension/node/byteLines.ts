/**
 * Yields the lines of a byte stream, without the `\n` at their end; a `\r` before it stays. Nothing else ends one: Node's own reader also
 * splits at U+2028, which JSON allows inside a string. Instead of a line with more than `longest` bytes yields `too-long`, as soon as it is
 * known: the line may never end.
 */
export async function* byteLines(stream: AsyncIterable<unknown>, longest: number): AsyncGenerator<Buffer | "too-long"> {
  let parts: Buffer[] = [];
  let size = 0;
  let isReported = false;
  const add = (bytes: Buffer): void => {
    size += bytes.length;
    if (size > longest) parts = [];
    else parts.push(bytes);
  };
  for await (const part of stream) {
    const bytes = Buffer.from(part as Uint8Array);
    let start = 0;
    while (start < bytes.length) {
      const end = bytes.indexOf(10, start);
      add(bytes.subarray(start, end === -1 ? bytes.length : end));
      if (size <= longest) {
        if (end !== -1) yield Buffer.concat(parts);
      } else if (!isReported) {
        isReported = true;
        yield "too-long";
      }
      if (end === -1) break;
      parts = [];
      size = 0;
      isReported = false;
      start = end + 1;
    }
  }
  if (size > 0 && !isReported) yield Buffer.concat(parts);
}
