import { withoutEnd } from "../text/trimEnd.ts";
import {
  ELLIPSIS_END,
  ELLIPSIS_START,
  SPEAKS_OF_EDIT,
  SUBJECT,
  unwrapBrackets,
  unwrapComment,
  unwrapTextLine,
  type NonCode,
} from "./markers.ts";

/*
 * Lines that may be a marker or a removal, or a comment of the file: only what else is known of the place can tell. The words
 * are read generously here, since what is read is an alternative and no judgement.
 */

/** Longer text than this tells something of its own. */
const MAX_LENGTH = 160;

/** That what stood there goes, told as done. "Remove the handler" is how a function's own comment begins. */
const GOES =
  /\b(?:removed|deleted|dropped|gone|no longer|not needed|unneeded|unused|obsolete|replaced|moved (?:to|into|out|up|down|above|below)|renamed|extracted|inlined)\b/i;
/** Other code than what is shown: "the remaining fields", "all other routes"; and what is there already, whatever it is: "existing user check". */
const OTHER_CODE = new RegExp(
  `\\b(?:rest|remaining|remainder|others?|existing|previous|original|same|more)\\b.{0,30}\\b${SUBJECT}\\b|^(?:the )?(?:existing|remaining)\\s`,
  "i",
);

/** "docblock of `a` stays" */
const STAYS = /\b(?:stays?|remains?|kept)(?: here)?\W*$/i;

/** A comment of reStructuredText in brackets, with several words in whatever language: a document has hardly any itself. */
const ASIDE = /^\.\. \([^()\s]+\s[^()]+\)$/;

/**
 * Reads what a line that `readNonCode` takes for code may be besides. A line counts if it is a comment, in whatever syntax, a line of a doc
 * comment, or stands in brackets or emphasis as remarks in a text do. `undefined` if it can only be code, or is too long.
 */
export function readPossibleNonCode(line: string): NonCode | undefined {
  const text = line.trim();
  if (text.length < 3 || text.length > MAX_LENGTH) return undefined;
  const words = unwrapComment(text) ?? unwrapTextLine(text) ?? unwrapRemark(text);
  if (ASIDE.test(text)) return { type: "marker", isSure: false };
  if (words === undefined) return undefined;
  const isDotted = ELLIPSIS_START.test(words) || ELLIPSIS_END.test(words);
  if (!isDotted && GOES.test(words)) return { type: "removal", removed: readRemoved(words), lineCount: undefined };
  return isDotted || SPEAKS_OF_EDIT.test(words) || OTHER_CODE.test(words) || STAYS.test(words)
    ? { type: "marker", isSure: false }
    : undefined;
}

/** `(the rest stays)`, `[... more sections]` and `... more sections`: what a model says within a text. */
function unwrapRemark(text: string): string | undefined {
  const inner = unwrapBrackets(text);
  const isApart = inner !== text || /^(?:\.{3}|…)\s/.test(text) || /\s(?:\.{3}|…)$/.test(text);
  // A spread is code.
  return isApart && !/[;={}]|\.{3}[\w$(]/.test(text) ? inner : undefined;
}

/** Reads what a comment names as gone: code in backticks, what stands after a colon, else the one word that looks like a name. */
function readRemoved(words: string): string | undefined {
  const quoted = /`([^`]+)`/.exec(words)?.[1];
  if (quoted !== undefined) return quoted;
  const behindColon = /:\s+(\S.*)$/.exec(words)?.[1];
  if (behindColon !== undefined) return behindColon;
  const names = words
    .split(/[\s,;]+/)
    .map((word) => withoutEnd(word.replace(/^\W+/, ""), ".!?)]"))
    .filter(looksLikeName);
  return names.length === 1 ? names[0]?.replace(/\($/, "") : undefined;
}

/** A call, or letters with a mark or a capital inside. */
function looksLikeName(word: string): boolean {
  return (
    word.length < 80 &&
    (word.endsWith("(") || /^[\w$][\w$.-]*$/.test(word)) &&
    /\($|[a-z\d][_.$-][a-z\d]|[a-z][A-Z]/.test(word)
  );
}
