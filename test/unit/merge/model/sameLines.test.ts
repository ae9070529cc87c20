import { expect, it } from "vitest";
import type { Step } from "../../../../extension/core/merge/assemble.ts";
import { observeCode } from "../../../../extension/core/merge/model/observeCode.ts";
import { keepSameLines } from "../../../../extension/core/merge/model/sameLines.ts";
import { readOriginal } from "../../../../extension/core/merge/original.ts";
import { readShownCode } from "../../../../extension/core/merge/shownCode.ts";
import { beginWork } from "../../../../extension/core/text/work.ts";

const original = readOriginal(
  "start();\nif (ready) {\n  send(order);\n  start(order);\n}\nfinish();\n",
  "javascript",
  undefined,
);
const shown = readShownCode(
  "// ...\nif (open) {\n  log(order);\n  send(order);\n}\nfinish(order);\nstart(order);\n// ...\n",
  original,
);
if ("nothing" in shown) throw new Error(shown.nothing);
const o = observeCode(shown, false, original, beginWork());
const itemOf = (text: string): number => o.texts.indexOf(text);
const cut = (line: number): Step => ({ type: "delete", line });
const write = (text: string): Step => ({ type: "insert", item: itemOf(text) });
const keep: Step = { type: "keep", line: 0, item: 0 };

const cases: readonly (readonly [name: string, steps: readonly Step[], expected: readonly Step[]])[] = [
  [
    "a line that is cut and written anew is the file's",
    [keep, cut(1), cut(2), write("if (open) {"), write("log(order);"), write("send(order);")],
    [
      ...[keep, cut(1), write("if (open) {"), write("log(order);")],
      { type: "match", item: itemOf("send(order);"), line: 2, adopt: false },
    ],
  ],
  ["a line that stands less deep is not", [cut(3), write("start(order);")], [cut(3), write("start(order);")]],
  ["a line of few letters is not", [cut(4), write("}")], [cut(4), write("}")]],
  ["what is cut elsewhere is not", [cut(2), keep, write("send(order);")], [cut(2), keep, write("send(order);")]],
  ["other lines are not", [cut(1), write("log(order);")], [cut(1), write("log(order);")]],
  [
    "nothing is done to what is only cut, or only written",
    [cut(1), keep, write("if (open) {")],
    [cut(1), keep, write("if (open) {")],
  ],
];
it.each(cases)("%s", (_, steps, expected) => {
  expect(keepSameLines(o, steps)).toEqual(expected);
});
