import { isAttached } from "../../sketch/declaredExtent.ts";
import type { Item } from "../../sketch/lazyCode.ts";
import type { Blocks } from "../blocks.ts";
import { isDeclared, type LineProfile } from "../lineKeys.ts";

/** A sketch and what of it the file has. */
interface Shown {
  readonly items: readonly Item[];
  readonly texts: readonly string[];
  readonly words: Int32Array;
  readonly sketchBlocks: Blocks;
  readonly itemProfiles: readonly (LineProfile | undefined)[];
  readonly identitiesOfFile: ReadonlyMap<string, number>;
  readonly countInFile: (text: string) => number;
}

/**
 * Marks the items of declarations of names that the file lacks, shown in full, with the comments above them. What has a known body is not
 * new but renamed.
 */
export function findNewDeclarations({
  items,
  texts,
  words,
  sketchBlocks,
  itemProfiles,
  identitiesOfFile,
  countInFile,
}: Shown): Uint8Array {
  const isNew = new Uint8Array(items.length);
  texts.forEach((text, item) => {
    const identity = itemProfiles[item]?.identity;
    if (identity === undefined || !isDeclared(identity) || identitiesOfFile.has(identity) || countInFile(text) > 0)
      return;
    const end = sketchBlocks.end[item] ?? item + 1;
    if (end <= item + 1 || items.slice(item, end).some(({ type }) => type === "marker")) return;
    let all = 0;
    let known = 0;
    for (let inner = item + 1; inner < end; inner++) {
      if ((words[inner] ?? 0) < 4) continue;
      all++;
      if (countInFile(texts[inner] ?? "") === 1) known++;
    }
    if (all > 0 && known >= 0.6 * all) return;
    let start = item;
    while (start > 0 && items[start - 1]?.type === "code" && isAttached(texts[start - 1] ?? "")) start--;
    isNew.fill(1, start, end);
  });
  return isNew;
}
