import { describe, expect, it } from "vitest";
import { languageOfPath } from "../../../extension/core/sketch/languages.ts";
import { chooseShown, shownLines, type Manner } from "../../../extension/evaluation/generate/pieces.ts";
import { createRandom } from "../../../extension/evaluation/generate/random.ts";
import { editBetween, expectedLines, type ScriptedEdit } from "../../../extension/evaluation/generate/script.ts";
import {
  hasOtherReading,
  shownRuns,
  unclearPieces,
  writeSketch,
  type Hand,
} from "../../../extension/evaluation/generate/sketch.ts";
import { wrapStatements } from "../../../extension/evaluation/generate/edits/wrap.ts";
import { FILES } from "./texts.ts";
import { randomEdit } from "./randomEdit.ts";

const MARKER = "// ...";
const plain: Hand = { marker: () => MARKER, firstMarker: 1, lastMarker: 1, dedent: 0, lostComment: 0 };
const manner: Manner = {
  before: () => 1,
  after: () => 1,
  innerHeader: 0.6,
  outerHeader: 0.3,
  closer: 0.6,
  whole: 0.3,
  wholeLines: 12,
  neighbour: 0.5,
  shortest: 1,
};

const filled = (lines: readonly string[]): string[] => lines.filter((line) => line.trim() !== "");

/** The expected text, made from the sketch: each marker gives place to the lines that it hides, and these are the file's own. */
function filledIn(edit: ScriptedEdit, sketch: readonly string[], shown: readonly boolean[]): string[] {
  const lines = shownLines(edit).slice(0, -1);
  const hidden: string[][] = [];
  lines.forEach(({ text, old }, line) => {
    if (shown[line] === true || text.trim() === "") return;
    expect(old).toBeDefined();
    const previous = lines
      .slice(0, line)
      .findLastIndex((other, place) => shown[place] === true || other.text.trim() !== "");
    if (previous < 0 || shown[previous] === true) hidden.push([]);
    hidden.at(-1)?.push(text);
  });
  return sketch.flatMap((line) => (line.trim() === MARKER ? (hidden.shift() ?? ["nothing is hidden here"]) : [line]));
}

describe("a sketch", () => {
  it("gives the expected text when each marker is filled with what it hides", () => {
    for (const [path, text] of FILES) {
      for (let seed = 0; seed < 60; seed++) {
        const edit = randomEdit(path, text, seed);
        const random = createRandom(seed);
        const lines = shownLines(edit);
        const shown = chooseShown(edit, lines, manner, random);
        const sketch = writeSketch(lines, shownRuns(shown), plain, random);
        expect(filled(filledIn(edit, sketch.lines, shown))).toEqual(filled(expectedLines(edit.steps)));
      }
    }
  });

  it("shows both neighbours of what is gone without a word", () => {
    for (const [path, text] of FILES) {
      for (let seed = 0; seed < 60; seed++) {
        const edit = randomEdit(path, text, seed);
        const lines = shownLines(edit);
        const shown = chooseShown(edit, lines, manner, createRandom(seed));
        lines.forEach(({ dropped }, line) => {
          if (dropped.length === 0 || dropped.some(({ evidence }) => evidence !== "neighbours")) return;
          const isReplaced = lines[line]?.old === undefined || lines[line - 1]?.old === undefined;
          if (isReplaced) return;
          expect(shown[line - 1]).toBe(true);
          expect(shown[line]).toBe(true);
        });
      }
    }
  });

  it("may hide lines that are moved into a new block, at their new depth", () => {
    const [path, text] = ["a.js", "function work() {\n" + "  start();\n  rest();\n".repeat(6) + "  end();\n}\n"];
    const start = editBetween(path, languageOfPath(path), text.split("\n"), text.split("\n"));
    const depths = new Set<string>();
    for (let seed = 0; seed < 80; seed++) {
      const edit = wrapStatements(start, createRandom(seed));
      if (edit === undefined) continue;
      const lines = shownLines(edit);
      const sketch = writeSketch(
        lines,
        shownRuns(chooseShown(edit, lines, manner, createRandom(seed))),
        plain,
        createRandom(seed),
      );
      for (const line of sketch.lines) if (line.trim() === MARKER) depths.add(line);
    }
    expect(depths).toContain(`    ${MARKER}`);
  });
});

describe("pieces are clear", () => {
  const original = ["a {", "  x", "}", "b {", "  x", "}", "c {", "  y", "}"];
  const check = (pieces: readonly (readonly number[])[], unclear: readonly number[], leastIndent = 0): void => {
    expect(
      unclearPieces(
        original,
        pieces.map((lines) => ({ lines, leastIndent })),
      ),
    ).toEqual(unclear);
  };

  it("when their lines occur once", () => {
    check([[0, 1], [6]], []);
  });
  it("when their order leaves one place", () => {
    check([[3], [4]], []);
  });
  it("not when their lines occur twice", () => {
    check([[1]], [0]);
    check([[0], [1, 2]], [1]);
  });
  it("when a marker says that what it hides is deeper", () => {
    const deep = ["a {", "  p", "  x", "}", "b {", "  q", "  x", "}"];
    const anchors = (least: number) => [
      { lines: [0], leastIndent: 0 },
      { lines: [2], leastIndent: least },
    ];
    expect(unclearPieces(deep, anchors(2))).toEqual([]);
    expect(unclearPieces(deep, anchors(0))).toEqual([1]);
  });
  it("not without any line of the file", () => {
    check([[]], [0]);
  });
});

describe("a deletion", () => {
  const check = (before: string, after: string, expected: boolean): void => {
    const edit = editBetween("a.js", "javascript", before.split("\n"), after.split("\n"));
    const lines = shownLines(edit);
    const shown = chooseShown(
      edit,
      lines,
      { ...manner, innerHeader: 0, outerHeader: 0, whole: 0, neighbour: 0 },
      createRandom(1),
    );
    expect(shownRuns(shown).some((piece) => hasOtherReading(edit.original, lines, piece))).toBe(expected);
  };
  it("is clear between lines that occur once", () => {
    check("a\nb\nc\nd", "a\nd", false);
  });
  it("is not clear between a closing line and the same one", () => {
    check("f {\n  1\n  2\n}\ng {\n  3\n  4\n}\nh", "f {\n  1\n  2\n}\nh", true);
  });
});
