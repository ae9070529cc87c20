import { formatPatch, type FilePatch } from "../diff/patch.ts";
import { shown } from "../text/shownText.ts";
import { nameRange, type EditResult } from "./editResult.ts";

const MAX_DIFF_LINES = 200;
const MAX_DIFF_CHARS = 12_000;
const MAX_LISTED = 20;
/** Characters of the label of an alternative. */
const MAX_LABEL = 200;

/**
 * Formats the diff of an edit, cut if it gets too long for a model to read. A line that is not part of the diff then says how much is
 * missing.
 */
export function boundedDiff(patch: FilePatch): string {
  const whole = formatPatch(patch);
  const lines = whole.replace(/\n$/, "").split("\n");
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (kept.length === MAX_DIFF_LINES || length > MAX_DIFF_CHARS) {
      return `${kept.join("\n")}\n... ${String(lines.length - kept.length)} more lines of this diff are not shown\n`;
    }
    kept.push(line);
  }
  return whole;
}

/** Writes a result as a text that a model reads: what happened first, then what else there is to know. */
export function reportEdit(result: EditResult): string {
  const { outcome, file, message, engine, milliseconds, hunks, pieces, remarks, problems, regions, earlier, diff } =
    result;
  const by = engine === null ? "" : ` by ${engine} in ${String(Math.round(milliseconds))} ms`;
  const isMixed = new Set(hunks.map((hunk) => hunk.outcome)).size > 1;
  const parts = [
    `${outcome}: ${file}${by}. ${message}`,
    ...list(
      "Hunks",
      isMixed || outcome === "applied" ? hunks : [],
      (hunk) => `${hunk.outcome}: ${nameRange(hunk.now)}`,
    ),
    ...list("Against the edit", remarks, (remark) => remark),
    ...pieces
      .filter(({ state }) => state === "open")
      .flatMap(({ number, lines, alternatives }) =>
        list(
          `Piece ${String(number)} (${nameRange(lines)} of code_edit) can mean one of these`,
          alternatives,
          alternativeText,
        ),
      ),
    ...list(
      "New problems after the edit",
      problems,
      ({ severity, line, message: what }) => `${severity} in line ${String(line)}: ${what}`,
    ),
    ...regions.map(({ lines, text }) => `Nearest ${nameRange(lines)}:\n${numbered(text, lines.start)}`),
    ...list("Earlier edits that waited for review", earlier, (edit) => `${edit.file}: ${edit.outcome}`),
    ...(diff === "" ? [] : [diff.trimEnd()]),
  ];
  return parts.join("\n\n");
}

/** What can be chosen, with the exact lines. */
function alternativeText({ number, certainty, label, diff }: Alternative): string {
  const lines = diff === "" ? [] : diff.split("\n").map((line) => `\n  ${line}`);
  return `alternative ${String(number)} (${(certainty * 100).toFixed(0)} %): ${shown(label, MAX_LABEL)}${lines.join("")}`;
}

type Alternative = EditResult["pieces"][number]["alternatives"][number];

function list<Item>(title: string, items: readonly Item[], text: (item: Item) => string): readonly string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, MAX_LISTED).map((item) => `- ${text(item)}`);
  const more = items.length > MAX_LISTED ? [`- and ${String(items.length - MAX_LISTED)} more`] : [];
  return [[`${title}:`, ...shown, ...more].join("\n")];
}

function numbered(text: string, first: number): string {
  return text
    .split("\n")
    .map((line, index) => `${String(first + index)}| ${line}`)
    .join("\n");
}
