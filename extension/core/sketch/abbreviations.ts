import { takeSteps, type Work } from "../text/work.ts";
import { SPEAKS_OF_EDIT } from "./markers.ts";

/** What an abbreviated line shows of the line that it stands for. */
export interface Abbreviation {
  /** The line as it is written, and without the comment after it. */
  readonly written: readonly string[];
  readonly before: string;
  readonly after: string;
  /** The quote that ends the abbreviated string, so that what the dots hide cannot contain it; `undefined` if no string is abbreviated. */
  readonly quote: string | undefined;
  /** The comment after the line says that it stays as it is, so that the line is not text of its own. */
  readonly isSaid: boolean;
}

/** The fewest characters before the dots, and the fewest that the dots may hide. */
const SHOWN_AT_LEAST = 8;
const HIDDEN_AT_LEAST = 12;

/**
 * Reads a line, trimmed, that a model has abbreviated with dots. Dots in code mostly mean themselves (a spread, a type, arguments, the end
 * of a message), so they count only if they follow a blank and end a string or a comment (`"flex items-center ...",`), or if a comment says
 * that the line stays (`run(first, ...) // unchanged`). `undefined` if the line shows all that it means, or too little to recognise it by.
 */
export function readAbbreviation(text: string): Abbreviation | undefined {
  if (!text.includes("...") && !text.includes("…")) return undefined;
  for (const dots of text.matchAll(/(?<!\.)\.{3}(?!\.)|…/g)) {
    const shown = text.slice(0, dots.index);
    const rest = text.slice(dots.index + dots[0].length);
    const comment = /\s(?:\/\/|#|--\s).*$/.exec(rest);
    const after = rest.slice(0, comment?.index).trim();
    const isSaid = SPEAKS_OF_EDIT.test(comment?.[0] ?? "");
    const isCut = /\s$/.test(shown) && (endsString(shown, after) || endsComment(shown, after));
    const before = shown.trimEnd() + (isCut ? " " : "");
    if ((!isCut && !isSaid) || before.length < SHOWN_AT_LEAST) continue;
    const quote = isCut && QUOTE.test(after) ? after[0] : undefined;
    const code = text.slice(0, text.length - (comment?.[0].length ?? 0)).trimEnd();
    return { written: [text, code], before, after, quote, isSaid };
  }
  return undefined;
}

const QUOTE = /^["'`]/;

/** Whether what follows begins with the end of a string that is open. */
function endsString(shown: string, after: string): boolean {
  const [quote] = QUOTE.exec(after) ?? [];
  return quote !== undefined && shown.replace(/\\./g, "").split(quote).length % 2 === 0;
}

/** Whether a comment is open that nothing follows but what ends it. */
function endsComment(shown: string, after: string): boolean {
  return /(?:^|\s|\{)(?:\/\/+\s|#+\s|\/\*|<!--)/.test(shown) && /^(?:\*\/\}?|-->)?$/.test(after);
}

/** Checks whether a line, trimmed, may be the one that was abbreviated: it begins and ends as shown, and the dots hide enough of it. */
export function isAbbreviated(line: string, { before, after, quote }: Abbreviation): boolean {
  if (!line.startsWith(before) || !line.endsWith(after)) return false;
  const end = line.length - after.length;
  if (end - before.length < HIDDEN_AT_LEAST) return false;
  return quote === undefined || !line.slice(before.length, end).includes(quote);
}

/**
 * Lists the indices of the `lines`, trimmed, that an abbreviated line may stand for; none if it is one of them, or if the work is spent.
 */
export function findAbbreviated(abbreviation: Abbreviation, lines: readonly string[], work: Work): readonly number[] {
  if (!takeSteps(work, lines.length) || abbreviation.written.some((text) => lines.includes(text))) return [];
  return lines.flatMap((line, index) => (isAbbreviated(line, abbreviation) ? [index] : []));
}
