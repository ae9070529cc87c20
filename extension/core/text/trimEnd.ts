/**
 * Strips from the end of `text` the run of characters that are all among `signs`; `signs` may hold a space for any blank. Reads from the
 * end, so it is linear, whereas `/[,;]+$/` looks at a run that does not end the text once from each of its characters.
 */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && isOneOf(text.charAt(end - 1), signs)) end--;
  return text.slice(0, end);
}

function isOneOf(sign: string, signs: string): boolean {
  return signs.includes(sign) || (signs.includes(" ") && sign.trim() === "");
}
