import { hasTrait } from "../sketch/languages.ts";
import type { Item } from "../sketch/lazyCode.ts";
import { headingLevels } from "../text/headings.ts";
import { indentWidth, isBlank } from "../text/indentation.ts";

/**
 * Blocks by indentation: a line whose next line is indented deeper opens a block; the block ends at the next line
 * that is indented no deeper. This reads every language without a grammar, and sketches too, which rarely parse.
 */
export interface Blocks {
  /** For each line the line that closes the block it opens (`}`, `end`, `</div>`, `} else {`), -1 if there is none. */
  readonly closer: Int32Array;
  /** For each line one past the last line of the block it opens, closer included; the line itself + 1 if it opens none. */
  readonly end: Int32Array;
  readonly width: Int32Array;
}

const CLOSER =
  /^(?:[}\])]|end\b|else\b|elif\b|elsif\b|elseif\b|except\b|finally\b|catch\b|rescue\b|ensure\b|when\b|fi\b|done\b|esac\b|endif\b|endfor\b|endwhile\b|<\/|-->|\*\/|"""|''')/i;

/** Checks whether a trimmed line closes what was open, whatever it opens. */
export const closesBlock = (line: string): boolean => CLOSER.test(line);

/** A line that closes what was open and opens nothing, whatever is indented deeper after it. */
export const CLOSES_ONLY = /^\s*(?:[}\])]+(?:[;,][;,)]*)?|end|fi|done|esac|<\/[\w-]+>)\s*$/;

/** Checks whether a line stands at column 0 whatever encloses it: in the C family, preprocessor lines, labels and access specifiers. */
export function isOutOfBlock(line: string, language: string | undefined): boolean {
  return hasTrait(language, "margin-lines") && OUT_OF_BLOCK.test(line);
}

const OUT_OF_BLOCK =
  /^(?:#\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|pragma|line|error|warning)\b|[A-Za-z_]\w*:\s*$|(?:public|private|protected|signals|slots)\s*:)/;

/**
 * Reads the blocks of `lines`. `ignored` marks lines without a say (those inside literals of several lines, and a
 * sketch's markers). Linear in the number of lines.
 */
export function readBlocks(
  lines: readonly string[],
  language: string | undefined,
  ignored: (line: number) => boolean = () => false,
): Blocks {
  const count = lines.length;
  const width = nestingWidths(lines, language);
  const closer = new Int32Array(count).fill(-1);
  const end = new Int32Array(count);
  const open: number[] = [];
  let lastCode = -1;
  /** Of code or of a literal, which belongs to the block that it stands in. */
  let lastFilled = -1;
  let ignoredSince = false;
  for (let i = 0; i < count; i++) {
    const line = lines[i] ?? "";
    end[i] = i + 1;
    if (ignored(i)) {
      ignoredSince = true;
      if (!isBlank(line)) lastFilled = i;
    }
    if (isBlank(line) || ignored(i) || (width[i] === 0 && isOutOfBlock(line, language))) continue;
    while (open.length > 0) {
      const opener = open[open.length - 1] ?? 0;
      if ((width[opener] ?? 0) < (width[i] ?? 0)) break;
      open.pop();
      if (CLOSES_ONLY.test(lines[opener] ?? "")) continue;
      const closes = width[opener] === width[i] && opener !== lastCode && CLOSER.test(line.trim());
      const empty =
        width[opener] === width[i] && opener === lastCode && isEmptyBlock(lines[opener] ?? "", line, ignoredSince);
      if (closes || empty) {
        closer[opener] = i;
        end[opener] = i + 1;
      } else if (opener !== lastFilled) end[opener] = lastFilled + 1;
    }
    open.push(i);
    lastCode = lastFilled = i;
    ignoredSince = false;
  }
  for (const opener of open) {
    if (opener !== lastFilled && !CLOSES_ONLY.test(lines[opener] ?? "")) end[opener] = lastFilled + 1;
  }
  shareBraceOfOwnLine(lines, { closer, end, width });
  return { closer, end, width };
}

/** A brace on a line of its own opens the block of the line before it. */
function shareBraceOfOwnLine(lines: readonly string[], { closer, end, width }: Blocks): void {
  for (let i = 1; i < lines.length; i++) {
    const before = i - 1;
    if (lines[i]?.trim() !== "{" || width[before] !== width[i] || isBlank(lines[before] ?? "")) continue;
    if (/[;{}]\s*$/.test(lines[before] ?? "") || (end[before] ?? 0) > i) continue;
    closer[before] = closer[i] ?? -1;
    end[before] = end[i] ?? i;
  }
}

/** What is deeper than every heading: the text of a section. */
export const SECTION_TEXT = 16;

/**
 * How deep each line lies: its indentation, but in languages of sections a heading lies above all text, a heading of
 * level one above one of level two.
 */
function nestingWidths(lines: readonly string[], language: string | undefined): Int32Array {
  if (hasTrait(language, "headings")) {
    const levels = headingLevels(lines);
    return Int32Array.from(lines, (line, index) => {
      const level = levels[index] ?? 0;
      return level === 0 ? SECTION_TEXT + indentWidth(line) : level - 1;
    });
  }
  if (hasTrait(language, "tables")) {
    return Int32Array.from(lines, (line) =>
      /^\s*\[/.test(line) && !line.includes("=") ? 0 : SECTION_TEXT + indentWidth(line),
    );
  }
  return Int32Array.from(lines, (line) => indentWidth(line));
}

/** `foo() {` directly followed by `}`, or `def foo` by `end` where something was left out between them. */
function isEmptyBlock(opener: string, next: string, leftOut: boolean): boolean {
  if (/[{([]\s*$/.test(opener)) return /^\s*[})\]]/.test(next);
  return (
    leftOut &&
    /^\s*(?:end|fi|done|esac|<\/[\w-]+>)/.test(next) &&
    /\bdo\b|^\s*(?:def|class|module|if|unless|while|begin|case|function|for|<\w)|\bthen$/.test(opener)
  );
}

/** Reads the blocks of a sketch, by item. Markers have no say, since models put them in any column. */
export function readSketchBlocks(items: readonly Item[], language: string | undefined): Blocks {
  return readBlocks(
    items.map((item) => (item.type === "code" ? item.text : "")),
    language,
    (index) => items[index]?.type !== "code",
  );
}
