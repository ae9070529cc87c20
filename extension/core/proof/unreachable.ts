import { hasTrait } from "../sketch/languages.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";
import type { Comparison } from "./comparison.ts";
import { formOf } from "./lineForms.ts";
import { namedLines, type Finding } from "./proof.ts";

/** Finds lines of the result that never run, since they stand directly behind one that leaves their block, and did not before. */
export function findUnreachable({ old, new: lines, inString, inNewString, language }: Comparison): Finding[] {
  if (!hasTrait(language, "leaves-blocks")) return [];
  const keyOf = (texts: readonly string[], { leaves, behind }: Unreachable): string =>
    `${formOf(texts[leaves] ?? "")}\n${formOf(texts[behind] ?? "")}`;
  const had = new Set(readUnreachable(old, inString).map((each) => keyOf(old, each)));
  return readUnreachable(lines, inNewString).flatMap((each): Finding[] => {
    if (had.has(keyOf(lines, each))) return [];
    const rewrite = { start: each.behind, end: each.behind + 1 };
    const before = namedLines({ start: each.leaves, end: each.leaves + 1 });
    return [
      {
        type: "unreachable",
        message: `${capital(namedLines(rewrite))} of the result never runs, since ${before} leaves its block.`,
        rewrite,
      },
    ];
  });
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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

/** Whether a line leaves its block whatever holds, and ends there. */
function isWholeExit(text: string): boolean {
  if (!EXIT.test(text) || /\b(?:if|unless)\b|[,+\-*/=&|?:([{\\]$/.test(text)) return false;
  return ["()", "[]", "{}"].every(([open = "", close = ""]) => text.split(open).length === text.split(close).length);
}

/** Whether a line can only be a statement: no part of the one before, no label and no branch, and nothing that is declared wherever it stands. */
const isStatement = (text: string): boolean => /^[\p{L}_$]/u.test(text) && !GOES_ON.test(text);

const EXIT = /^(?:return|throw|raise|continue|break)\b/;
const GOES_ON =
  /^(?:case|default|else|elif|elsif|end|catch|except|finally|when|rescue|ensure|while|until|function|async|def|class|interface|type|enum|func|fn|public|private|protected|static|and|or|in|instanceof)\b|^[\p{L}_$][\w$]*\s*:(?!:)/u;
