import { describe, expect, it } from "vitest";
import { readAbsorbed } from "../../../../extension/core/merge/model/absorbed.ts";
import { readClosest } from "../../../../extension/core/merge/model/closest.ts";
import type { Observation } from "../../../../extension/core/merge/model/observation.ts";
import { observeCode } from "../../../../extension/core/merge/model/observeCode.ts";
import { readOriginal } from "../../../../extension/core/merge/original.ts";
import { readShownCode } from "../../../../extension/core/merge/shownCode.ts";
import { beginWork } from "../../../../extension/core/text/work.ts";

function observe(original: string, sketch: string, language = "javascript"): Observation {
  const read = readOriginal(original, language, undefined);
  const shown = readShownCode(sketch, read);
  if ("nothing" in shown) throw new Error(shown.nothing);
  return observeCode(shown, false, read, beginWork());
}

const itemOf = (o: Observation, text: string): number => o.texts.indexOf(text);
const linesFor = (o: Observation, text: string): readonly number[] =>
  (o.candidates[itemOf(o, text)] ?? []).map(({ line }) => line);

const TESTS = [
  "describe('merge', () => {",
  "  it('handles null and undefined arguments', () => {",
  "    expect(merge(null)).toEqual({});",
  "  });",
  "",
  "  it('copies arrays', () => {",
  "    expect(merge([1])).toEqual([1]);",
  "  });",
  "});",
  "",
].join("\n");

describe("the head of a block that the file does not have", () => {
  const title = "it('should handle null and undefined arguments', () => {";

  it("may be one with another name if it leaves out lines of its block, which the file has", () => {
    const o = observe(TESTS, `  ${title}\n    // ...\n  });\n`);
    expect(linesFor(o, title)).toEqual([1]);
    expect(o.candidates[itemOf(o, title)]?.[0]).toMatchObject({ kind: "similar", isRetitled: true });
    expect(o.likeness(itemOf(o, title), 1)).toBe("si");
  });

  it("is new if it shows all of its block", () => {
    const o = observe(TESTS, `// ...\n  ${title}\n    expect(merge(3)).toEqual(3);\n  });\n// ...\n`);
    expect(o.candidates[itemOf(o, title)]?.some(({ isRetitled }) => isRetitled === true)).toBe(false);
  });

  it("is not a block that the sketch shows by its old name", () => {
    const shown = "  it('handles null and undefined arguments', () => {\n    // ...\n  });\n";
    const o = observe(TESTS, `${shown}\n  ${title}\n    // ...\n  });\n`);
    expect(o.candidates[itemOf(o, title)]?.some(({ isRetitled }) => isRetitled === true)).toBe(false);
  });

  it("is none that shares little with it", () => {
    const other = "it('sorts all customers by country and surname', () => {";
    expect(linesFor(observe(TESTS, `  ${other}\n    // ...\n  });\n`), other)).toEqual([]);
  });
});

describe("a line that differs in little but the name of what it names", () => {
  it("may be that line with a new name", () => {
    const original = 'import os\n\nNO_EXTENSIONS: bool = bool(os.environ.get("NO_EXTENSIONS"))\n';
    const line = 'PURE_PYTHON: bool = bool(os.environ.get("NO_EXTENSIONS"))';
    expect(linesFor(observe(original, `# ...\n${line}\n`, "python"), line)).toEqual([2]);
  });

  it("may be another item of a list", () => {
    const original = "steps:\n  - uses: actions/checkout@v4.0.0\n  - run: make\n";
    const line = "- uses: actions/checkout@v4";
    expect(linesFor(observe(original, `steps:\n  ${line}\n  # ...\n`, "yaml"), line)).toEqual([1]);
  });

  it("is new if it has less in common", () => {
    const original = "const first = makeCart(store);\n";
    const line = "const label = readLabel(store);";
    expect(linesFor(observe(original, `// ...\n${line}\n`), line)).toEqual([]);
  });
});

describe("what is closest", () => {
  const original = "add('Carlos', 'Estaban');\nadd('David', 'Schroeder');\n";
  const o = observe(original, "// ...\nadd('Carlos', 'Esteban');\nadd('Carlos', 'Novak');\n// ...\n");
  const { ofItem, ofLine } = readClosest(o);

  it("is what shares most with an item, and with a line", () => {
    const [first, second] = ["add('Carlos', 'Esteban');", "add('Carlos', 'Novak');"].map((text) => itemOf(o, text));
    expect(ofItem[first ?? -1]).toBeGreaterThan(0.5);
    expect(ofLine.get(0)).toBeGreaterThanOrEqual(Math.max(ofItem[first ?? -1] ?? 0, ofItem[second ?? -1] ?? 0));
  });

  it("is the same line before any other", () => {
    const same = observe(original, "// ...\nadd('David', 'Schroeder');\nadd('David', 'Schröder');\n");
    const closest = readClosest(same);
    expect(closest.ofLine.get(1)).toBeGreaterThan(1);
    expect(closest.ofItem[itemOf(same, "add('David', 'Schröder');")]).toBeLessThan(1);
  });
});

describe("what new lines hold of a line of the file", () => {
  const original = "one();\nconst total = sumOf(items, taxRate);\nclose(store);\n";
  const o = observe(original, "one();\nconst sum = sumOf(items);\nconst total = sum * taxRate;\n// ...\n");
  const absorbed = readAbsorbed(o);
  const behind = itemOf(o, "const total = sum * taxRate;") + 1;

  it("is all of it, some of it or nothing, on both sides of a place", () => {
    expect(absorbed(behind, 1)).toBe("3");
    expect(absorbed(behind - 2, 1)).toBe("3");
    expect(absorbed(behind, 2)).toBe("0");
  });

  it("is unknown for short lines, and where no new line stands", () => {
    expect(absorbed(behind, 0)).toBeUndefined();
    expect(readAbsorbed(observe(original, "one();\n// ...\n"))(1, 1)).toBe("none");
  });
});
