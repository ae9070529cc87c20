import DOMPurify from "dompurify";
import { Lexer, Marked } from "marked";
import type { Tokens } from "marked";
import remend from "remend";

/** A block longer than this is shown as it stands: reading Markdown may take the square of its length. */
const MOST_AS_MARKDOWN = 20_000;
/** The same if much of it is marks, as only in an answer that wants to do harm. */
const MOST_OF_MARKS = 2_000;

/** A block of Markdown, such as a paragraph or a list. */
export interface ProseBlock {
  readonly raw: string;
  /** Definitions of links that the text may name. */
  readonly links: string;
}

/** Splits prose into blocks that can be drawn one by one; blank ones are left out. */
export function proseBlocks(text: string): readonly ProseBlock[] {
  const raws = text.length > MOST_AS_MARKDOWN ? text.split(/\n{2,}/).flatMap(blocksOf) : blocksOf(text);
  const links = raws.filter((raw) => /^ {0,3}\[[^\]\n]+\]:/.test(raw)).join("\n");
  return raws.filter((raw) => raw.trim() !== "").map((raw) => ({ raw, links }));
}

function blocksOf(text: string): readonly string[] {
  if (text.length > MOST_AS_MARKDOWN) return [text];
  try {
    return new Lexer().blockTokens(text).map(({ raw }) => raw);
  } catch {
    // Nested too deeply.
    return [text];
  }
}

/**
 * Renders a block as safe HTML: no element of the answer's own, nothing that loads, and links that only carry `data-href`. `isOpen`: its
 * end may still come. `undefined` if it can only be shown as text.
 */
export function proseHtml({ raw, links }: ProseBlock, isOpen: boolean): string | undefined {
  const length = raw.length + links.length;
  if (length > MOST_AS_MARKDOWN || (length > MOST_OF_MARKS && isMostlyMarks(raw))) return undefined;
  try {
    const text = isOpen ? remend(raw, { linkMode: "text-only", katex: false }) : raw;
    const html = marked.parse(links === "" ? text : `${text}\n\n${links}`, { async: false });
    return DOMPurify.sanitize(html, allowed);
  } catch {
    return undefined;
  }
}

function isMostlyMarks(raw: string): boolean {
  return raw.replace(/[^_*[\]()`~<>|!]+/g, "").length > raw.length / 4;
}

const allowed = {
  ALLOWED_TAGS:
    "p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code strong em del a table thead tbody tr th td span #text".split(
      " ",
    ),
  ALLOWED_ATTR: ["class", "data-href", "start", "align", "role", "tabindex", "title"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

const marked = new Marked({
  gfm: true,
  renderer: {
    // What looks like HTML in an answer is meant to be read.
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    link(token: Tokens.Link) {
      // A picture in a link is not a link of its own.
      return link(token.href, this.parser.parseInline(token.tokens).replace(/<\/?a\b[^>]*>/g, ""));
    },
    image: ({ href, text }: Tokens.Image) =>
      link(href, `<span class="codicon codicon-file-media"></span> ${escapeHtml(text === "" ? href : text)}`),
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ "),
  },
});

/** Links are not links for the browser: the page asks the host to open them. */
function link(href: string, content: string): string {
  if (!/^(?:https?:|mailto:|[^:]*$|[\w./\\-]+\.\w+:\d+)/i.test(href)) return content;
  return `<a data-href="${escapeHtml(href)}" title="${escapeHtml(href)}" role="link" tabindex="0">${content}</a>`;
}

/** Escapes a text so that HTML shows it as it stands. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
