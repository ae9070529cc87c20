import { expect, test } from "vitest";
import { observeCode } from "../../../extension/core/merge/model/observeCode.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { mergeByRules } from "../../../extension/core/merge/rules/mergeByRules.ts";
import { readShownCode } from "../../../extension/core/merge/shownCode.ts";
import { beginWork } from "../../../extension/core/text/work.ts";

const ROW = '<div className="flex items-center gap-2 rounded px-3">';
const CUT = '<div className="flex items-center ...">';
const REST = "{/* ... existing code ... */}";

function readShown(lines: readonly string[], original: readonly string[]) {
  const file = readOriginal(original.join("\n"), "javascriptreact", undefined);
  const shown = readShownCode(lines.join("\n"), file);
  if ("nothing" in shown) expect.fail(shown.nothing);
  return { file, shown };
}

test.each<[string, original: readonly string[], sketch: readonly string[], want: readonly string[]]>([
  [
    "where nothing changes beside it",
    [ROW, "<Label />", "<Tone />", "<Close />", "</div>", "<Footer />"],
    [CUT, "<Label />", "<Tone />", REST, "<Footer wide />"],
    [ROW, "<Label />", "<Tone />", "<Close />", "</div>", "<Footer wide />"],
  ],
  [
    "where it was followed by a comma",
    ["join(", `"flex items-center gap-2 rounded px-3",`, "tone,", ");", "end();"],
    ["join(", `"flex items-center ...", // unchanged`, ");", "// ... existing code ..."],
    ["join(", `"flex items-center gap-2 rounded px-3",`, ");", "end();"],
  ],
])("the rules never write a line that is cut short: %s", (_, original, sketch, want) => {
  const { file, shown } = readShown(sketch, original);
  const { result } = mergeByRules(shown, false, file, beginWork());
  expect(result.type === "merged" ? result.text : result.type === "ambiguous" && result.draft).toBe(want.join("\n"));
});

test("a line that is cut short counts as often as the file has lines that it may stand for, and is no change", () => {
  const { file, shown } = readShown([REST, CUT, "<Label />", REST], [ROW, "<Label />", ROW.replace("px-3", "px-4")]);
  const { looseCount, isInFile } = observeCode(shown, false, file, beginWork());
  expect([looseCount[1], isInFile[1]]).toEqual([2, true]);
});
