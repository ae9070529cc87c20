import { lineDiff, mapNewToOld } from "../diff/lineDiff.ts";
import { formatPatch } from "../diff/patch.ts";
import { languageOfPath } from "../sketch/languages.ts";
import { editorLines } from "../text/lines.ts";
import { codeParts, editsAmong, type CodePart, type EditPart } from "./editParts.ts";
import { editRows } from "./editRows.ts";
import { elisionMarker } from "./elisionMarker.ts";
import type { PlacedBlock } from "./placedBlock.ts";

/**
 * Returns what *Copy* copies of a block: its code or, if that has edits, the new code alone, with a blank line between two pieces. Lines
 * that an elision keeps appear as the file will have them if `placed` knows them, else as a comment that says so. Empty if the block only
 * deletes. `language`: the word of its fence.
 */
export function copiedCode(code: string, language: string | undefined, placed?: PlacedBlock): string {
  const parts = codeParts(code);
  if (editsAmong(parts).length === 0) return code;
  const word = language ?? languageOfPath(placed?.path ?? "");
  const keptLines = placed === undefined ? () => undefined : keptLinesOf(placed);
  const pieces = parts.map((part, index) => {
    if (part.type === "edit") return newCode(part, word, keptLines);
    return isPathOf(part.text, parts[index + 1]) ? "" : part.text;
  });
  return pieces
    .map((piece) => piece.replace(/^(?:[ \t]*\n)+/, "").trimEnd())
    .filter((piece) => piece !== "")
    .join("\n\n");
}

/**
 * Returns what *Copy as Patch* copies: a unified diff if each edit of the block has its place and they change something, else its edits as
 * they are written, which can be applied again.
 */
export function copiedPatch(code: string, placed?: PlacedBlock): string {
  const placedLines = new Set(placed?.edits.flatMap(({ line, at }) => (at === undefined ? [] : [line])));
  const isPlaced = editsAmong(codeParts(code)).every(({ line }) => placedLines.has(line));
  if (placed === undefined || !isPlaced || placed.before === placed.after) return code;
  const { path, before, after } = placed;
  return formatPatch({ oldName: before === "" ? undefined : path, newName: path, original: before, text: after });
}

/** Checks whether a text only names the file of the edit after it. */
function isPathOf(text: string, next: CodePart | undefined): boolean {
  if (next?.type !== "edit" || next.path === undefined) return false;
  return !text.trim().includes("\n") && text.includes(next.path);
}

function newCode(edit: EditPart, language: string | undefined, keptLines: KeptLines): string {
  if (edit.replace === undefined) return "";
  const lines = editRows(edit).flatMap((row): readonly string[] => {
    if (row.type !== "elision") return row.type === "removed" ? [] : [row.text];
    if (row.fate === "removed") return [];
    return keptLines(edit.line, row.nth) ?? [row.indent + elisionMarker(language, row.count)];
  });
  return lines.join("\n");
}

/** The lines that an elision of the edit at a line keeps, as the file will have them; `undefined` if nobody knows. */
type KeptLines = (line: number, nth: number) => readonly string[] | undefined;

/** Finds the kept lines in the new text, by a diff without indentation: they may be indented differently there. */
function keptLinesOf({ before, after, edits }: PlacedBlock): KeptLines {
  const [old, fresh] = [editorLines(before), editorLines(after)];
  const trimmed = (lines: readonly string[]): readonly string[] => lines.map((line) => line.trim());
  const toOld = mapNewToOld(lineDiff(trimmed(old), trimmed(fresh)), fresh.length);
  const stays = new Map(fresh.map((text, line) => [toOld[line] ?? -1, text]));
  return (line, nth) => {
    const range = edits.find((edit) => edit.line === line)?.elided[nth];
    return range && old.slice(range.start, range.end).map((text, offset) => stays.get(range.start + offset) ?? text);
  };
}
