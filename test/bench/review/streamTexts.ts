/** An original and its rewrite whose lines say what becomes of them: `KEEP`, `OLD` or `NEW`, with numbers that ascend. */
export interface StreamTexts {
  readonly original: string;
  readonly rewrite: string;
}

/** How many lines go and come in a hunk, and whether the first that comes is blank: replacements, insertions and deletions. */
const SHAPES = [
  { old: 1, new: 1, hasBlank: false },
  { old: 0, new: 2, hasBlank: false },
  { old: 2, new: 3, hasBlank: true },
  { old: 1, new: 0, hasBlank: false },
  { old: 3, new: 1, hasBlank: false },
  { old: 0, new: 1, hasBlank: true },
];
/** Every so many lines that stay there is a blank one, which says nothing of itself. */
const BLANK_EVERY = 7;

/** An original of `lineCount` lines with `hunkCount` hunks evenly over it. */
export function writeStreamTexts(lineCount: number, hunkCount: number): StreamTexts {
  const original: string[] = [];
  const rewrite: string[] = [];
  let id = 0;
  const line = (name: "KEEP" | "OLD" | "NEW"): string => {
    id++;
    return `export const ${name}${id} = measure("line ${id}", { size: ${(id * 37) % 1000}, limit: ${id % 40} });`;
  };
  for (let hunk = 0; original.length < lineCount; hunk++) {
    const until = Math.min(lineCount, Math.round(((hunk + 1) * lineCount) / hunkCount));
    const shape = SHAPES[hunk % SHAPES.length];
    while (original.length < until - (shape?.old ?? 0)) {
      const kept = original.length % BLANK_EVERY === BLANK_EVERY - 1 ? "" : line("KEEP");
      original.push(kept);
      rewrite.push(kept);
    }
    for (let count = shape?.old ?? 0; count > 0; count--) original.push(line("OLD"));
    if (shape?.hasBlank === true) rewrite.push("");
    for (let count = shape?.new ?? 0; count > 0; count--) rewrite.push(line("NEW"));
  }
  return { original: `${original.join("\n")}\n`, rewrite: `${rewrite.join("\n")}\n` };
}
