import { describe, expect, test } from "vitest";
import { isFullStress } from "../stress.ts";
import { motifs as allMotifs, type Motif } from "./motifs.ts";
import { createStepCounter } from "./steps.ts";

const counter = createStepCounter((url) => /\/(?:extension|webview)\//.test(url));
// Counted in full, since they are imported after the counter is there.
const { replyLenses } = await import("../../../extension/core/targets/replyLenses.ts");
const { selectForFile } = await import("../../../extension/core/targets/fileSketches.ts");
const { applyStructural } = await import("../../../extension/core/apply/structural.ts");
const { unwrapAnswer } = await import("../../../extension/core/models/unwrapAnswer.ts");
const { findTraits, sketchTraits } = await import("../../../extension/core/targets/sketchTraits.ts");
const { answerBlocks } = await import("../../../extension/core/chat/answerBlocks.ts");
const { copiedCode } = await import("../../../extension/core/chat/copiedCode.ts");
const { NO_CODE, editsAmong, partsRead, readCode } = await import("../../../extension/core/chat/editParts.ts");
const { editRows } = await import("../../../extension/core/chat/editRows.ts");
const { createStreamingLineDiff } = await import("../../../extension/core/diff/streamingLineDiff.ts");
const { lineDiff } = await import("../../../extension/core/diff/lineDiff.ts");
const { locateLines: locate } = await import("../../../extension/core/merge/locate.ts");
const { beginWork } = await import("../../../extension/core/text/work.ts");
const { readOriginal } = await import("../../../extension/core/merge/original.ts");
const { readLazyCode } = await import("../../../extension/core/sketch/lazyCode.ts");
const { readForOneFile, readReply } = await import("../../../extension/core/sketch/readReply.ts");
const { alikeRuns, compareLines, fitRun } = await import("../../../extension/core/tools/alikeRuns.ts");
const { NOTHING_READ, readAnswer } = await import("../../../webview/answer/readAnswer.ts");
const { createSyntaxParsers, sourceGrammarsDirectory } = await import("../../../extension/providers/treeSitter.ts");

/** Each kind of motif and of line is among them; the gate takes one in ten. */
const motifs = allMotifs.filter((_, index) => isFullStress || index % 10 === 0);

/** Four times the text may take that many times the steps; what is linear takes four times, a square sixteen times. */
const MOST_GROWTH = 6;

/** Lines of the shorter text, enough for whatever looks so many lines ahead at most. */
const SIZE = 160;

/** For a busy machine; no clock decides. */
const PATIENCE = 300_000;

interface Growth {
  readonly factor: number;
  /** What grew too fast, most first. */
  readonly where: readonly string[];
}

function growth(size: number, work: (size: number) => void): Growth {
  const few = counter.count(() => {
    work(size);
  });
  const many = counter.count(() => {
    work(4 * size);
  });
  const where = [...many.byPlace]
    .filter(([place, steps]) => steps > MOST_GROWTH * (few.byPlace.get(place) ?? 0))
    .sort((a, b) => b[1] - a[1])
    .map(([place, steps]) => `${place.split("/").slice(-2).join("/")}: ${few.byPlace.get(place) ?? 0} -> ${steps}`);
  return { factor: many.total / few.total, where: where.slice(0, 4) };
}

/** Names the motifs for which `work` grows too fast, with the files that take the most steps. */
function check(chosen: readonly Motif[], size: number, work: (text: string) => void): void {
  const tooFast = chosen.flatMap(({ name, text }) => {
    const { factor, where } = growth(size, (count) => {
      work(text(count));
    });
    return factor <= MOST_GROWTH ? [] : [`${JSON.stringify(name)} x ${factor.toFixed(1)}: ${where.join(", ")}`];
  });
  expect(tooFast).toEqual([]);
}

/** A text as it streams in. */
function* piecesOf(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

describe("four times the text takes about four times the steps", () => {
  test("to read a reply and the fences of a Markdown file", { timeout: PATIENCE }, () => {
    check(motifs, SIZE, (text) => {
      selectForFile(readReply(text, { path: "a.ts", language: "typescript", original: "let a;\n" }), "src/a.ts");
      replyLenses(text);
    });
  });

  test("to read an answer, each time a part of it comes", { timeout: PATIENCE }, () => {
    check(motifs, SIZE, (text) => {
      let read = NOTHING_READ;
      let whole = "";
      for (const piece of piecesOf(text, text.length / 3)) read = readAnswer(read, (whole += piece));
      answerBlocks(text);
    });
  });

  test("to read the edits of a block as rows, each time a part of it comes", { timeout: PATIENCE }, () => {
    check(motifs, SIZE, (text) => {
      for (const head of [
        "",
        "<<<<<<< SEARCH\n",
        "<<<<<<< SEARCH\na\n=======\n",
        `<<<<<<< SEARCH\n${text}\n=======\n`,
      ]) {
        let read = NO_CODE;
        let whole = "";
        for (const piece of piecesOf(head + text, (head.length + text.length) / 5)) {
          read = readCode(read, (whole += piece), true);
          editsAmong(partsRead(read)).map(editRows);
        }
        copiedCode(whole, "ts");
      }
    });
  });

  test("to read edits that come word by word", { timeout: PATIENCE }, () => {
    const edit = `<<<<<<< SEARCH\n${"let a;\n".repeat(30)}=======\n${"let b;\n".repeat(30)}>>>>>>> REPLACE\n`;
    for (const [unit, size] of [
      ["line of code\n", 1_500],
      [edit, 20],
    ] as const) {
      const { factor, where } = growth(size, (times) => {
        let read = NO_CODE;
        let whole = "<<<<<<< SEARCH\n=======\n";
        for (const piece of piecesOf(unit.repeat(times), 40)) {
          const before = read.open;
          read = readCode(read, (whole += piece), true);
          if (read.open !== before) editsAmong(read.open).map(editRows);
        }
      });
      expect(factor, `${JSON.stringify(unit)}: ${where.join(", ")}`).toBeLessThanOrEqual(MOST_GROWTH);
    }
  });

  test("to take a rewrite out of an answer that streams in", { timeout: PATIENCE }, () => {
    check(motifs, SIZE / 2, (text) => {
      for (const head of ["<code>", "<code>\n```\n"]) {
        const answer = unwrapAnswer({ open: "<code>", close: "</code>" }, text);
        const diff = createStreamingLineDiff(linesOf(text));
        for (const piece of piecesOf(head + text, 40)) diff.push(answer.push(piece));
        diff.push(answer.finish());
        diff.proposal();
      }
    });
  });

  test("to read a file and a sketch of it", { timeout: PATIENCE }, () => {
    check(motifs, SIZE / 2, (text) => {
      readOriginal(text, "typescript", undefined);
      readOriginal(text, "markdown", undefined);
      readLazyCode(text, []);
      findTraits(sketchTraits(readForOneFile(text)), text);
    });
  });

  test("to find the changes between two files", { timeout: PATIENCE }, () => {
    check(motifs, SIZE / 2, (text) => {
      const lines = linesOf(text);
      lineDiff(lines, [...lines.slice(lines.length / 2), "new", ...lines]);
    });
  });

  test("to find the lines of a file that are most like others", { timeout: PATIENCE }, () => {
    // Of so many lines that only a part of those that are looked for is aligned.
    const some = motifs.filter((_, index) => isFullStress || index % 4 === 0);
    check(some, SIZE, (text) => {
      const lines = linesOf(text);
      const file = compareLines(lines);
      const wanted = [...lines.slice(lines.length / 2), "another(line);"];
      for (const run of alikeRuns(file, wanted)) fitRun(file, wanted, run);
    });
  });

  test("to place edits whose lines are all alike but the last", { timeout: PATIENCE }, () => {
    // Too many lines for the search for similar ones, which takes a bounded number of steps.
    const { factor, where } = growth(2_100, (size) => {
      const alike = new Array<string>(size).fill("  load(order);");
      locate([...alike, "missing();"], [...alike, ...alike], beginWork());
    });
    expect(factor, where.join(", ")).toBeLessThanOrEqual(MOST_GROWTH);
  });

  test("to place edits that leave lines out again and again", { timeout: PATIENCE }, () => {
    const block = (search: readonly string[], replace: readonly string[]): string =>
      ["```js a.js", "<<<<<<< SEARCH", ...search, "=======", ...replace, ">>>>>>> REPLACE", "```", ""].join("\n");
    const lines = (size: number, line: string): string[] => new Array<string>(size).fill(line);
    for (const [name, write] of [
      ["elisions alone", (size: number) => block(lines(size, "..."), ["x"])],
      ["elisions in turn with code", (size: number) => block(lines(size, "a();\n... 2 lines ..."), ["x"])],
      ["elisions to keep", (size: number) => block(["a();", "...", "b();"], lines(size, "..."))],
      [
        "elisions at both ends",
        (size: number) => block([...lines(size, "..."), "a();"], [...lines(size, "..."), "b();"]),
      ],
      ["edits with an elision", (size: number) => lines(size, block(["a();", "...", "b();"], ["x"])).join("\n")],
      ["edits within edits", (size: number) => lines(size, "<<<<<<< SEARCH\n...\n=======").join("\n")],
    ] as const) {
      const { factor, where } = growth(300, (size) => {
        const original = "a();\nb();\n".repeat(50);
        const sketches = readReply(write(size), { path: "a.js", original });
        applyStructural({ original, sketches, language: undefined, parser: undefined });
      });
      expect(factor, `${name}: ${where.join(", ")}`).toBeLessThanOrEqual(MOST_GROWTH);
    }
    for (const [name, original, write] of [
      ["a long file", "a();\nb();\n", () => block(["a();", "...", "c();"], ["x"])],
      [
        "places that overlap",
        "a();\n",
        (size: number) => block(["a();", `... ${String(size / 2)} lines ...`, "a();"], ["x"]),
      ],
    ] as const) {
      const { factor, where } = growth(300, (size) => {
        const sketches = readReply(write(size), { path: "a.js", original: original.repeat(size) });
        applyStructural({ original: original.repeat(size), sketches, language: undefined, parser: undefined });
      });
      expect(factor, `${name}: ${where.join(", ")}`).toBeLessThanOrEqual(MOST_GROWTH);
    }
  });

  test("to find the lines inside template literals", { timeout: PATIENCE }, async () => {
    const parser = await createSyntaxParsers(sourceGrammarsDirectory()).load("typescript");
    for (const unit of ["`${\n1\n}`;\n", "`${\n", "`\n${\n`${\n1\n}\n`\n}`;\n"]) {
      const { factor, where } = growth(200, (size) => {
        const tree = parser?.parse(unit.repeat(size));
        tree?.literals();
        tree?.dispose();
      });
      expect(factor, `${JSON.stringify(unit)}: ${where.join(", ")}`).toBeLessThanOrEqual(MOST_GROWTH);
    }
  });

  test("to choose the sketches for one file of many", { timeout: PATIENCE }, () => {
    const { factor, where } = growth(500, (size) => {
      const reply = Array.from({ length: size }, (_, i) => `\`\`\`ts src/a${i % 2 === 0 ? 0 : i}.ts\na\n\`\`\`\n`).join(
        "",
      );
      selectForFile(readReply(reply), "src/a0.ts");
    });
    expect(factor, where.join(", ")).toBeLessThanOrEqual(MOST_GROWTH);
  });
});

/**
 * A merge aligns lines with lines, which is a square up to the bounds of `mergeCode`; beyond them it is not tried. So these
 * texts are larger than the bounds, and whatever is done before and after the alignment is what is counted.
 */
test("a merge that is too large to be aligned takes steps in proportion", { timeout: PATIENCE }, () => {
  const small = "function f() {\n  return 1;\n}\n";
  const names = ["}", "// ... existing code ...", ...(isFullStress ? ["a", "", "function f#() {"] : [])];
  const large = allMotifs.filter(({ name }) => names.includes(name));
  check(large, 5_000, (text) => {
    for (const [original, sketch] of [
      [small, text],
      [text, `${text}const other = 1;\n${text}`],
    ] as const) {
      const sketches = readReply(sketch, { language: "typescript", original });
      applyStructural({ original, sketches, language: "typescript", parser: undefined });
    }
  });
});
