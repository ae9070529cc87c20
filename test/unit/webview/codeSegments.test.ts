import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { codeSegments } from "../../../webview/answer/codeSegments.ts";

test("the segments of code that grows are those of the whole, and give it back", () => {
  const lines = fc.array(fc.constantFrom("", "let a;", "  b();", "}"), { maxLength: 400 });
  fc.assert(
    fc.property(lines, fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 }), (all, sizes) => {
      const code = all.join("\n");
      let segments = codeSegments([], "");
      for (let at = 0, step = 0; at < code.length; step++) {
        at += sizes[step % sizes.length] ?? 1;
        segments = codeSegments(segments, code.slice(0, at));
        expect(segments.map(({ text }) => text).join("\n")).toBe(code.slice(0, at));
      }
      expect(segments).toEqual(codeSegments([], code));
    }),
  );
});

test("a segment that is settled is the same object as before", () => {
  const code = "let a;\n\n".repeat(100);
  const before = codeSegments([], code);
  expect(codeSegments(before, `${code}more`)[0]).toBe(before[0]);
});
