import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { emphasized } from "../../../webview/edits/emphasized.ts";

const mark = (html: string): string => `<span class="edit-part">${html}</span>`;

test.each([
  ["nothing", "a &lt; b", [], "a &lt; b"],
  ["within a text", "return sum;", [[7, 10]], `return ${mark("sum")};`],
  ["over a tag", '<span class="k">if</span> (a)', [[1, 5]], `<span class="k">i${mark("f")}</span>${mark(" (a")})`],
  ["signs as one character each", "a &lt; &amp;b", [[2, 5]], `a ${mark("&lt;")}${mark(" ")}${mark("&amp;")}b`],
  [
    "several parts",
    "abcdef",
    [
      [0, 1],
      [3, 5],
    ],
    `${mark("a")}bc${mark("de")}f`,
  ],
  ["a part beyond the end", "ab", [[1, 9]], `a${mark("b")}`],
] as const)("emphasis: %s", (_, html, parts, expected) => {
  const given = parts.map(([start, end]) => ({ start, end }));
  expect(emphasized(html, given)).toBe(expected);
});

test("the text stays, whatever the parts", () => {
  const piece = fc.constantFrom("ab", "&lt;", "&#39;", '<span class="k">', "</span>", "😀", " ");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(20), { maxLength: 6 }), (pieces, cuts) => {
      const html = pieces.join("");
      const ends = [...new Set(cuts)].sort((a, b) => a - b);
      const parts = ends.flatMap((start, at) => {
        const end = ends[at + 1];
        return at % 2 === 0 && end !== undefined ? [{ start, end }] : [];
      });
      const bare = (text: string): string => text.replace(/<[^>]*>/g, "");
      expect(bare(emphasized(html, parts))).toBe(bare(html));
    }),
  );
});
