/**
 * Decodes bytes in UTF-8 to a text, its byte order mark included. `undefined` if they are not valid UTF-8: a text read from them all the
 * same would have U+FFFD in their place, and would not yield them again when it is written.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
