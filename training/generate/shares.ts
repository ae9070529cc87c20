import { lineDiff } from "../../extension/core/diff/lineDiff.ts";
import { readFences } from "../../extension/core/sketch/fences.ts";
import { readNonCode } from "../../extension/core/sketch/markers.ts";
import { indentWidth, isBlank } from "../../extension/core/text/indentation.ts";
import { isCloser, parentsOf } from "../../extension/evaluation/generate/outline.ts";

/** What is read of a case. */
export interface MeasuredCase {
  readonly original: string;
  readonly expected: string;
  readonly sketch: string;
  readonly instruction: string;
  readonly style: string;
  readonly language: string;
}

/** Means of what was counted, by name: shares from 0 to 1, or numbers of lines and words. */
export type Shares = ReadonlyMap<string, number>;

/** How a set of answers looks: how much they show around their changes, how they write their markers, what they say. */
export function measureShares(cases: readonly MeasuredCase[]): Shares {
  const counted = new Map<string, { sum: number; count: number }>();
  const count: Count = (name, value) => {
    const entry = counted.get(name) ?? { sum: 0, count: 0 };
    counted.set(name, { sum: entry.sum + Number(value), count: entry.count + 1 });
  };
  for (const one of cases) measureCase(one, count);
  return new Map([...counted].map(([name, { sum, count }]) => [name, sum / count]));
}

type Count = (name: string, value: number | boolean) => void;

interface Layout {
  /** For each line of the expected text, whether the sketch shows it. */
  readonly shown: readonly boolean[];
  readonly isNew: readonly boolean[];
  /** How many lines were dropped just before the line; one more entry than there are lines. */
  readonly dropped: readonly number[];
  readonly texts: readonly string[];
  readonly parents: Int32Array;
}

function measureCase(one: MeasuredCase, count: Count): void {
  const blocks = blocksOf(one.sketch);
  const texts = one.expected.split(/\r?\n/);
  const original = one.original.split(/\r?\n/);
  const lines = blocks.flatMap((block) => block);
  count("size: lines of the file", original.length);
  count("size: lines of the sketch", lines.length);
  count("size: blocks", blocks.length);
  for (const style of ["lazy-prompted", "edit_file", "lazy", "blocks", "bare"])
    count(`style: ${style}`, one.style === style);
  const layout = layoutOf(original, texts, lines);
  measureMarkers(blocks, layout, count);
  measureChanges(original, layout, count);
  measureProse(one, count);
}

function blocksOf(sketch: string): string[][] {
  const fences = readFences(sketch);
  if (fences.length === 0) return [sketch.replace(/\n$/, "").split("\n")];
  return fences.map(({ content }) => content.map(({ text }) => text));
}

/** The sketch's lines found in the expected text by their words, in order. */
function layoutOf(original: readonly string[], texts: readonly string[], lines: readonly string[]): Layout {
  const keys = lines.map((line, index) => (readNonCode(line) === undefined ? line.trim() : `\u0000${index}`));
  const shown = new Array<boolean>(texts.length).fill(true);
  for (const change of lineDiff(
    keys,
    texts.map((text) => text.trim()),
  )) {
    for (let line = change.new.start; line < change.new.end; line++) shown[line] = false;
  }
  const isNew = new Array<boolean>(texts.length).fill(false);
  const dropped = new Array<number>(texts.length + 1).fill(0);
  for (const change of lineDiff(original, texts)) {
    for (let line = change.new.start; line < change.new.end; line++) isNew[line] = true;
    dropped[change.new.end] = change.old.end - change.old.start;
  }
  return { shown, isNew, dropped, texts, parents: parentsOf(texts) };
}

function measureMarkers(blocks: readonly (readonly string[])[], { shown, texts }: Layout, count: Count): void {
  let markers = 0;
  for (const block of blocks) {
    const is = block.map((line) => readNonCode(line)?.type === "marker");
    markers += is.filter(Boolean).length;
    count("markers: block begins with one", is[0] === true);
    count("markers: block ends with one", is.at(-1) === true);
    const filled = block.filter((line) => !isBlank(line));
    count(
      "sketch: block stands at column 0 or is dedented",
      Math.min(...filled.map((line) => indentWidth(line))) === 0,
    );
    block.forEach((line, index) => {
      if (is[index] !== true) return;
      count("markers: usual words", /\.\.\. existing (?:code|content) \.\.\./.test(line));
      count("markers: only dots", /^\W*(?:\.\.\.|…)\W*$/.test(line.trim()));
      count("markers: blank line before it", index > 0 && isBlank(block[index - 1] ?? ""));
      count("markers: blank line behind it", index < block.length - 1 && isBlank(block[index + 1] ?? ""));
      if (index > 0 && index < block.length - 1) {
        const before = block.slice(0, index).findLast((other) => !isBlank(other)) ?? "";
        const after = block.slice(index + 1).find((other) => !isBlank(other)) ?? "";
        count("markers: inner one as deep as the line before it", indentWidth(line) === indentWidth(before));
        count("markers: inner one as deep as the line behind it", indentWidth(line) === indentWidth(after));
        count("markers: inner one deeper than the line before it", indentWidth(line) > indentWidth(before));
      }
    });
  }
  count("markers: in a case", markers);
  for (let start = 0; start < texts.length; start++) {
    if (shown[start] === true) continue;
    let end = start;
    while (end < texts.length && shown[end] !== true) end++;
    const hidden = texts.slice(start, end).filter((text) => !isBlank(text)).length;
    if (hidden > 0 && start > 0 && end < texts.length) {
      count("hidden: 1 to 3 lines", hidden <= 3);
      count("hidden: 4 to 10 lines", hidden > 3 && hidden <= 10);
      count("hidden: more", hidden > 10);
    }
    start = end;
  }
}

function measureChanges(original: readonly string[], layout: Layout, count: Count): void {
  const { shown, isNew, dropped, texts } = layout;
  const changes = lineDiff(original, texts);
  count("changes: in a case", changes.length);
  const news = texts.filter((_, line) => isNew[line] === true);
  const olds = changes.flatMap(({ old }) => original.slice(old.start, old.end));
  count("changes: new lines", news.length);
  count("changes: dropped lines", olds.length);
  const keys = new Set(news.map((text) => text.trim()).filter((text) => text.length > 8));
  const moved = olds.filter((text) => keys.has(text.trim()));
  const shifted = moved.filter((text) => !news.includes(text)).length;
  count("changes: case re-indents 2 lines or more", shifted >= 2);
  count("changes: case moves 3 lines or more", moved.length - shifted >= 3);
  for (const change of changes) {
    const added = change.new.end - change.new.start;
    const removed = change.old.end - change.old.start;
    count("change: only new lines", removed === 0);
    count("change: only dropped lines", added === 0);
    count("change: drops more than it adds, both", added > 0 && removed > added);
    count("change: as many lines", added > 0 && added === removed);
    const before = contextOf(layout, change.new.start - 1, -1);
    const after = contextOf(layout, change.new.end, 1);
    const kind = added === 0 ? "deletion" : removed === 0 ? "insertion" : "replacement";
    for (const [side, lines] of [
      ["before", before],
      ["behind", after],
    ] as const) {
      count(`context ${side} (${kind}): none`, lines === 0);
      count(`context ${side} (${kind}): 1 line`, lines === 1);
      count(`context ${side} (${kind}): 2 lines`, lines === 2);
      count(`context ${side} (${kind}): 3 lines`, lines === 3);
      count(`context ${side} (${kind}): 4 to 6 lines`, lines > 3 && lines < 7);
      count(`context ${side} (${kind}): more`, lines > 6);
    }
    measureHeaders(layout, Math.min(change.new.start, texts.length - 1), count);
  }
  texts.forEach((text, line) => {
    if (isNew[line] === true || dropped[line] !== 0 || !isCloser(text)) return;
    const header = headerOf(texts, line);
    if (header >= 0 && shown[header] === true && line - header > 8)
      count("blocks: closing line shown with the header", shown[line] === true);
  });
}

/** How many kept lines that are not blank stand shown beside a change; at the end of the file as many as there are. */
function contextOf({ shown, isNew, texts }: Layout, from: number, step: 1 | -1): number {
  let filled = 0;
  for (let line = from; line >= 0 && line < texts.length; line += step) {
    if (isNew[line] === true) break;
    if (isBlank(texts[line] ?? "")) continue;
    if (shown[line] !== true) break;
    filled++;
  }
  return filled;
}

function measureHeaders({ shown, parents, isNew }: Layout, line: number, count: Count): void {
  let parent = parents[line] ?? -1;
  while (parent >= 0 && isNew[parent] === true) parent = parents[parent] ?? -1;
  if (parent < 0) return;
  count("blocks: innermost header of a change shown", shown[parent] === true);
  for (let outer = parents[parent] ?? -1; outer >= 0; outer = parents[outer] ?? -1) {
    const isTop = (parents[outer] ?? -1) < 0;
    count(isTop ? "blocks: outermost header shown" : "blocks: header between shown", shown[outer] === true);
  }
}

function headerOf(texts: readonly string[], closer: number): number {
  const indent = indentWidth(texts[closer] ?? "");
  let line = closer - 1;
  while (line >= 0 && (isBlank(texts[line] ?? "") || indentWidth(texts[line] ?? "") > indent)) line--;
  return line >= 0 && indentWidth(texts[line] ?? "") === indent ? line : -1;
}

function measureProse({ sketch, instruction, style }: MeasuredCase, count: Count): void {
  const isAgent = style === "edit_file";
  const words = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
  if (isAgent) {
    count("agent: fenced", /^\s*`{3,}/.test(sketch));
    count("agent: words of the instruction", words(instruction));
    return;
  }
  count("prose: words of the request", words(instruction));
  const outside = sketch.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1\s*$/gm, "\u0000").split("\u0000");
  count("prose: words before the code", words(outside[0] ?? ""));
  count("prose: text behind the code", words(outside.at(-1) ?? "") > 0);
  count("prose: names in backticks", (outside.join(" ").match(/`[^`\n]+`/g) ?? []).length);
  count("prose: none", words(outside.join(" ")) === 0);
}
