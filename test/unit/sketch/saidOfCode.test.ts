import { expect, it } from "vitest";
import { saysWholeFile } from "../../../extension/core/sketch/saidOfCode.ts";

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
  ["Here is the full source file with the change:", true],
  ["Here is the complete code of the file:", true],
  ["Here's the full function:", false],
  ["Here's the complete updated `checkout` function in `cart.ts`:", false],
  ["Here is the full implementation of `checkout` for the file:", false],
  ["Here is the complete `checkout` function for your module:", false],
  ["Here's the full code to add to `src/cart.ts`:", false],
  ["Show the complete checkout function of the cart module", false],
  ["Here is the full diff for `cart.ts`:", false],
  ["Write a complete test for `cart.ts`", false],
  ["Add a full-page banner to `app.tsx`", false],
  ["Replace the whole header in the document", false],
  ["Here is the full file header:", false],
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
