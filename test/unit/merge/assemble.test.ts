import { expect, test } from "vitest";
import { assemble, type Step } from "../../../extension/core/merge/assemble.ts";
import { readOriginal } from "../../../extension/core/merge/original.ts";
import { readShownCode } from "../../../extension/core/merge/shownCode.ts";

/** Merges by the reading that gives the lines of `want`, whatever their indentation, and expects that too to be as wanted. */
function check(
  original: readonly string[],
  sketch: readonly string[],
  want: readonly string[],
  language: string,
): void {
  const file = readOriginal(original.join("\n"), language, undefined);
  const shown = readShownCode(sketch.join("\n"), file);
  if ("nothing" in shown) expect.fail(shown.nothing);
  const { items } = shown;
  const steps: Step[] = [];
  let [line, item, marker] = [0, 0, -1];
  for (const text of want.map((wanted) => wanted.trim())) {
    if (items[item]?.type === "marker") marker = item++;
    const shownNext = items[item];
    if (shownNext?.type !== "code" || shownNext.text.trim() !== text)
      steps.push({ type: "keep", line: line++, item: marker });
    else if (file.trimmed[line] === text) steps.push({ type: "match", item: item++, line: line++, adopt: false });
    else steps.push({ type: "insert", item: item++ });
  }
  for (; line < original.length; line++) steps.push({ type: "delete", line });
  expect(assemble(items, steps, file).text.split("\n")).toEqual(want);
}

const rest = "# ... existing code ...";

test.each<[string, original: readonly string[], sketch: readonly string[], want: readonly string[]]>([
  [
    "lines at the left edge",
    ["first()", "mid()", "last()"],
    ["with lock:", "    first()", `    ${rest}`, "    last()"],
    ["with lock:", "    first()", "    mid()", "    last()"],
  ],
  [
    "lines at the left edge, with a piece of new lines only",
    ["first()", "mid()", "last()", "end()"],
    ["def main():", "    first()", `    ${rest}`, "    last()", `    ${rest}`, "    finish()"],
    ["def main():", "    first()", "    mid()", "    last()", "    end()", "    finish()"],
  ],
  [
    "lines of a function, shown from the left edge on",
    ["def run():", "    first()", "    mid()", "    last()"],
    ["with lock:", "    first()", `    ${rest}`, "    last()"],
    ["def run():", "    with lock:", "        first()", "        mid()", "        last()"],
  ],
  [
    "lines of several depths, shown from the left edge on",
    ["def run():", "    if open:", "        first()", "        last()"],
    ["with lock:", "    if open:", "        first()", "        last()"],
    ["def run():", "    with lock:", "        if open:", "            first()", "            last()"],
  ],
  [
    "lines whose marker stands as deep as the last of them",
    ["first()", "if open:", "    mid()", "    last()", "end()"],
    ["with lock:", "    first()", `        ${rest}`, "        last()", "    end()"],
    ["with lock:", "    first()", "    if open:", "        mid()", "        last()", "    end()"],
  ],
  [
    "lines beside a block of it that goes around others",
    ["def run(lock):", "    first()", "    second()", "    third()"],
    [
      "def run(lock):",
      "    if lock:",
      "        for each in lock:",
      "            first()",
      `        ${rest}`,
      "    else:",
      "        skip()",
    ],
    [
      "def run(lock):",
      "    if lock:",
      "        for each in lock:",
      "            first()",
      "        second()",
      "        third()",
      "    else:",
      "        skip()",
    ],
  ],
  [
    "lines whose marker stands a little deeper",
    ["def run():", "    first()", "    mid()", "    last()"],
    ["def run():", "    with lock:", "        first()", `          ${rest}`, "        last()"],
    ["def run():", "    with lock:", "        first()", "        mid()", "        last()"],
  ],
  [
    "lines whose marker stands about a level deeper",
    ["def run():", "    first()", "    mid()", "    last()"],
    ["def run():", "    with lock:", "        first()", "        if open:", `             ${rest}`, "    last()"],
    ["def run():", "    with lock:", "        first()", "        if open:", "            mid()", "    last()"],
  ],
])("a new block goes around %s", (_, original, sketch, want) => {
  check(original, sketch, want, "python");
});

test("a piece of new lines does not move left of the left edge, whatever the others do", () => {
  const sketch = ["    first()", rest, "start()", "    run_all()", rest, "    last()"];
  check(["first()", "last()"], sketch, ["first()", "start()", "    run_all()", "last()"], "python");
});

test.each<[string, language: string, sketch: readonly string[], want: readonly string[]]>([
  ["a rule of a style sheet", "css", ["  .a {}", "#b {}"], ["  .a {}", "#b {}"]],
  ["no line of the preprocessor", "c", ["#if B", "  .a {}", "#endif"], ["#if B", ".a {}", "#endif"]],
])("nothing moves left of the left edge: %s", (_, language, sketch, want) => {
  check([".a {}"], sketch, want, language);
});

test("a marker at the left edge ends the blocks above it", () => {
  const original = ["import os", "class Outer:", "    class Inner:", "        def run(self):", "            return 1"];
  const sketch = ["import os", "def helper():", "    return 2", rest, "    def run(self):", "        return helper()"];
  const want = ["    class Inner:", "        def run(self):", "            return helper()"];
  check(original, sketch, ["import os", "def helper():", "    return 2", "class Outer:", ...want], "python");
});
