import { describe, expect, it } from "vitest";
import { mergeCode } from "../../../extension/core/merge/mergeCode.ts";
import type { MergeResult } from "../../../extension/core/merge/mergeResult.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { beginWork } from "../../../extension/core/text/work.ts";

function merge(file: string, language: string, code: string): MergeResult {
  return mergeCode({ type: "code", text: code }, readOriginal(file, language, undefined), beginWork());
}

describe("what the rules merge", () => {
  it("is merged where the model has no reading of it, as of a part of a long run of lines", () => {
    const write = (name: string, count: number): string => {
      const lines = Array.from(
        { length: count },
        (_, step) => `    ${name}_${String(step)} = count(${String(step)}, x)`,
      );
      return [`def ${name}(x):`, ...lines, `    return ${name}_0`, "", ""].join("\n");
    };
    const others = (name: string): string =>
      Array.from({ length: 10 }, (_, at) => write(`${name}${String(at)}`, 15)).join("\n");
    const fresh = Array.from({ length: 12 }, (_, at) => `    value_${String(at)} = other(${String(at)})`);
    const code = ["def target(x):", ...fresh, "    return value_0"].join("\n");
    const file = [others("first"), write("target", 40), others("later")].join("\n");
    const result = merge(file, "python", code);
    expect(result.type === "merged" && result.text.split("\n")).toEqual(
      [others("first"), `${code}\n\n`, others("later")].join("\n").split("\n"),
    );
  });

  it("is a question where both readers read it alike and the model finds it unlikely: that, or what else it may mean", () => {
    const rule = (name: string, line: string): string[] => [`  .${name} {`, `    ${line}`, "  }", ""];
    const narrow = [
      ...rule("grid", "grid-template-columns: repeat(2, 1fr);"),
      ...rule("head", "margin: 4px;"),
      ...rule("sidebar", "width: 200px;"),
    ];
    const file = [
      ...["@media (max-width: 900px) {", ...narrow, "}", ""],
      ...["@media print {", ...rule("sidebar", "display: flex;"), "}", ""],
    ].join("\n");
    const code = [
      "/* ... existing code ... */",
      ...["@media (max-width: 900px) {", "  .grid {", "    grid-template-columns: 1fr;"],
      ...["  .head {", "    margin: 0;", "  .sidebar {", "    display: none;", "  }", "}", ""],
    ].join("\n");
    const result = merge(file, "css", code);
    expect(result).toMatchObject({
      type: "ambiguous",
      reason: 'It is not sure what should become of lines 15 to 21 of the file: "@media print {".',
      candidates: [{ original: { start: 14, end: 21 } }],
    });
  });
});

describe("code that only shows a part", () => {
  const file = "def first():\n    one()\n    two()\n    three()\n    four()\n\n\ndef last():\n    pass\n";

  it("is merged, and the block goes on behind it, where the model is sure of that", () => {
    const result = merge(file, "python", "def first():\n    one()\n    more()\n    two()\n    three()");
    expect(result).toMatchObject({ type: "merged", text: file.replace("one()\n", "one()\n    more()\n") });
  });

  it("is not where it fits two places alike and the model is less than very sure of one", () => {
    const lines = ["one", "two", "three", "four", "five", "six", "seven", "eight", "same", "nine", "same", ""];
    expect(merge(lines.join("\n"), "text", "same\nother();")).toMatchObject({
      type: "ambiguous",
      reason: "The sketch fits the file in more than one place.",
    });
  });
});
