/** Replaces control characters, which could play tricks on a terminal, and turns tabs into blanks. */
export function plain(text: string): string {
  return text.replaceAll("\t", " ").replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "\uFFFD");
}
