import { describe, expect, it } from "vitest";
import { observeCode } from "../../../../extension/core/merge/model/observeCode.ts";
import { namesTwice } from "../../../../extension/core/merge/model/textFeatures.ts";
import { readOriginal } from "../../../../extension/core/merge/original.ts";
import { readShownCode } from "../../../../extension/core/merge/shownCode.ts";
import { beginWork } from "../../../../extension/core/text/work.ts";

const FILE = "build:\n  with:\n    cache: npm\n";

describe("a text names something twice", () => {
  it.each([
    ["a key in one block", "build:\n  with:\n    cache: npm\n    cache: none\n", true],
    ["a key in two blocks of one name", "build:\n  with:\n    cache: npm\ntest:\n  with:\n    cache: npm\n", false],
    ["a block in one block", "build:\n  with:\n    cache: npm\n  with:\n    cache: npm\n", true],
    ["what was there", FILE, false],
    ["other keys", "build:\n  with:\n    cache: npm\n    version: 24\n", false],
  ])("%s", (_, text, expected) => {
    const original = readOriginal(FILE, "yaml", undefined);
    const shown = readShownCode("build:\n  # ...\n", original);
    if ("nothing" in shown) expect.fail(shown.nothing);
    expect(namesTwice(observeCode(shown, false, original, beginWork()), text)).toBe(expected);
  });
});
