import { isJson } from "../merge/jsonCommas.ts";
import { asPart, readShown } from "../merge/mergeCode.ts";
import type { Original } from "../merge/original.ts";
import type { SyntaxTree } from "../text/syntax.ts";
import { beginWork, type Work } from "../text/work.ts";
import { lineDiff } from "../diff/lineDiff.ts";
import { isStubBody, readElision, readNonCode } from "../sketch/markers.ts";
import type { CodeSketch, Sketch } from "../sketch/sketch.ts";
import { lineTexts } from "../text/lines.ts";
import { judgeCode, type CodeFindings } from "./codeProof.ts";
import { judgeEdits } from "./editsProof.ts";
import { concludeProof, namedLines, type Finding, type Proof } from "./proof.ts";
import { readChanges, textChanges, type RewriteChanges } from "./rewriteChanges.ts";
import { findVanished } from "./vanished.ts";

/**
 * Judges any rewrite, the engine's or a model's, against the original and the sketch. The proof holds when every code
 * line of the sketch is in the rewrite, in order; no original line vanished and no line appeared without the sketch
 * asking for it; no elision marker is new; the syntax is no worse; and the rewrite does not end early. Where
 * the work is spent it does not hold. Never throws.
 */
export function judgeRewrite(original: Original, sketch: Sketch, rewriteText: string, work: Work = beginWork()): Proof {
  const lines = lineTexts(rewriteText);
  if (sketch.type === "delete") return concludeProof(lines.length === 0 ? [] : [notDeleted(lines.length)], 0, 0);
  const rewrite = readChanges(original, lines);
  const cutOff = findCutOff(original, sketch, rewrite);
  if (cutOff) return concludeProof([cutOff], 0, 0);
  const tree = parseRewrite(original, rewriteText, rewrite);
  try {
    const { findings, verbatimLines, adaptedLines } = judgeSketch(original, sketch, rewrite, tree, work);
    const errors = findNewErrors(original, rewriteText, tree);
    return concludeProof(
      [...findings, ...findMarkers(original, sketch, rewrite), ...errors],
      verbatimLines,
      adaptedLines,
    );
  } finally {
    tree?.dispose();
  }
}

function notDeleted(count: number): Finding {
  const rewrite = { start: 0, end: count };
  return { type: "unrelated", message: "The sketch deletes the file, but the result is not empty.", rewrite };
}

function judgeSketch(
  original: Original,
  sketch: Exclude<Sketch, { type: "delete" }>,
  rewrite: RewriteChanges,
  tree: SyntaxTree | undefined,
  work: Work,
): CodeFindings {
  if (sketch.type === "edits") return judgeEdits(original, sketch, rewrite, work);
  if (sketch.type === "add") return judgeWhole(lineTexts(sketch.text), rewrite);
  return judgeShown(original, sketch, rewrite, tree, work);
}

/**
 * Code with markers is a part of the file. Code without may be the whole file or a part of it, and the rewrite must be
 * right for one of the two; either way nothing that the file declares may vanish without a word.
 */
function judgeShown(
  original: Original,
  sketch: CodeSketch,
  rewrite: RewriteChanges,
  tree: SyntaxTree | undefined,
  work: Work,
): CodeFindings {
  const shown = readShown(sketch.text, original);
  if ("nothing" in shown) return { findings: findAsked(rewrite), verbatimLines: 0, adaptedLines: 0 };
  if (!shown.isBare) return judgeCode(original, asPart(shown, original), rewrite, work);
  const whole = judgeWhole(lineTexts(shown.text), rewrite);
  const vanished = findVanished(original, sketch, rewrite, tree);
  if (whole.findings.length === 0 || sketch.isWhole === true)
    return { ...whole, findings: [...whole.findings, ...vanished] };
  const part = judgeCode(original, asPart(shown, original), rewrite, work);
  const better = part.findings.length < whole.findings.length ? part : whole;
  return { ...better, findings: [...better.findings, ...vanished] };
}

/** A sketch that holds no code asks for no change. */
function findAsked(rewrite: RewriteChanges): Finding[] {
  return rewrite.changes.map(({ new: range, old }) => ({
    type: "unrelated",
    message: "The sketch asks for no change.",
    rewrite: range,
    original: old,
  }));
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

function findMarkers(original: Original, { type }: Sketch, { lines, oldOf }: RewriteChanges): Finding[] {
  // In an edit a comment such as "rest as before" is code.
  const isMarker = (line: string, index: number): boolean =>
    type === "edits"
      ? readElision(line) !== undefined && !isStubBody(lines, index, original.language)
      : readNonCode(line)?.type === "marker";
  return lines.flatMap((line, index): Finding[] => {
    if ((oldOf[index] ?? -1) >= 0 || original.byTrimmed.has(line.trim()) || !isMarker(line, index)) return [];
    return [
      {
        type: "marker",
        message: `An elision marker is left in ${namedLines({ start: index, end: index + 1 })} of the result.`,
        rewrite: { start: index, end: index + 1 },
      },
    ];
  });
}

/** The tree of the rewrite, where there is one of the original to compare it with. The caller disposes it. */
function parseRewrite(original: Original, text: string, { changes: lines }: RewriteChanges): SyntaxTree | undefined {
  if (!original.parser || !original.tree) return undefined;
  const changes = textChanges(original, text, lines);
  return original.parser.parse(text, { tree: original.tree, text: original.text, ...(changes && { changes }) });
}

function findNewErrors(original: Original, rewrite: string, tree: SyntaxTree | undefined): Finding[] {
  if (tree && original.tree) {
    const added = tree.isWhole && original.tree.isWhole ? tree.errorCount - original.tree.errorCount : 0;
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
