import { lineDiff } from "../diff/lineDiff.ts";
import type { Work } from "../text/work.ts";
import { readElision } from "../sketch/markers.ts";
import type { Edit, EditFormat } from "../sketch/sketch.ts";
import { indentOf } from "../text/indentation.ts";
import type { LineRange } from "../text/lines.ts";
import type { CodeFindings } from "./codeProof.ts";
import type { Comparison } from "./comparison.ts";
import { formOf, formOfCode } from "./lineForms.ts";
import { followEdits, type EditedLine } from "./followEdits.ts";
import { namedLines, type Finding } from "./proof.ts";

/**
 * Judges a rewrite against edits. If these say exactly what the file becomes, the rewrite must be that, line by line (`isExact`). If not,
 * what they add must be what the rewrite adds, each line as often, and likewise for what they remove; and the lines that each edit adds
 * must stand in the rewrite one after the other.
 */
export function judgeEdits(
  sketch: { readonly format: EditFormat; readonly edits: readonly Edit[] },
  comparison: Comparison,
  work: Work,
): CodeFindings & { readonly isExact: boolean } {
  const followed = followEdits(comparison.old, sketch, work);
  const strict = followed.type === "known" ? judgeFollowed(followed.lines, comparison) : undefined;
  if (strict?.findings.length === 0) return { ...strict, isExact: true };
  const counted = judgeCounts(sketch.edits, comparison);
  // Other groups may explain what is counted, but none that the edit left its scope.
  const left = followed.type === "outside" ? [outside(followed.edit)] : [];
  const findings = [...counted.findings, ...left];
  // Nor can lines be counted that dots stand for.
  const isCounted =
    strict === undefined ||
    !sketch.edits.some(({ replace }) => replace.some((line) => readElision(line) !== undefined));
  if (findings.length > 0 && isCounted) return { ...counted, findings, isExact: false };
  return { ...(strict ?? counted), isExact: false };
}

/** The rewrite must be the lines that the edits say, blank ones aside. */
function judgeFollowed(followed: readonly EditedLine[], comparison: Comparison): CodeFindings {
  const written = comparison.new.flatMap((text, index) => (text.trim() === "" ? [] : [{ text, index }]));
  const lineAt = (at: number): number => written[at]?.index ?? comparison.new.length;
  const changes = lineDiff(
    followed.map(({ text }) => formOf(text)),
    written.map(({ text }) => formOf(text)),
  );
  const findings = changes.map(({ new: { start, end } }): Finding => {
    const lines = { start: lineAt(start), end: end > start ? lineAt(end - 1) + 1 : lineAt(start) };
    const message = `${namedLines(lines)} of the result: the edits give something else there.`;
    return { type: end > start ? "unrelated" : "missing-line", message, rewrite: lines };
  });
  if (findings.length > 0) return { findings, verbatimLines: 0, adaptedLines: 0 };
  let verbatimLines = 0;
  let adaptedLines = 0;
  followed.forEach((wanted, at) => {
    const { text = "", index = 0 } = written[at] ?? {};
    if (!standsAs(wanted, text, comparison)) {
      const lines = { start: index, end: index + 1 };
      const message = `${namedLines(lines)} of the result: the edits give it another indentation.`;
      findings.push({ type: "unrelated", message, rewrite: lines });
    }
    if (wanted.origin !== undefined) return;
    if (wanted.text.trim() === text.trim()) verbatimLines++;
    else adaptedLines++;
  });
  return { findings, verbatimLines, adaptedLines };
}

/** Whether a line of the rewrite is indented as the edits say. */
function standsAs({ text, origin, isLiteral }: EditedLine, written: string, { old, inString }: Comparison): boolean {
  if (origin !== undefined) {
    // What a string holds does not move.
    return written === text || (inString[origin] === 1 && written === old[origin]);
  }
  // A file with tabs gets tabs.
  const isOtherUnit = indentOf(text).includes("\t") !== indentOf(written).includes("\t");
  return !isLiteral || isOtherUnit || indentOf(text) === indentOf(written);
}

function outside({ scope, search, replyLine }: Edit): Finding {
  const sketch = { start: replyLine - 1, end: replyLine - 1 + search.length };
  const message = `What the edit searches does not stand in "${scope.join(" > ")}", which it names.`;
  return { type: "unrelated", message, sketch };
}

function judgeCounts(edits: readonly Edit[], comparison: Comparison): CodeFindings {
  const added = new Counts();
  const removed = new Counts();
  for (const { search, replace } of edits) {
    for (const change of lineDiff(search, replace)) {
      for (const line of search.slice(change.old.start, change.old.end)) removed.add(line);
      for (const line of replace.slice(change.new.start, change.new.end)) added.add(line);
    }
  }
  const trimmed = ({ start, end }: LineRange): string[] => comparison.old.slice(start, end).map((line) => line.trim());
  const findings: Finding[] = [];
  let verbatimLines = 0;
  let adaptedLines = 0;
  const lost: { line: number; change: LineRange }[] = [];
  for (const change of comparison.exact) {
    for (let line = change.new.start; line < change.new.end; line++) {
      const text = comparison.new[line] ?? "";
      if (text.trim() === "") continue;
      if (added.take(text)) verbatimLines++;
      else if (removed.has(text) && trimmed(change.old).includes(text.trim())) adaptedLines++;
      else findings.push(unrelated({ start: line, end: line + 1 }, change.old));
    }
    for (let line = change.old.start; line < change.old.end; line++) {
      if (comparison.old[line]?.trim() !== "") lost.push({ line, change: change.new });
    }
  }
  for (const { line, change } of lost) {
    const text = comparison.old[line] ?? "";
    if (removed.take(text) || isRewritten(comparison, line, change)) continue;
    findings.push({
      type: "lost-line",
      message: `The edits do not say that ${namedLines({ start: line, end: line + 1 })} of the file should vanish.`,
      original: { start: line, end: line + 1 },
      rewrite: change,
    });
  }
  for (const edit of edits) {
    const missing = findBroken(edit, comparison.new);
    if (missing) findings.push(missing);
  }
  return { findings, verbatimLines, adaptedLines };
}

/** Lines by their loose form, with how often each may be used. */
class Counts {
  readonly #counts = new Map<string, number>();

  add(line: string): void {
    const key = formOfCode(line);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  has(line: string): boolean {
    return (this.#counts.get(formOfCode(line)) ?? 0) > 0;
  }

  take(line: string): boolean {
    const key = formOfCode(line);
    const count = this.#counts.get(key) ?? 0;
    if (count > 0) this.#counts.set(key, count - 1);
    return count > 0;
  }
}

/** The line is still there but for its blanks, in the lines that took its place. */
function isRewritten(comparison: Comparison, line: number, fresh: LineRange): boolean {
  return comparison.new.slice(fresh.start, fresh.end).some((text) => text.trim() === comparison.old[line]?.trim());
}

function unrelated(rewrite: LineRange, original: LineRange): Finding {
  return { type: "unrelated", message: `No edit explains ${namedLines(rewrite)} of the result.`, rewrite, original };
}

/** What an edit adds must stand together, in order. */
function findBroken(edit: Edit, lines: readonly string[]): Finding | undefined {
  const keys = new Map<string, number[]>();
  lines.forEach((line, index) => {
    const key = formOfCode(line);
    const known = keys.get(key);
    if (known) known.push(index);
    else keys.set(key, [index]);
  });
  for (const change of lineDiff(edit.search, edit.replace)) {
    const added = edit.replace.slice(change.new.start, change.new.end).filter((line) => line.trim() !== "");
    const [first] = added;
    if (first === undefined) continue;
    const wanted = added.map(formOfCode);
    const stands = (keys.get(formOfCode(first)) ?? []).some((start) => {
      let at = start;
      return wanted.every((key) => {
        while (at < lines.length && lines[at]?.trim() === "") at++;
        return formOfCode(lines[at++] ?? "") === key;
      });
    });
    if (!stands) {
      return {
        type: "missing-line",
        message: `What the edit adds is not in the result: "${first.trim()}".`,
        sketch: { start: edit.replyLine - 1, end: edit.replyLine - 1 + edit.replace.length },
      };
    }
  }
  return undefined;
}
