import { detectIndentUnit, indentWidth, isBlank } from "../text/indentation.ts";
import type { Comparison } from "./comparison.ts";
import { isWhollyComment, runsOf } from "./lineForms.ts";
import type { ShownPiece, Placing } from "./pieces.ts";
import { namedLines, type Finding } from "./proof.ts";
import { hasTrait } from "../sketch/languages.ts";

/**
 * Finds lines of the result at a depth where they do not belong: one that neither the sketch nor the file gives them, or that does not fit
 * the block around them. Lines kept in a new block may move with it, all alike.
 */
export function findMisplaced(pieces: readonly ShownPiece[], placing: Placing, comparison: Comparison): Finding[] {
  const shifted = new Set([...findShifted(pieces, placing, comparison), ...findMoved(placing, comparison)]);
  const loose = findLoose(pieces, placing, comparison);
  const name = (lines: Iterable<number>, what: string): Finding[] =>
    runsOf([...lines].sort((a, b) => a - b)).map((range) => ({
      type: "depth",
      message: `${namedLines(range)} of the result ${range.end - range.start === 1 ? "is" : "are"} ${what}`,
      rewrite: range,
    }));
  return [
    ...name(shifted, "indented otherwise than in the sketch and in the file."),
    ...name(
      loose.filter((line) => !shifted.has(line)),
      "not as deep as the block around says.",
    ),
  ];
}

/** Lines of pieces that are new or indented anew, and otherwise than the sketch has them beside their neighbours. */
function findShifted(
  pieces: readonly ShownPiece[],
  { places }: Placing,
  { new: lines, old, oldOf }: Comparison,
): number[] {
  const unit = detectIndentUnit(lines)?.width ?? 4;
  return places.flatMap((place, number) => {
    const shown = pieces[number]?.lines ?? [];
    const own = detectIndentUnit(shown.map(({ text }) => text))?.width ?? unit;
    const scale = detectIndentUnit(lines.slice(place?.start, place?.end))?.width === own ? 1 : unit / own;
    const found = (place?.lineOf ?? []).flatMap((line, at) => {
      const width = indentWidth(lines[line] ?? "");
      const had = old[oldOf[line] ?? -1];
      const shift = width - scale * indentWidth(shown[at]?.text ?? "");
      return line < 0 ? [] : [{ line, shift, isKept: had !== undefined && indentWidth(had) === width }];
    });
    const off = found.filter(
      ({ shift, isKept }, at) =>
        !isKept && found.length > 1 && found[at - 1]?.shift !== shift && found[at + 1]?.shift !== shift,
    );
    // The last line of a piece has but one neighbour, which may be the one that is wrong.
    const usual = usualShift(found);
    const unusual = off.filter(({ shift }) => shift !== usual);
    return (unusual.length > 0 ? unusual : off).map(({ line }) => line);
  });
}

/** The shift that more lines have than any other; none where two are as frequent. */
function usualShift(lines: readonly { readonly shift: number }[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { shift } of lines) counts.set(shift, (counts.get(shift) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first !== undefined && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}

/** Lines that no piece shows and that are indented anew, unless all those between two pieces are, each by as much. */
function findMoved({ shownAt }: Placing, { new: lines, old, oldOf, inString }: Comparison): number[] {
  const found: number[] = [];
  let run: { readonly line: number; readonly shift: number }[] = [];
  const finish = (): void => {
    const [first] = run;
    if (run.some(({ shift }) => shift !== first?.shift))
      for (const { line, shift } of run) if (shift !== 0) found.push(line);
    run = [];
  };
  lines.forEach((text, line) => {
    const before = oldOf[line] ?? -1;
    if (shownAt[line] !== undefined) finish();
    else if (before >= 0 && !isBlank(text) && inString[before] !== 1)
      run.push({ line, shift: indentWidth(text) - indentWidth(old[before] ?? "") });
  });
  finish();
  return found;
}

/**
 * Finds lines whose depth no longer fits the lines above, in a file where that is so for next to none. Unless depth is syntax, a line that
 * the sketch itself shows that deep beneath the line above is its author's choice, except beneath the first line, whose indentation models
 * cut off.
 */
function findLoose(pieces: readonly ShownPiece[], { shownAt }: Placing, comparison: Comparison): number[] {
  const { old, new: lines, oldOf, inString, inNewString, language } = comparison;
  if (hasTrait(language, "depth-is-taste")) return [];
  const before = misfits(old, inString, language);
  if (before.size * 50 > old.length) return [];
  const isStrict = hasTrait(language, "depth-is-syntax");
  const isAsShown = (line: number, above: number): boolean => {
    const [spot, other] = [shownAt[line], shownAt[above]];
    if (isStrict || spot === undefined || spot.piece !== other?.piece || other.at === 0) return false;
    const shown = pieces[spot.piece]?.lines ?? [];
    const step = indentWidth(shown[spot.at]?.text ?? "") - indentWidth(shown[other.at]?.text ?? "");
    return step === indentWidth(lines[line] ?? "") - indentWidth(lines[above] ?? "");
  };
  return [...misfits(lines, inNewString, language)].flatMap(([line, above]) =>
    isAsShown(line, above) || before.has(oldOf[line] ?? -1) ? [] : [line],
  );
}

/** Lines that do not stand as deep as those above say, each with the one above it. */
function misfits(lines: readonly string[], inString: Uint8Array, language: string | undefined): Map<number, number> {
  const found = new Map<number, number>();
  const isStrict = hasTrait(language, "depth-is-syntax");
  const needsColon = hasTrait(language, "colon-blocks");
  // The widths of the lines in whose blocks a line stands, innermost last.
  const widths: number[] = [];
  let above: string | undefined;
  let aboveAt = -1;
  // The width of the line that the statement above begins with.
  let start = 0;
  let open = 0;
  lines.forEach((line, index) => {
    const isAtEdge = AT_EDGE.test(line) || (!needsColon && LABEL_AT_EDGE.test(line));
    if (isBlank(line) || inString[index] === 1 || isAtEdge || isWhollyComment(line, language)) return;
    const width = indentWidth(line);
    const last = widths.at(-1) ?? 0;
    if (above !== undefined) {
      const closes = CLOSES.test(line);
      if (OPENS.test(above) && width <= start && !closes && !LABEL.test(line)) found.set(index, aboveAt);
      else if (ENDS.test(above) && width > last && !closes && !CHAINED.test(line)) found.set(index, aboveAt);
      else if (needsColon && open === 0 && width > last && !/[:\\]\s*(?:#.*)?$/.test(above)) found.set(index, aboveAt);
    }
    while ((widths.at(-1) ?? -1) > width) widths.pop();
    if (isStrict && open === 0 && above !== undefined && width < last && widths.at(-1) !== width)
      found.set(index, aboveAt);
    if (widths.at(-1) !== width) widths.push(width);
    open = needsColon ? Math.max(0, open + depthOf(line)) : 0;
    start = above === undefined || OPENS.test(above) || ENDS.test(above) ? width : Math.min(start, width);
    [above, aboveAt] = [line, index];
  });
  return found;
}

const OPENS =
  /[{([]\s*(?:\/\/.*|\/\*.*\*\/\s*)?$|^\s*(?:def|class|if|for|while|with|try|else|elif|except|finally)\b.*:\s*(?:#.*)?$/;
const CLOSES = /^\s*(?:[}\])]|end\b|<\/)/;
const ENDS = /[;}]\s*(?:\/\/.*)?$/;
const CHAINED = /^\s*(?:[.?&|+*,:]|else\b|catch\b|finally\b|while\b|\/\*|\*)/;
const LABEL = /^\s*(?:case\b|default\b|[\w$]+:\s*(?:\/\/.*)?$|(?:public|private|protected|signals|slots)\b[^({]*:|@)/;
const AT_EDGE = /^(?:#|<<|EOF)/;
const LABEL_AT_EDGE = /^\S*:$/;

/** Counts how many more brackets a line opens than it closes, leaving out those in strings. */
function depthOf(line: string): number {
  let depth = 0;
  for (const [sign] of line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#.*/g, "").matchAll(/[{}()[\]]/g))
    depth += "{([".includes(sign) ? 1 : -1;
  return depth;
}
