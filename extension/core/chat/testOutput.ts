/** Characters of a run's output that are sent with a question. */
const MOST_OUTPUT = 30_000;
/** How many of these are from its beginning, where what went wrong first stands. */
const MOST_HEAD = 6_000;

/**
 * Tidies what a program has written to a terminal, with its colours removed already, as a reader sees it: of a line that was written over,
 * the last state stays, and other controls go. Of a text longer than `most` characters the middle is left out, with a note.
 */
export function tidyOutput(text: string, most: number = MOST_OUTPUT): string {
  const lines = text.split(/\r?\n/).map((line) =>
    lastWritten(line)
      .replace(/(?!\t)\p{Cc}/gu, "")
      .trimEnd(),
  );
  const tidy = lines.join("\n").trim();
  if (tidy.length <= most) return tidy;
  const head = Math.min(MOST_HEAD, Math.floor(most / 3));
  const left = tidy.length - most;
  return `${tidy.slice(0, head)}\n[${String(left)} characters left out]\n${tidy.slice(head - most)}`.replace(
    /\p{Cs}/gu,
    "",
  );
}

function lastWritten(line: string): string {
  return line.split("\r").findLast((part) => part !== "") ?? "";
}
