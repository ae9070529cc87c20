import { describe, expect, test } from "vitest";
import { alternativeOf, revise, spliceOf, withAlternatives } from "../../../extension/core/merge/alternatives.ts";
import type { Alternative } from "../../../extension/core/merge/mergeResult.ts";
import { joinLines, lineTexts, splitLines } from "../../../extension/core/text/lines.ts";
import fc, { runs } from "../fastCheck.ts";

/** The alternative by which `text`, made from `original`, becomes `wanted`. */
function alternativeTo(original: string, text: string, wanted: string): Alternative | undefined {
  return alternativeOf(revise(lineTexts(original), lineTexts(text)), lineTexts(wanted), 1);
}

const words = (line: string): string => (line === "" ? "" : `${line.split(" ").join("\n")}\n`);

describe("an alternative", () => {
  /** Each word is a line. */
  function check(
    name: string,
    original: string,
    text: string,
    wanted: string,
    want: { readonly range: string; readonly lines: string; readonly label: string },
  ): void {
    test(name, () => {
      const found = alternativeTo(words(original), words(text), words(wanted));
      const range = `${String(found?.original.start)}-${String(found?.original.end)}`;
      expect({ range, lines: found?.lines.join(" "), label: found?.label }).toEqual(want);
    });
  }

  check("of an insertion", "a b c", "a b c", "a b x c", { range: "2-2", lines: "x", label: "after line 2, `b`" });
  check("before all", "a b", "a b", "x a b", { range: "0-0", lines: "x", label: "at the beginning" });
  check("of a deletion", "a b c d", "a b c d", "a d", { range: "1-3", lines: "", label: "delete lines 2 to 3, `b`" });
  check("of other lines", "a b c", "a b c", "a x y c", { range: "1-2", lines: "x y", label: "replace line 2, `b`" });
  check("counts the lines of the original", "a b c d", "a N M b c d", "a N M b c x", {
    range: "3-4",
    lines: "x",
    label: "replace line 4, `d`",
  });
  check("beside a line that was replaced", "a b c d", "a N c d", "a N x d", {
    range: "2-3",
    lines: "x",
    label: "replace line 3, `c`",
  });
  check("has all of what was inserted where it goes", "a b", "a N b", "a x N b", {
    range: "1-1",
    lines: "x N",
    label: "after line 1, `a`",
  });
  check("has all of what was replaced where it goes", "a b c d", "a N M d", "a N x d", {
    range: "1-3",
    lines: "N x",
    label: "replace lines 2 to 3, `b`",
  });

  test("names the lines that enclose its place", () => {
    const original = "class A {\n  f() {\n    one();\n  }\n}\n";
    const found = alternativeTo(original, original, original.replace("one", "two"));
    expect(found?.label).toBe("replace line 3, `one();`, in `f() {` of `class A {`");
  });

  test("of the text as it is does not exist", () => {
    expect(alternativeTo("a\n", "b\n", "b\n")).toBeUndefined();
  });
});

describe("the text with alternatives", () => {
  test("keeps the line ends of the lines that stay, also of those that an alternative repeats", () => {
    const original = "a\r\nb\nc\rd";
    const text = "a\r\nN\nb\nc\rd";
    const chosen = alternativeTo(original, text, "a\r\nx\nN\nb\nc\rd");
    expect(withAlternatives(original, text, chosen ? [chosen] : [])).toBe("a\r\nx\r\nN\nb\nc\rd");
  });

  test("keeps the byte order mark and the missing newline at the end", () => {
    const chosen = alternativeTo("\uFEFFa\nb", "\uFEFFa\nb", "\uFEFFa\nb\nc");
    expect(withAlternatives("\uFEFFa\nb", "\uFEFFa\nb", chosen ? [chosen] : [])).toBe("\uFEFFa\nb\nc");
  });

  test("has several of different lines, in any order", () => {
    const original = "a\nb\nc\nd\n";
    const text = "a\nb\nN\nc\nd\n";
    const chosen = ["a\nx\nb\nN\nc\nd\n", "a\nb\nN\nc\ny\n"].flatMap(
      (wanted) => alternativeTo(original, text, wanted) ?? [],
    );
    expect(withAlternatives(original, text, chosen)).toBe("a\nx\nb\nN\nc\ny\n");
    expect(withAlternatives(original, text, chosen.toReversed())).toBe("a\nx\nb\nN\nc\ny\n");
  });

  test("does not exist where two are about the same lines", () => {
    const chosen = ["a\nx\n", "a\ny\n"].flatMap((wanted) => alternativeTo("a\nb\n", "a\nb\n", wanted) ?? []);
    expect(chosen).toHaveLength(2);
    expect(withAlternatives("a\nb\n", "a\nb\n", chosen)).toBeUndefined();
  });

  // Few letters, so that lines repeat and nothing but their places tells them apart.
  const letters = fc.array(fc.constantFrom("a", "b", "c", "", "  a"), { maxLength: 12 });
  const eol = fc.constantFrom("\n" as const, "\r\n" as const);
  const written = (lines: readonly string[], end: "\n" | "\r\n"): string =>
    joinLines({ bom: "", lines: lines.map((text) => ({ text, eol: end })) });

  test("is just the one that the alternative was made from, whatever the three texts are", () => {
    fc.assert(
      fc.property(letters, letters, letters, eol, (before, after, other, end) => {
        const [original, text, wanted] = [before, after, other].map((lines) => written(lines, end));
        fc.pre(text !== "" || end === "\n");
        const chosen = alternativeTo(original ?? "", text ?? "", wanted ?? "");
        const got = withAlternatives(original ?? "", text ?? "", chosen ? [chosen] : []);
        expect(got).toBe(wanted);
      }),
      runs(4000),
    );
  });

  test("differs from the text without it in the lines of its splice alone", () => {
    fc.assert(
      fc.property(letters, letters, letters, (before, after, other) => {
        const chosen = alternativeTo(written(before, "\n"), written(after, "\n"), written(other, "\n"));
        fc.pre(chosen !== undefined);
        const { place, lines } = spliceOf(revise(before, after), chosen);
        expect([...after.slice(0, place.start), ...lines, ...after.slice(place.end)]).toEqual(other);
      }),
      runs(2000),
    );
  });

  test("keeps each byte outside of it, whatever the line ends are", () => {
    const mixed = fc.array(
      fc.record({
        text: fc.constantFrom("a", "b", "c"),
        eol: fc.constantFrom("\n" as const, "\r\n" as const, "\r" as const),
      }),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(mixed, letters, (source, other) => {
        const text = joinLines({ bom: "", lines: source });
        const chosen = alternativeTo(text, text, written(other, "\n"));
        fc.pre(chosen !== undefined);
        const got = splitLines(withAlternatives(text, text, [chosen]) ?? "").lines;
        const lines = splitLines(text).lines;
        expect(got.slice(0, chosen.original.start)).toEqual(lines.slice(0, chosen.original.start));
        const behind = lines.length - chosen.original.end;
        expect(got.slice(got.length - behind)).toEqual(lines.slice(chosen.original.end));
      }),
      runs(2000),
    );
  });
});
