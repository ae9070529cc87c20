import hljs from "highlight.js/lib/common";
import { escapeHtml } from "./markdown.ts";

/** Code is coloured no further than this: nobody reads such lines. */
const MOST_CODE = 40_000;
const LONGEST_LINE = 4_000;

/** Names of files and fences that the highlighter does not know by itself. */
const alike: Readonly<Record<string, string>> = { tsx: "typescript", jsx: "javascript", mts: "typescript", vue: "xml" };

/** Finds the highlighter's name of a language, or else of the path's extension; `undefined` if it knows neither. */
export function knownLanguage(language: string | undefined, path: string): string | undefined {
  const extension = /\.([\w-]+)$/.exec(path)?.[1];
  const names = [language, extension].flatMap((name) => (name === undefined ? [] : [name.toLowerCase()]));
  return names.map((name) => alike[name] ?? name).find((name) => hljs.getLanguage(name) !== undefined);
}

/** Renders code as HTML with a class for each kind of word; without classes if the code is too long. */
export function highlightedHtml(code: string, language: string | undefined): string {
  const isTooLong = code.length > MOST_CODE || code.split("\n").some((line) => line.length > LONGEST_LINE);
  if (language === undefined || isTooLong) return escapeHtml(code);
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}

/** Renders code in the same way by lines, each of them complete by itself. */
export function highlightedLines(lines: readonly string[], language: string | undefined): readonly string[] {
  const open: string[] = [];
  return highlightedHtml(lines.join("\n"), language)
    .split("\n")
    .map((line) => {
      const begun = open.join("");
      for (const [tag] of line.matchAll(/<\/?span\b[^>]*>/g)) {
        if (tag.startsWith("</")) open.pop();
        else open.push(tag);
      }
      return begun + line + "</span>".repeat(open.length);
    });
}
