import { expect, it } from "vitest";
import { readGone, saysWholeFile } from "../../../extension/core/sketch/saidOfCode.ts";

it.each<[string, boolean]>([
  ["Here's the complete file:", true],
  ["Here is the full updated `src/cart.ts`:", true],
  ["Below is the entire module with the fix in place:", true],
  ["I have moved the check; here is the whole file again.", true],
  ["### Full file", true],
  ["cart.ts (full file)", true],
  ["Here is the file in full:", true],
  ["Rewrite the whole file to use promises.", true],
  ["Replace the entire file with this.", true],
  ["Here's the full function:", false],
  ["Here is the updated file:", false],
  ["I read through the whole file and found one place:", false],
  ["Use it across the entire module:", false],
  ["This is not the whole file, only what changed:", false],
  ["The rest of the file stays as it is.", false],
  ["Here are the changed parts of the complete file:", false],
  ["I looked at the whole file.", false],
  ["Add a full stop after the name.", false],
  ["", false],
])("%s", (text, want) => {
  expect(saysWholeFile(text)).toBe(want);
});

it.each<[string, readonly string[]]>([
  ["I removed `parse` and `format`.", ["parse", "format"]],
  ["Remove the unused parse function.", ["parse"]],
  ["Delete the method total.", ["total"]],
  ["`load` is no longer needed.", ["load"]],
  ["`loadAll()` has been removed, since `load` does it.", ["loadAll"]],
  ["- Dropped `legacyMode`", ["legacyMode"]],
  ["Rename save_order to store_order.", ["save_order"]],
  ["Get rid of oldTotal.", ["oldTotal"]],
  ["Moved `format` into `text.ts`.", ["format"]],
  ["I removed the log call from `save`.", []],
  ["I did not remove `parse`.", []],
  ["Keep `parse`, but remove `format`.", []],
  ["I added `parse`.", []],
  ["Remove duplicates.", []],
  ["Remove dead code.", ["unused code"]],
  ["I dropped all unused helper functions.", ["unused code"]],
  ["Remove unused imports.", []],
])("%s", (text, want) => {
  expect(readGone(text)).toEqual(want);
});
