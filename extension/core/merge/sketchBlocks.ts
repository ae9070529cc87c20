import type { Item } from "../sketch/lazyCode.ts";
import { readBlocks, type Blocks } from "./blocks.ts";

/** The blocks of a sketch, by item. Markers have no say: models put them in any column. */
export function readSketchBlocks(items: readonly Item[], language: string | undefined): Blocks {
  return readBlocks(
    items.map((item) => (item.type === "code" ? item.text : "")),
    language,
    (index) => items[index]?.type !== "code",
  );
}
