import { splitLines } from "../../text/lines.ts";

/** Whether two texts are the same but for blank lines, blanks at the ends of lines and line ends. */
export function isLenientlyEqual(one: string, other: string): boolean {
  return essence(one) === essence(other);
}

function essence(text: string): string {
  return splitLines(text)
    .lines.map((line) => line.text.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}
