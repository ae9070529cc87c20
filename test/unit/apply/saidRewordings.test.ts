import { expect, test } from "vitest";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { findMissingRewording } from "../../../extension/core/apply/saidRewordings.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { readStatements } from "../../../extension/core/sketch/statements.ts";

const HASH = `def generate(password):
    """Hash a password. The default is \`\`pbkdf2:600000\`\`."""
    return hash(password, 16)


def check(password):
    """The old default was \`\`pbkdf2:260000\`\`."""
    return compare(password)
`;
const BLOCK = "```python\ndef check(password):\n    return compare_all(password)\n```\n";

function apply(reply: string): string {
  const sketches = readReply(reply, { path: "hash.py", language: "python", original: HASH });
  const outcome = applyStructural({ original: HASH, sketches, language: "python", parser: undefined });
  return outcome.type === "merged" ? outcome.text : outcome.type === "ambiguous" ? outcome.reason : outcome.type;
}

const SALTED = "```python\n    return hash(password, 32)\n```\n";
const salted = HASH.replace("16", "32");

test.each<[string, string, string]>([
  [
    "that stands once",
    `In \`generate\`:\n\n${SALTED}\nAnd in its docstring change "pbkdf2:600000" to "pbkdf2:1000000".`,
    salted.replace("600000", "1000000"),
  ],
])("words replace a text %s", (_, reply, expected) => {
  expect(apply(reply)).toBe(expected);
});

test("is not sure where a text is said to be replaced, and stands in two places", () => {
  expect(apply(`In \`generate\`:\n\n${SALTED}\nAlso change "(password):" to "(secret):".`)).toBe(
    '"(password):" is said to be replaced by "(secret):", but it is still there.',
  );
});

test.each<[string, string, string, number]>([
  ["is still there", 'Change "a b" to "c d".', "a b\n", 1],
  ["is replaced", 'Change "a b" to "c d".', "c d\n", 0],
  ["is replaced in one of two places", 'Change "a b" to "c d".', "a b\nc d\n", 0],
  ["is only offered to be replaced", 'If you like, change "a b" to "c d".', "a b\n", 0],
  ["is not to be replaced", 'Don\'t change "a b" to "c d".', "a b\n", 0],
  ["is left in one of both places", 'Change "a b" to "c d" in both places.', "a b\nc d\n", 1],
  ["is asked about", 'Should I change "a b" to "c d"?', "a b\n", 0],
  ["somebody wants to replace", 'The reviewer wants to change "a b" to "c d".', "a b\n", 0],
  ["is what the code does", 'The parser turns "a b" into "c d".', "a b\n", 0],
  ["becomes a value", '"a b" becomes "c d" for large rates.', "a b\n", 0],
  ["is in another file", 'In `other.json` I changed "a b" to "c d".', "a b\n", 0],
  ["is a name", "Change `ab` to `cd`.", "ab\n", 0],
])("a text that %s", (_, words, result, count) => {
  expect(findMissingRewording(readStatements(words), "a b\nab\n", result)).toHaveLength(count);
});

test("a text is no part of a longer one", () => {
  const original = "if x > 10:\n    run(x)\n";
  const reply = 'Change "x > 1" to "x > 2".\n\n```python\n    run(x, 1)\n```\n';
  const sketches = readReply(reply, { path: "run.py", language: "python", original });
  const outcome = applyStructural({ original, sketches, language: "python", parser: undefined });
  if (outcome.type === "merged") expect(outcome.text).toContain("x > 10");
});

test("leaves to a block what it shows", () => {
  expect(apply(`Change "compare(" to "compare_all(":\n\n${BLOCK}`)).not.toContain("still there");
});
