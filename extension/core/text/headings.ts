/** An info string behind backticks has none itself: a line that does is code within a paragraph (CommonMark 0.31, 4.5). */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:\s|$)/;

/** Finds for each line of a Markdown document the level of the heading that it is, from 1; 0 for other lines and in fenced blocks. */
export function headingLevels(lines: readonly string[]): Uint8Array {
  let fence: string | undefined;
  return Uint8Array.from(lines, (line) => {
    const run = FENCE.exec(line)?.[1];
    if (run !== undefined && (fence === undefined || (run.startsWith(fence) && line.trim() === run)))
      fence = fence === undefined ? run : undefined;
    return fence === undefined ? (HEADING.exec(line)?.[1]?.length ?? 0) : 0;
  });
}
