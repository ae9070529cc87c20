import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { shown } from "../../../extension/core/text/shownText.ts";

test.each([
  ["src/a.ts", "src/a.ts"],
  ["a\u202Est.exe", "a\\u{202e}st.exe"],
  ["a\tb\u0000", "a\\u{9}b\\u{0}"],
  ["$(trash) a.ts", "$ (trash) a.ts"],
  ["[Open log](command:workbench.action.quit)", "[Open log] (command:workbench.action.quit)"],
  ["[a]\u200b(command:b)", "[a]\\u{200b}(command:b)"],
])("%j is shown as %j", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test("a long text is shown with its ends, as long as asked", () => {
  const short = shown(`begin/${"x".repeat(5000)}/end.ts`, 40);
  expect(short).toHaveLength(40);
  expect(short.startsWith("begin/") && short.endsWith("/end.ts")).toBe(true);
});

test("no text makes a link or an icon, wherever it is cut, and no half of a character is left", () => {
  const parts = fc.constantFrom("[", "]", "(", ")", "$", "command:", "x", "😀", "\u200b", "\n");
  fc.assert(
    fc.property(fc.array(parts), fc.integer({ min: 4, max: 30 }), (texts, maxLength) => {
      expect(shown(texts.join(""), maxLength)).not.toMatch(/\]\(|\$\(|\p{Cs}|[\n\u200b]/u);
    }),
  );
});
