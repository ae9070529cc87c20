import { hasTrait } from "../sketch/languages.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import { mayHaveLongStrings } from "../text/longStrings.ts";
import type { SyntaxTree } from "../text/syntax.ts";
import type { Comparison } from "./comparison.ts";
import { formOf } from "./lineForms.ts";
import { namedLines, type Finding } from "./proof.ts";

/**
 * Finds lines of the result that never run, since they stand directly behind one that leaves their block, and did not before. `tree`: that of
 * the result. Without one, nobody knows whether a line is text of a long string, and nothing is found where there may be one.
 */
export function findUnreachable(
  { old, new: lines, inString, inNewString, language }: Comparison,
  tree: SyntaxTree | undefined,
): Finding[] {
  if (!hasTrait(language, "leaves-blocks")) return [];
  if (tree?.isWhole !== true && mayHaveLongStrings(lines.join("\n"))) return [];
  const keyOf = (texts: readonly string[], { leaves, behind }: Unreachable): string =>
    `${formOf(texts[leaves] ?? "")}\n${formOf(texts[behind] ?? "")}`;
  const had = new Set(readUnreachable(old, inString).map((each) => keyOf(old, each)));
  return readUnreachable(lines, inNewString).flatMap((each): Finding[] => {
    if (had.has(keyOf(lines, each))) return [];
    const rewrite = { start: each.behind, end: each.behind + 1 };
    const leaves = namedLines({ start: each.leaves, end: each.leaves + 1 });
    return [
      {
        type: "unreachable",
        message: `The result never runs ${namedLines(rewrite)}, since ${leaves} leaves its block.`,
        rewrite,
      },
    ];
  });
}

/** A line that leaves its block, and the next one of the same block. */
interface Unreachable {
  readonly leaves: number;
  readonly behind: number;
}

function readUnreachable(lines: readonly string[], inString: Uint8Array): Unreachable[] {
  return lines.flatMap((text, leaves) => {
    if (inString[leaves] === 1 || !isWholeExit(text.trim())) return [];
    let behind = leaves + 1;
    while (behind < lines.length && isBlank(lines[behind] ?? "")) behind++;
    const next = lines[behind];
    const isBehind = next !== undefined && indentWidth(next) === indentWidth(text) && isStatement(next.trim());
    return isBehind ? [{ leaves, behind }] : [];
  });
}

/** Whether a line leaves its block, and ends there. */
function isWholeExit(text: string): boolean {
  if (!EXIT.test(text) || /[,+\-*/=&|?:([{\\]$/.test(text)) return false;
  return ["()", "[]", "{}"].every(([open = "", close = ""]) => text.split(open).length === text.split(close).length);
}

/** Whether a line can only be a statement: no branch, nothing that is declared, and no `yield`, which makes a generator where it never runs. */
const isStatement = (text: string): boolean => /^[\p{L}_]/u.test(text) && !OTHER.test(text);

const EXIT = /^(?:return|raise|continue|break)\b/;
const OTHER = /^(?:elif|else|except|finally|case|yield|def|class|async)\b/;
