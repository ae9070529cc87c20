import { readCode } from "../merge/mergeCode.ts";
import type { Original } from "../merge/original.ts";
import { isJson } from "../merge/jsonCommas.ts";
import { lineDiff } from "../diff/lineDiff.ts";
import { readNonCode } from "../sketch/markers.ts";
import type { Sketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";
import { judgeCode, type CodeFindings } from "./codeProof.ts";
import { judgeEdits } from "./editsProof.ts";
import { concludeProof, namedLines, type Finding, type Proof } from "./proof.ts";
import { readChanges, textChanges, type RewriteChanges } from "./rewriteChanges.ts";

/**
 * Judges any rewrite, the engine's or a model's, against the original and the sketch. The proof holds when every code
 * line of the sketch is in the rewrite, in order; no original line vanished and no line appeared without the sketch
 * asking for it; no elision marker is new; the syntax is no worse; and the rewrite does not end early. Never throws.
 */
export function judgeRewrite(original: Original, sketch: Sketch, rewriteText: string): Proof {
  const lines = lineTexts(rewriteText);
  if (sketch.type === "delete") return concludeProof(lines.length === 0 ? [] : [notDeleted(lines.length)], 0, 0);
  const rewrite = readChanges(original, lines);
  const cutOff = findCutOff(original, sketch, rewrite);
  if (cutOff) return concludeProof([cutOff], 0, 0);
  const { findings, verbatimLines, adaptedLines } = judgeSketch(original, sketch, rewriteText, rewrite);
  const all = [...findings, ...findMarkers(original, rewrite), ...findNewErrors(original, rewriteText, rewrite)];
  return concludeProof(all, verbatimLines, adaptedLines);
}

function notDeleted(count: number): Finding {
  const rewrite = { start: 0, end: count };
  return { type: "unrelated", message: "The sketch deletes the file, but the result is not empty.", rewrite };
}

function judgeSketch(
  original: Original,
  sketch: Exclude<Sketch, { type: "delete" }>,
  text: string,
  rewrite: RewriteChanges,
): CodeFindings {
  if (sketch.type === "edits") return judgeEdits(original, sketch, rewrite);
  if (sketch.type === "add") return judgeWhole(lineTexts(sketch.text), rewrite);
  const reading = readCode(sketch.text, original);
  if (reading.type === "lazy") return judgeCode(original, reading.items, rewrite);
  if (reading.type === "whole-file") {
    return text === reading.text
      ? { findings: [], verbatimLines: rewrite.lines.length, adaptedLines: 0 }
      : judgeWhole(lineTexts(reading.text), rewrite);
  }
  if (reading.type === "unsure") return judgeWhole(lineTexts(sketch.text), rewrite);
  return {
    findings: rewrite.changes.map(({ new: range, old }): Finding => ({
      type: "unrelated",
      message: "The sketch asks for no change.",
      rewrite: range,
      original: old,
    })),
    verbatimLines: 0,
    adaptedLines: 0,
  };
}

/** The rewrite must be the sketch, line by line. */
function judgeWhole(wanted: readonly string[], rewrite: RewriteChanges): CodeFindings {
  const trim = (line: string): string => line.trimEnd();
  const changes = lineDiff(wanted.map(trim), rewrite.lines.map(trim));
  let missing = 0;
  const findings = changes.flatMap(({ old, new: fresh }): Finding[] => {
    missing += old.end - old.start;
    const found: Finding[] = [];
    if (old.end > old.start)
      found.push({
        type: "missing-line",
        message: `The result lacks ${namedLines(old)} of the sketch.`,
        sketch: old,
        rewrite: fresh,
      });
    if (fresh.end > fresh.start)
      found.push({
        type: "unrelated",
        message: `No line of the sketch explains ${namedLines(fresh)} of the result.`,
        rewrite: fresh,
      });
    return found;
  });
  return { findings, verbatimLines: wanted.length - missing, adaptedLines: 0 };
}

/** An empty rewrite of a file that is not empty is a failure and never a deletion. */
function findCutOff(original: Original, sketch: Sketch, rewrite: RewriteChanges): Finding | undefined {
  const isEmpty = rewrite.lines.every((line) => line.trim() === "");
  if (!isEmpty || original.trimmed.every((line) => line === "")) return undefined;
  if (sketch.type === "add" && sketch.text.trim() === "") return undefined;
  return { type: "cut-off", message: "The result is empty.", original: { start: 0, end: original.lines.length } };
}

function findMarkers(original: Original, { lines, oldOf }: RewriteChanges): Finding[] {
  return lines.flatMap((line, index): Finding[] => {
    if ((oldOf[index] ?? -1) >= 0 || original.byTrimmed.has(line.trim()) || readNonCode(line)?.type !== "marker")
      return [];
    return [
      {
        type: "marker",
        message: `An elision marker is left in ${namedLines({ start: index, end: index + 1 })} of the result.`,
        rewrite: { start: index, end: index + 1 },
      },
    ];
  });
}

function findNewErrors(original: Original, rewrite: string, { changes: lineChanges }: RewriteChanges): Finding[] {
  if (original.parser && original.tree) {
    const changes = textChanges(original, rewrite, lineChanges);
    const earlier = { tree: original.tree, text: original.text, ...(changes && { changes }) };
    const tree = original.parser.parse(rewrite, earlier);
    const added = tree.isWhole && original.tree.isWhole ? tree.errorCount - original.tree.errorCount : 0;
    tree.dispose();
    return added > 0
      ? [
          {
            type: "syntax",
            message: `The result has ${added === 1 ? "a new syntax error" : `${String(added)} new syntax errors`}.`,
          },
        ]
      : [];
  }
  if (original.language === "json" && isJson(original.text) && !isJson(rewrite))
    return [{ type: "syntax", message: "The result is no longer valid JSON." }];
  if (BRACKETED.has(original.language ?? "") && isBalanced(original.text) && !isBalanced(rewrite)) {
    return [{ type: "syntax", message: "The result has a bracket without its partner." }];
  }
  return [];
}

/** Languages without a grammar here in which every bracket has a partner. */
const BRACKETED = new Set([
  "scss",
  "less",
  "json",
  "jsonc",
  "kotlin",
  "swift",
  "dart",
  "scala",
  "groovy",
  "vue",
  "svelte",
  "terraform",
  "graphql",
  "proto",
  "lua",
  "zig",
]);

/** Whether brackets pair up; those in strings and comments count too, so it only tells where the original is sound. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const bracket of text.match(/[{}()[\]]/g) ?? []) {
    if ("{([".includes(bracket)) open.push(bracket);
    else if (open.pop() !== PARTNERS[bracket]) return false;
  }
  return open.length === 0;
}

const PARTNERS: Readonly<Record<string, string>> = { "}": "{", ")": "(", "]": "[" };
