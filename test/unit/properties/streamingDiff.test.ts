import { describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import { createStreamingLineDiff } from "../../../extension/core/diff/streamingLineDiff.ts";
import { editorLines } from "../../../extension/core/text/lines.ts";

const line = fc.constantFrom("", "}", "a", "b", "c", "  return x;", "\u{1F600}", "\u{1F601}b");
const text = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r", "")), { maxLength: 30 })
  .map((parts) => parts.flat().join(""));
const original = text.map(editorLines);

/** A text in pieces, cut anywhere: within a line end, within a character, and with empty pieces. */
const cuts = fc.array(fc.nat(200), { maxLength: 60 });

function piecesOf(whole: string, at: readonly number[]): string[] {
  const ends = [...at.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
  return ends.map((end, index) => whole.slice(ends[index - 1] ?? 0, end));
}

/** The frames of a rewrite: after each piece, and the last one. */
function framesOf(from: readonly string[], pieces: readonly string[]): (readonly string[])[] {
  const diff = createStreamingLineDiff(from);
  const frames = pieces.map((piece) => {
    diff.push(piece);
    return diff.proposal();
  });
  return [...frames, diff.finish()];
}

/** Lines that occur nowhere else; some of them are told by their place only. */
const uniqueLines = (name: string, maxLength: number) =>
  fc.array(fc.nat(9), { maxLength }).map((numbers) => numbers.map((number, at) => `${name}${at} = ${number};`));

describe("createStreamingLineDiff", () => {
  it("shows the lines so far, but for some of the original's, and a rest that never grows, and ends with the rewrite", () => {
    fc.assert(
      fc.property(original, text, cuts, (from, rewrite, at) => {
        const pieces = piecesOf(rewrite, at);
        const frames = framesOf(from, pieces);
        expect(frames.pop()).toEqual(editorLines(rewrite));
        let received = "";
        let reached = 0;
        for (const [index, frame] of frames.entries()) {
          received += pieces[index] ?? "";
          const complete = editorLines(received).slice(0, -1);
          const differs = complete.findIndex((each, place) => each !== frame[place]);
          const shown = differs < 0 ? complete.length : differs;
          const rest = frame.length - shown;
          expect(rest).toBeLessThanOrEqual(from.length - reached);
          reached = from.length - rest;
          expect(frame.slice(shown)).toEqual(from.slice(reached));
          // What waits may be lines of the original further down.
          expect(`\n${from.slice(reached).join("\n")}\n`).toContain(`\n${complete.slice(shown).join("\n")}`);
        }
      }),
      runs(1_000),
    );
  });

  it("shows no change at any moment where the rewrite repeats the original", () => {
    fc.assert(
      fc.property(text, cuts, (whole, at) => {
        const from = editorLines(whole);
        for (const frame of framesOf(from, piecesOf(whole, at))) expect(frame).toEqual(from);
      }),
      runs(300),
    );
  });

  it("shows no change behind an edit, and the whole rewrite from three lines behind it on", () => {
    const edit = fc.tuple(
      uniqueLines("head", 6),
      uniqueLines("old", 60),
      uniqueLines("new", 60),
      uniqueLines("tail", 8),
    );
    fc.assert(
      fc.property(edit, ([head, old, fresh, tail]) => {
        const from = [...head, ...old, ...tail, ""];
        const rewrite = [...head, ...fresh, ...tail, ""];
        const frames = framesOf(
          from,
          rewrite.slice(0, -1).map((each) => `${each}\n`),
        );
        for (const [index, frame] of frames.entries()) {
          expect(frame.slice(frame.length - tail.length - 1)).toEqual([...tail, ""]);
          const isBehind = index + 1 >= head.length + fresh.length + (old.length <= 3 ? 1 : 3);
          if (isBehind && index < frames.length - 1) expect(frame).toEqual(rewrite);
        }
      }),
      runs(500),
    );
  });

  it("shows what a diff of the whole texts would show, once all of a rewrite with edits apart is in", () => {
    fc.assert(
      fc.property(uniqueLines("line", 60), fc.array(fc.nat(60), { maxLength: 4 }), (from, edited) => {
        const rewrite = from.flatMap((each, at) =>
          edited.includes(at) ? (at % 2 === 0 ? [`new ${each}`] : []) : [each],
        );
        const frames = framesOf([...from, "the", "end"], [`${[...rewrite, "the", "end"].join("\n")}\n`]);
        const wanted = [...rewrite, "the", "end"];
        expect(lineDiff([...from, "the", "end"], frames[0] ?? [])).toEqual(lineDiff([...from, "the", "end"], wanted));
      }),
      runs(200),
    );
  });
});
