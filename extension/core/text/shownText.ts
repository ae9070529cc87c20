/** Controls, and what is invisible or turns the direction of the text: bidi marks, zero widths, tags, line separators. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;

/**
 * Prepares text that is not ours to be shown in one line of a message or title: makes unseen characters `\u{...}`, leaves out the middle of
 * a long text, and leaves nothing that VS Code would read as an icon or as a link, which can run commands.
 */
export function shown(text: string, maxLength = 300): string {
  const seen = text.replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
  const head = Math.floor(maxLength / 3);
  const short = seen.length <= maxLength ? seen : `${seen.slice(0, head)}…${seen.slice(head + 1 - maxLength)}`;
  // A cut can leave half of a character.
  return short
    .replace(/\p{Cs}/gu, "")
    .replaceAll("$(", "$ (")
    .replaceAll("](", "] (");
}
