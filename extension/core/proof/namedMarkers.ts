import { namingOf } from "../sketch/declaredNames.ts";
import type { Comparison } from "./comparison.ts";
import type { ShownPiece } from "./pieces.ts";
import { namedLines, type Finding } from "./proof.ts";

/** Words of all markers that are looked up. */
const MOST = 100;

/**
 * Finds declarations that vanish though a marker names them, as in "// ... get and set unchanged ...": what it names stays.
 */
export function findNamedByMarkers(pieces: readonly ShownPiece[], { old, new: lines, changes }: Comparison): Finding[] {
  const said = pieces.flatMap(({ before, behind }) => [...before.words, ...behind.words]);
  const names = [...new Set(said.flatMap((text) => text.match(/[A-Za-z_$][\w$]+/g) ?? []))].slice(0, MOST);
  if (names.length === 0) return [];
  return changes.flatMap(({ old: gone, new: rewrite }) => {
    const found: Finding[] = [];
    for (let line = gone.start; line < gone.end; line++) {
      const text = old[line] ?? "";
      const name = names.find((one) => declares(text, one));
      const isThere = (other: string): boolean =>
        name !== undefined && declares(other, name) && (KEYWORD.test(other) || !KEYWORD.test(text));
      if (name === undefined || lines.some(isThere)) continue;
      const original = { start: line, end: line + 1 };
      const message = `A marker of the sketch names "${name}", which vanishes in ${namedLines(original)} of the file.`;
      found.push({ type: "lost-line", message, original, rewrite });
    }
    return found;
  });
}

/** Whether a line declares a function or a type: it opens a block or takes parameters, as no word of a sentence and no key does. */
const declares = (line: string, name: string): boolean =>
  line.includes(name) && /[({]/.test(line) && namingOf(line, name) === "declares";

/** A variable in a function may have the name of another function. */
const KEYWORD = /\b(?:fn|def|func|fun|function|class|struct|enum|trait|interface|impl)\b/;
