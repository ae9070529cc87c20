/** Text that is HTML or SVG already. Only `markup` makes it, so that no other text gets into a page as it is. */
export interface Markup {
  readonly markup: string;
}

/** What may stand in a template; `undefined` and `false` are nothing. */
type Content = string | number | false | undefined | Markup | readonly Markup[];

/** Builds HTML or SVG. Every string and number that is filled in is escaped; what is markup stays, and a list of it is joined. */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return { markup: parts.reduce((text, part, at) => text + written(contents[at - 1]) + part) };
}

function written(content: Content): string {
  if (content === undefined || content === false) return "";
  if (typeof content === "string") return escaped(content);
  if (typeof content === "number") return String(content);
  return "markup" in content ? content.markup : content.map((one) => one.markup).join("");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** What a page may not have, what it would not show, and what turns the direction of the text around it; tabs and newlines stay. */
const UNSEEN =
  /(?![\t\n])[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\p{Noncharacter_Code_Point}]/gu;

/** Escapes a text for an element, or an attribute with double quotes. Unseen characters are named: `\u{202e}`. */
export function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (char) => entities[char] ?? char)
    .replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Counts the bytes of a text in UTF-8 when it is escaped. */
export function escapedSize(text: string): number {
  const safe = escaped(text);
  let size = safe.length;
  for (const char of safe) {
    const code = char.codePointAt(0) ?? 0;
    if (code > 0x7f) size += code > 0xffff ? 2 : code > 0x7ff ? 2 : 1;
  }
  return size;
}
