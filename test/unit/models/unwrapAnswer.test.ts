import { describe, expect, it } from "vitest";
import fc from "../fastCheck.ts";
import { promptFamilies, wrapDraft, type Wrapper } from "../../../extension/core/models/prompts.ts";
import { unwrapAnswer } from "../../../extension/core/models/unwrapAnswer.ts";
import { runs } from "../properties/structuralEngine.ts";

const tags = promptFamilies.general.wrapper;

function unwrap(answer: string, wrapper: Wrapper | undefined, original: string, size = 7): string {
  const { push, finish } = unwrapAnswer(wrapper, original);
  let text = "";
  for (let at = 0; at < answer.length; at += size) text += push(answer.slice(at, at + size));
  return text + finish();
}

function check(
  name: string,
  answer: string,
  expected: string,
  wrapper: Wrapper | undefined = tags,
  original = "a\n",
): void {
  it(name, () => {
    for (const size of [1, 7, 1000]) expect(unwrap(answer, wrapper, original, size)).toBe(expected);
  });
}

describe("unwrapAnswer", () => {
  check(
    "takes blanks behind the opening tag with their line end",
    `<updated-code>${" ".repeat(3_000)}\na\n</updated-code>`,
    "a\n",
  );
  check(
    "keeps blanks behind the opening tag that indent",
    `<updated-code>${" ".repeat(3_000)}a\n</updated-code>`,
    `${" ".repeat(3_000)}a\n`,
  );
  check("takes the tags off", "<updated-code>\na\nb\n</updated-code>", "a\nb\n");
  check("takes tags off that stand on the lines of the text", "<updated-code>a\nb</updated-code>\n", "a\nb");
  check("drops a preface", "Sure, here it is.\n\n<updated-code>\na\n</updated-code>\n", "a\n");
  check("takes a fence within the tags off", "<updated-code>\n```ts\na\n```\n</updated-code>", "a\n");
  check("takes a fence around the tags off", "```ts\n<updated-code>\na\n</updated-code>\n```\n", "a\n");
  check("takes a fence without tags off", "```ts\na\nb\n```\n", "a\nb\n", undefined);
  check("takes a fence off where the tags are forgotten", "```\na\n```", "a\n");
  check("takes a bare answer", "a\n\nb\n", "a\n\nb\n", undefined);
  check("takes a bare answer where the tags are forgotten", "a\nb\n", "a\nb\n");
  check("keeps fences of the file", "<updated-code>\n# A\n```ts\na\n```\n</updated-code>", "# A\n```ts\na\n```\n");
  check("keeps a fence that begins the file", "```ts\na\n```\n", "```ts\na\n```\n", undefined, "```ts\nb\n```\n");
  check(
    "keeps tags of the file",
    "<updated-code>\nopen = '<updated-code>'\nclose = '</updated-code>'\nx\n</updated-code>",
    "open = '<updated-code>'\nclose = '</updated-code>'\nx\n",
  );
  check(
    "keeps a closing tag in the middle",
    "<updated-code>\n</updated-code>\nx\n</updated-code>",
    "</updated-code>\nx\n",
  );
  check("keeps blank lines at the end", "<updated-code>\na\n\n\n</updated-code>", "a\n\n\n");
  check("gives what there is of an answer without a closing tag", "<updated-code>\na\nb", "a\nb");
  check("drops what is said after the closing tag", "<updated-code>\na\n</updated-code>\n\nI added a line.\n", "a\n");
  check("gives nothing of an empty answer", "<updated-code>\n</updated-code>", "");

  it.each([
    ["<updated-code>\na\n</updated-code>", true],
    ["<updated-code>\na\n</updated-code>\nDone.", true],
    ["<updated-code>\na\n", false],
    ["a\n", true],
  ])("knows whether %j is closed", (answer, expected) => {
    const { push, finish, isClosed } = unwrapAnswer(tags, "a\n");
    push(answer);
    finish();
    expect(isClosed()).toBe(expected);
  });

  it("gives lines as soon as they are certain", () => {
    const { push } = unwrapAnswer(tags, "");
    expect(push("<updated-code>\nfirst\nsec")).toBe("first\n");
    expect(push("ond\n\n")).toBe("second\n");
    expect(push("third\n")).toBe("\nthird\n");
  });

  const line = fc.constantFrom(
    "",
    "a",
    "  b",
    "```",
    "```ts",
    "<updated-code>",
    "</updated-code>",
    "x = '</updated-code>'",
  );
  const longLine = fc.constantFrom("p".repeat(700), "p".repeat(1_400));
  const splits = fc.array(fc.oneof(fc.nat({ max: 6 }), fc.nat({ max: 900 })), { maxLength: 40 });
  const text = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.map((each) => `${each}\n`).join(""));

  it("gives back every file that was wrapped, however the answer is split", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (file, size) => {
        // A file that begins with a fence is known by its original.
        expect(unwrap(wrapDraft(file, tags), tags, file, size)).toBe(file);
      }),
      runs(1_000),
    );
  });

  it("gives the same text for any split of any answer", () => {
    fc.assert(
      fc.property(fc.array(longLine, { maxLength: 4 }), text, text, splits, (preface, end, original, sizes) => {
        const answer = [...preface, end].join("\n");
        const { push, finish } = unwrapAnswer(tags, original);
        let [at, found] = [0, ""];
        for (const size of sizes) found += push(answer.slice(at, (at += size)));
        found += push(answer.slice(at)) + finish();
        expect(found).toBe(unwrap(answer, tags, original, 1_000));
      }),
      runs(1_000),
    );
  });
});
