import { bareKey, isComment, looseKey } from "../lineKeys.ts";
import { areBlanksMeant } from "../meantBlanks.ts";
import type { Observation } from "./observation.ts";

/** The pieces in which the sketch says something that the file does not have. */
export function changedPieces(o: Observation): ReadonlySet<number> {
  const changed = new Set<number>();
  o.items.forEach((item, index) => {
    if (item.type === "removal" || (item.type === "code" && o.texts[index] !== "" && o.isInFile[index] !== true))
      changed.add(o.piece[index] ?? 0);
  });
  return changed;
}

/** Lists what tells whether a small difference is the change or sloppiness: its kind, and what else changes beside it. */
export function describeBytes(o: Observation, item: number, line: number, changed: ReadonlySet<number>): string[] {
  const other = o.original.trimmed[line] ?? "";
  const kind = differenceOf(o.texts[item] ?? "", other);
  const where = changed.has(o.piece[item] ?? 0) ? "c" : changed.size > 0 ? "o" : "n";
  const beside = [o.itemBefore[item] ?? -1, o.itemAfter[item] ?? -1].map((at) =>
    at < 0 ? "S" : o.isInFile[at] === true ? "s" : "c",
  );
  const comment = isComment(other) || other.startsWith("*") ? "C" : "";
  return [
    `b:${kind}`,
    ...(o.speaksOfForm ? [`b:asked:${kind}`] : []),
    `b:${kind}:${where}${comment}`,
    `b:${kind}:${o.extent.isBare ? "bare" : "marked"}`,
    `b:before:${kind}${beside[0] ?? ""}`,
    `b:after:${kind}${beside[1] ?? ""}`,
    ...(kind === "space" && areBlanksMeant(o.items, item, other) ? ["b:space:meant"] : []),
  ];
}

/** In what two loosely equal lines differ: spaces, quotes, a comment left out or added, what ends them. */
function differenceOf(mine: string, theirs: string): string {
  if (looseKey(mine) === bareKey(theirs) && looseKey(theirs) !== bareKey(theirs)) return "comment-";
  if (looseKey(theirs) === bareKey(mine) && looseKey(mine) !== bareKey(mine)) return "comment+";
  const [a, b] = [mine, theirs].map((text) => text.replace(/\s+/g, ""));
  if (a === b) return "space";
  const [c, d] = [a ?? "", b ?? ""].map((text) => text.replace(/["'`]/g, '"'));
  if (c === d) return "quote";
  const [mineEnd, theirEnd] = [c ?? "", d ?? ""].map((text) => /[,;]$/.exec(text)?.[0] ?? "");
  return mineEnd === theirEnd ? "mixed" : `end${theirEnd ?? ""}>${mineEnd ?? ""}`;
}
