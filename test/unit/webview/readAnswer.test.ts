import { describe, expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { answerParts } from "../../../extension/core/chat/answerParts.ts";
import type { AnswerPart } from "../../../extension/core/chat/answerParts.ts";
import { NOTHING_READ, readAnswer } from "../../../webview/answer/readAnswer.ts";

/** Code as it is, prose without its blank lines, since it may come in several parts. */
function outline(parts: readonly AnswerPart[]): readonly string[] {
  return parts.reduce<readonly string[]>((found, part) => {
    if (part.type === "code") return [...found, JSON.stringify([part.index, part.info, part.code, part.isClosed])];
    const text = part.text.replace(/\s+/g, "");
    const last = found.at(-1);
    return last?.startsWith("p:") === true ? [...found.slice(0, -1), last + text] : [...found, `p:${text}`];
  }, []);
}

function check(text: string, sizes: readonly number[]): void {
  let read = NOTHING_READ;
  let at = 0;
  for (let step = 0; at < text.length; step++) {
    at = Math.min(text.length, at + (sizes[step % sizes.length] ?? 1));
    read = readAnswer(read, text.slice(0, at));
    const wanted = answerParts(text.slice(0, at));
    expect(outline([...read.settled, ...read.open])).toEqual(outline(wanted));
  }
}

const line = fc.constantFrom(
  "Some prose.",
  "",
  "",
  "```ts",
  "```",
  "````",
  "~~~",
  "~~~py",
  "```diff",
  " ```",
  "+a",
  " b",
  "```md",
  "- item",
  "  ```js",
  "  ```",
  "  more",
  "1. one",
  "10. ten",
  "    ```",
  "> quote",
  "> ```",
  "> ```ts",
  "# Head",
  "const a = 1;",
  "\tx",
  "| a |",
  "**bold**",
  "`code` here",
);

describe("an answer read as it grows", () => {
  test.each([
    ["plain", "Hello\n\n```ts a.ts\nlet a;\n\nlet b;\n```\n\nMore\n\n```sh\nls\n```\n"],
    ["in a list", "1. One:\n   ```ts\n   let a;\n   ```\n\n2. Two:\n\n   ```ts\n   let b;\n   ```\n\nEnd\n\nend"],
    ["an open fence", "```ts\nlet a;\nlet b;\n`` ` x\n  ``\nlet c;"],
    ["Markdown in Markdown", "```md\n# A\n```ts\nlet a;\n```\n```\n\nAfter\n\nAfter all\n\n```ts\nx\n```\n"],
    ["an empty fence", "```ts\n```\n\nText\n\nText\n\n```\n\n```\n\nText\n"],
  ])("%s: the parts are those of the whole", (_, text) => {
    check(text, [1]);
    check(text, [7, 2, 13]);
  });

  test("whatever the lines", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        (lines, sizes) => {
          check(lines.join("\n"), sizes);
        },
      ),
      { numRuns: 1_500 },
    );
  });

  test("what is settled stays the same object", () => {
    const start = "A\n\nB\n\n```ts\nx\n```\n\nC\n\nD ";
    const first = readAnswer(NOTHING_READ, start);
    const second = readAnswer(first, `${start} and more`);
    expect(first.settled.length).toBeGreaterThan(1);
    first.settled.forEach((part, index) => {
      expect(second.settled[index]).toBe(part);
    });
  });

  test("another text is read from its beginning", () => {
    const first = readAnswer(NOTHING_READ, "A\n\nB\n\nC\n\nD");
    expect(outline([...readAnswer(first, "X\n\nY").open])).toEqual(["p:XY"]);
  });

  test("long prose comes in portions, and nothing is lost", () => {
    const text = `${"word ".repeat(3_000)}\n\n`.repeat(8);
    const { settled, open } = readAnswer(NOTHING_READ, text);
    expect(
      Math.max(...[...settled, ...open].map((part) => (part.type === "prose" ? part.text.length : 0))),
    ).toBeLessThanOrEqual(20_000);
    expect(outline([...settled, ...open])).toEqual(outline(answerParts(text)));
  });
});
