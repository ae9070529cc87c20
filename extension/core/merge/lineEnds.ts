import { dominantEol, type Eol, type Line } from "../text/lines.ts";

/** A line of the new file. Lines kept from the original bring their end; new lines get one from `endLines`. */
export interface WrittenLine {
  readonly text: string;
  readonly eol: Eol | undefined;
}

/** Gives each new line the line end of its surroundings, and the last line an end only if the original is empty or ends with one. */
export function endLines(output: readonly WrittenLine[], source: readonly Line[]): Line[] {
  const common = dominantEol(source);
  const hasFinalNewline = source.length === 0 || source.at(-1)?.eol !== "";
  const ends: Eol[] = [];
  let nextEnd: Eol | undefined;
  const following: (Eol | undefined)[] = [];
  for (let i = output.length - 1; i >= 0; i--) {
    following[i] = nextEnd;
    nextEnd = output[i]?.eol ?? nextEnd;
  }
  output.forEach((line, index) => {
    const previous = index > 0 ? ends[index - 1] : undefined;
    ends.push(line.eol ?? previous ?? following[index] ?? common);
  });
  if (ends.length > 0 && !hasFinalNewline) ends[ends.length - 1] = "";
  return output.map((line, index) => ({ text: line.text, eol: ends[index] ?? common }));
}
