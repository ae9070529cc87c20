import { indentWidth, isBlank } from "../text/indentation.ts";
import type { LineChange } from "../diff/lineChange.ts";
import type { LineRange } from "../text/lines.ts";
import { slides, type Comparison } from "./comparison.ts";
import { formOf, formOfCode, hasWordCharacters, isWhollyComment, likeness, runsOf, wordsOf } from "./lineForms.ts";
import type { ShownPiece, Placing } from "./pieces.ts";
import { namedLines, type Finding } from "./proof.ts";
import { readRetitled } from "./retitled.ts";

/**
 * Finds lines of the file that vanished without a word. A line may vanish between two lines that are shown as neighbours, as the old form
 * of a line that is shown, in a block that is shown to its end, if it is shown elsewhere, if its block has another title, and if a removal
 * comment says so.
 */
export function findLost(pieces: readonly ShownPiece[], placing: Placing, comparison: Comparison): Finding[] {
  const { old, new: lines, language } = comparison;
  const { shownAt } = placing;
  const elsewhere = movedForms();
  const named = removedWords();
  const [parents, newParents] = [readParents(old), readParents(lines)];
  const newOf = new Int32Array(old.length).fill(-1);
  comparison.oldOf.forEach((before, line) => before >= 0 && (newOf[before] = line));
  let retitled: ReturnType<typeof readRetitled> | undefined;
  const counts = new Map<string, number>();
  for (const line of old) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1);
  return comparison.changes.flatMap((change) => {
    const readings = slides(change, comparison);
    const lost = readings.map((slide) => lostIn(slide)).reduce((a, b) => (b.length < a.length ? b : a));
    const unsaid = lost.length > 0 ? lost : readings.map(heldByMarker).find(({ length }) => length > 0);
    return runsOf(unsaid ?? []).map((range) => toFinding(range, change.new));
  });

  function toFinding(range: LineRange, rewrite: LineRange): Finding {
    const isRemark = old
      .slice(range.start, range.end)
      .every((line) => isBlank(line) || isWhollyComment(line, language));
    const what = isRemark ? `the comment in ${namedLines(range)}` : namedLines(range);
    const message = `The sketch does not say that ${what} of the file should vanish.`;
    return { type: isRemark ? "lost-comment" : "lost-line", message, original: range, rewrite };
  }

  /** The lines that vanish in a change and that nothing explains. */
  function lostIn(change: LineChange): number[] {
    const lost = filled(change.old);
    if (lost.length === 0) return [];
    const before = shownNear(change.new.start - 1, -1);
    const behind = shownNear(change.new.end, 1);
    if (isRemoval(before, behind)) return [];
    if (lost.length === 1 && isRetitledIn(lost[0] ?? -1, filled(change.new, lines))) return [];
    // The change as steps: what is shown before, each new line, what is shown behind.
    const fresh = filled(change.new, lines);
    const isJoined = (one: Spot | undefined, other: Spot | undefined): boolean =>
      one !== undefined && one.piece === other?.piece && one.at + 1 === other.at && !mayHold(one) && !mayHold(other);
    const spots = [before, ...fresh.map((line) => shownAt[line]), behind];
    const holds = spots.some((spot) => spot !== undefined && mayHold(spot));
    // A sign such as a brace is no old form of anything where the rest of what vanishes may be held.
    const isOld = readOldForms(lost, fresh).map(
      (is, at) => is && (!holds || hasWordCharacters(old[lost[at] ?? 0] ?? "")),
    );
    // Where the lines before go on without a gap, what vanishes up to the last old form lies between lines of the sketch.
    const isHeadShown = isJoined(spots[0], spots[1]);
    const isTailShown = isJoined(spots.at(-2), spots.at(-1));
    const isClosed = spots.slice(1).every((spot, at) => isJoined(spots[at], spot));
    if (isClosed) {
      // What is said of a block that stays is left out for brevity; code that is commented out may be meant.
      return fresh.length === 0 && (isDocstring(lost) || isAboveBlock(lost)) ? lost : [];
    }
    const first = isHeadShown ? 0 : isOld.indexOf(true);
    const last = isTailShown ? lost.length - 1 : isOld.lastIndexOf(true);
    const moved = readMoved(lost);
    return lost.filter((line, at) => {
      if (first >= 0 && at >= first && at <= last) return false;
      return !moved.has(line) && !named(line) && !isInShownBlock(line, before);
    });
  }

  /** Nothing but a string of several quotes, as what describes a block stands in it. */
  function isDocstring(lost: readonly number[]): boolean {
    const [first = "", last = ""] = [lost[0], lost.at(-1)].map((line) => old[line ?? -1]?.trim() ?? "");
    const quotes = DOCSTRING.exec(first)?.[1];
    return quotes !== undefined && last.endsWith(quotes);
  }

  /** Nothing but comments, and none of them code, directly above a block that stays. */
  function isAboveBlock(lost: readonly number[]): boolean {
    const below = (lost.at(-1) ?? 0) + 1;
    const areRemarks = lost.every(
      (line) =>
        isWhollyComment(old[line] ?? "", language) && (DOCUMENTS.test(old[line] ?? "") || !CODE.test(old[line] ?? "")),
    );
    return areRemarks && (newOf[below] ?? -1) >= 0 && blockEnd(below) > below + 1;
  }

  /** Whether a line of the sketch may be a marker, so that what vanishes beside it may be what it stands for. */
  function mayHold({ piece, at }: Spot): boolean {
    return pieces[piece]?.lines[at]?.mayBeMarker === true;
  }

  function filled({ start, end }: LineRange, texts = old): number[] {
    const found: number[] = [];
    for (let line = start; line < end; line++) if (!isBlank(texts[line] ?? "")) found.push(line);
    return found;
  }

  /** Which of the lines that go in a change have a new form there that the sketch shows; each new line is that of one block at most. */
  function readOldForms(lost: readonly number[], fresh: readonly number[]): boolean[] {
    const shown = fresh.filter((at) => shownAt[at] !== undefined);
    const words = new Map(shown.map((at) => [at, wordsOf(lines[at] ?? "")]));
    const all = new Set([...words.values()].flat());
    const taken = new Set<number>();
    return lost.map((line) => {
      const text = old[line] ?? "";
      if (!hasWordCharacters(text)) return shown.length > 0;
      const opens = blockEnd(line) > line + 1;
      const form = shown.find((at) => !(opens && taken.has(at)) && isOldForm(line, at));
      if (form !== undefined && opens) taken.add(form);
      if (form !== undefined || opens) return form !== undefined;
      // A line may become several.
      const had = wordsOf(text);
      const isInAll = had.filter((word) => all.has(word)).length >= 0.7 * had.length;
      return isInAll && shown.some((at) => beginAlike(had, words.get(at) ?? []) && isInPlace(line, at));
    });
  }

  function isOldForm(line: number, fresh: number): boolean {
    const [text, other] = [old[line] ?? "", lines[fresh] ?? ""];
    if (formOfCode(text) === formOfCode(other)) return true;
    const [words, others] = [wordsOf(text), wordsOf(other)];
    const alike = likeness(words, others);
    const isPart = words.every((word) => others.includes(word));
    const end = blockEnd(line);
    if (alike < 0.8 && !(isPart && words.length > 2) && !(beginAlike(words, others) && (isPart || alike >= 0.4)))
      return false;
    return end === line + 1 ? isInPlace(line, fresh) : isSameName(text, other) || isBodyKept(line + 1, end, fresh + 1);
  }

  /** Whether the head of a block, whose lines are still there, has another title in a change. */
  function isRetitledIn(line: number, fresh: readonly number[]): boolean {
    const end = blockEnd(line);
    if (end === line + 1) return false;
    retitled ??= readRetitled(pieces, placing, comparison, (at) => blockEnd(at) > at + 1, newOf);
    return fresh.some((at) => isBodyKept(line + 1, end, at + 1) && retitled?.(line, at) === true);
  }

  /** Whether a line of the result stands in the innermost block around a line of the file that is still there. */
  function isInPlace(line: number, fresh: number): boolean {
    const header = headersOf(line, parents).find((at) => (newOf[at] ?? -1) >= 0);
    return header === undefined || headersOf(fresh, newParents).includes(newOf[header] ?? -1);
  }

  /** One past the last of the deeper lines behind a line. */
  function blockEnd(line: number): number {
    const width = indentWidth(old[line] ?? "");
    let end = line + 1;
    for (let at = end; at < old.length; at++) {
      const text = old[at] ?? "";
      if (isBlank(text)) continue;
      // A brace on a line of its own opens the block of the line above.
      if (indentWidth(text) <= width && !(text.trim() === "{" && at === line + 1)) break;
      end = at + 1;
    }
    return end;
  }

  /** Whether most of what tells a block from others is still there, or changed in its place, so that only its head is another. */
  function isBodyKept(start: number, end: number, fresh: number): boolean {
    let [all, kept] = [0, 0];
    for (let line = start; line < end; line++) {
      const text = old[line] ?? "";
      if (!hasWordCharacters(text) || counts.get(text.trim()) !== 1) continue;
      all++;
      const isThere = (newOf[line] ?? -1) >= 0 || elsewhere.has(formOf(text));
      if (isThere || likeness(wordsOf(text), wordsOf(lines[fresh + line - start] ?? "")) >= 0.4) kept++;
    }
    return kept * 2 >= all && all > 0;
  }

  /** What the sketch shows at a line of the result or, over blank lines and comments of the file, beyond it. */
  function shownNear(line: number, step: 1 | -1): Spot | undefined {
    let at = line;
    while (at >= 0 && at < lines.length && shownAt[at] === undefined && mayStay(at)) at += step;
    return shownAt[at];
  }

  function mayStay(line: number): boolean {
    const text = lines[line] ?? "";
    return isBlank(text) || isWhollyComment(text, language);
  }

  /** A removal comment stands there, and no marker beside it that could hold what it does not name. */
  function isRemoval(before: Spot | undefined, behind: Spot | undefined): boolean {
    const last = pieces[before?.piece ?? -1];
    const gaps = [
      before !== undefined && before.at + 1 === last?.lines.length ? last.behind : undefined,
      behind?.at === 0 ? pieces[behind.piece]?.before : undefined,
    ];
    return gaps.some(
      (gap) => gap !== undefined && gap.removed.length > 0 && (gap.column === undefined || gap.removed.includes("")),
    );
  }

  /** Whether a removal comment names a line, or the block that it stands in. */
  function removedWords(): (line: number) => boolean {
    const names = pieces.flatMap(({ before, behind }) => [...before.removed, ...behind.removed]);
    const wanted = names.map((name) => new Set(wordsOf(name)));
    return (line) =>
      [line, parents[line] ?? -1].some((at) => {
        const words = new Set(wordsOf(old[at] ?? ""));
        return wanted.some((name) => name.size > 0 && [...name].every((word) => words.has(word)));
      });
  }

  /** The forms of new lines that the sketch shows, so that a line may have moved there. */
  function movedForms(): Set<string> {
    const isFresh = (line: number): boolean => shownAt[line] !== undefined && (comparison.oldOf[line] ?? -1) < 0;
    return new Set(lines.flatMap((text, line) => (isFresh(line) ? [formOf(text)] : [])));
  }

  /** Lines that are shown elsewhere. Words that the file has several times say nothing alone, and go with the lines beside them. */
  function readMoved(lost: readonly number[]): Set<number> {
    const runs: number[][] = [[]];
    for (const line of lost) {
      if (elsewhere.has(formOf(old[line] ?? ""))) runs.at(-1)?.push(line);
      else runs.push([]);
    }
    const isOne = (line: number): boolean => counts.get(old[line]?.trim() ?? "") === 1;
    return new Set(
      runs.flatMap((run) => (run.some(isOne) ? run : run.filter((line) => !hasWordCharacters(old[line] ?? "")))),
    );
  }

  /**
   * Whether the line lies in a block of which the sketch shows the beginning and, without a marker, the end; and all of the block
   * behind the line went too, so that no marker keeps any of it.
   */
  function isInShownBlock(line: number, before: Spot | undefined): boolean {
    for (const at of headersOf(line, parents)) {
      const spot = headerAt(at);
      if (spot === undefined) continue;
      const rest = filled({ start: line, end: blockEnd(at) });
      return before?.piece === spot.piece && rest.every((other) => (newOf[other] ?? -1) < 0) && isShownToEnd(spot);
    }
    return false;
  }

  /** Where the sketch shows a line of the file, as it is or in its new form. */
  function headerAt(line: number): Spot | undefined {
    const fresh = newOf[line] ?? -1;
    if (fresh >= 0) return shownAt[fresh];
    const change = comparison.changes.find(({ old: { start, end } }) => start <= line && line < end);
    const found = change && filled(change.new, lines).find((at) => isOldForm(line, at));
    return found === undefined ? undefined : shownAt[found];
  }

  function isShownToEnd({ piece: number, at }: Spot): boolean {
    const piece = pieces[number];
    if (piece === undefined) return false;
    const width = indentWidth(piece.lines[at]?.text ?? "");
    const { column } = piece.behind;
    const behind = piece.lines.slice(at + 1);
    const end = behind.findIndex(({ text }) => indentWidth(text) <= width);
    if (behind.slice(0, end < 0 ? behind.length : end).some(({ mayBeMarker }) => mayBeMarker)) return false;
    // A head alone does not show its block.
    return behind.length > 0 && (column === undefined || column <= width);
  }

  /**
   * Lines that vanish between two lines of a piece, where a reading of the sketch keeps them: what the piece shows from
   * there to a marker stands among the vanished lines too, so that the marker may hold the rest of them.
   */
  function heldByMarker({ old: range, new: fresh }: LineChange): number[] {
    if (range.start === range.end) return [];
    const repeats = (from: number, at: number, size: number): boolean => {
      for (let line = 0; line < size; line++) if (old[from + line] !== old[at + line]) return false;
      return true;
    };
    const behind = shownUpToMarker(fresh.end, 1);
    if (behind > 0)
      for (let at = range.start; at < range.end; at++)
        if (repeats(range.end, at, behind)) return filled({ start: at + behind, end: range.end });
    const before = shownUpToMarker(fresh.start - 1, -1);
    if (before > 0)
      for (let at = range.end - before; at >= range.start; at--)
        if (repeats(range.start - before, at, before)) return filled({ start: range.start, end: at });
    return [];
  }

  /** How many kept lines the sketch shows from a line of the result to a marker; 0 where something else comes first. */
  function shownUpToMarker(from: number, step: 1 | -1): number {
    const first = shownAt[from];
    const piece = first && pieces[first.piece];
    if (first === undefined || piece === undefined) return 0;
    const size = step > 0 ? piece.lines.length - first.at : first.at + 1;
    const gap = step > 0 ? piece.behind : piece.before;
    const edge = piece.lines[step > 0 ? piece.lines.length - 1 : 0];
    if (gap.column === undefined || edge === undefined) return 0;
    for (let nth = 0; nth < size; nth++) {
      const line = from + step * nth;
      if (shownAt[line]?.piece !== first.piece) return 0;
      if ((comparison.oldOf[line] ?? -1) !== (comparison.oldOf[from] ?? -1) + step * nth) return 0;
    }
    if ((comparison.oldOf[from] ?? -1) < 0) return 0;
    // Before a less deep line the marker is the body of the block that ends there.
    return step < 0 && gap.column > indentWidth(edge.text) ? 0 : size;
  }
}

const DOCSTRING = /^[rRuU]?("""|''')/;

/** Comments that document what stands below are no code, whatever they end with. */
const DOCUMENTS = /^\s*(?:\/\/[/!]|\/\*\*|\*(?:\s|\/|$))/;
/** What a line of code ends with, and a sentence does not. */
const CODE = /[;{}()[\],=>]\s*$/;

interface Spot {
  readonly piece: number;
  readonly at: number;
}

/** For each line the one in whose block it stands, -1 for none. A sign such as a brace opens none: the line above it does. */
function readParents(lines: readonly string[]): Int32Array {
  const parents = new Int32Array(lines.length).fill(-1);
  const open: { readonly line: number; readonly width: number }[] = [];
  lines.forEach((text, line) => {
    if (isBlank(text)) return;
    const width = indentWidth(text);
    while ((open.at(-1)?.width ?? -1) >= width) open.pop();
    parents[line] = open.at(-1)?.line ?? -1;
    if (hasWordCharacters(text)) open.push({ line, width });
  });
  return parents;
}

/** The lines in whose blocks a line stands, innermost first. */
function headersOf(line: number, parents: Int32Array): number[] {
  const headers: number[] = [];
  for (let at = parents[line] ?? -1; at >= 0; at = parents[at] ?? -1) headers.push(at);
  return headers;
}

/** One of the first two words is the same. */
const beginAlike = (words: readonly string[], others: readonly string[]): boolean =>
  words.slice(0, 2).some((word) => others.slice(0, 2).includes(word));

/** Whether two heads of blocks name the same thing: one has all words of the other up to its arguments. */
function isSameName(text: string, other: string): boolean {
  const head = (line: string): readonly string[] => wordsOf(/^[^({=<]*/.exec(line)?.[0] ?? "");
  const [one, two] = [head(text), head(other)];
  return one.every((word) => two.includes(word)) || two.every((word) => one.includes(word));
}
