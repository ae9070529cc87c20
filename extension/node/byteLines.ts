/**
 * The lines of a byte stream, without their ends. Only `\n` (with or without `\r`) ends one: Node's own reader also
 * splits at U+2028, which JSON allows inside a string. Of a line with more than `longest` bytes only that is told.
 */
export async function* byteLines(stream: AsyncIterable<unknown>, longest: number): AsyncGenerator<Buffer | "too-long"> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (): Buffer | "too-long" => {
    const line = size > longest ? "too-long" : Buffer.concat(parts, size);
    parts = [];
    size = 0;
    return line;
  };
  const add = (bytes: Buffer): void => {
    size += bytes.length;
    if (size > longest) parts = [];
    else parts.push(bytes);
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
