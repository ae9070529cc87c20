import { expect, test } from "vitest";
import { canBeShown, makeCommands, scriptCommands } from "../../../extension/core/chat/testCommands.ts";
import { tidyOutput } from "../../../extension/core/chat/testOutput.ts";

const commands = (found: readonly { readonly command: string }[]): readonly string[] =>
  found.map(({ command }) => command);

test.each([
  [
    '{"scripts": {"build": "x", "test": "y", "check:types": "z"}}',
    ["npm run test", "npm run check:types", "npm run build"],
  ],
  ['{"scripts": {"a; rm -rf ~": "x", "$(id)": "y", "--help": "z", "a b": "w"}}', []],
  ['{"scripts": {"test": 1}}', []],
  ['{"name": "x"}', []],
  ["no JSON", []],
])("of %s these scripts are offered: %j", (text, want) => {
  expect(commands(scriptCommands(text, "npm"))).toEqual(want);
});

test("targets of a makefile are offered, and neither variables nor what make keeps to itself", () => {
  const text = "CC := gcc\n.PHONY: test\nall: test\n\tgo build\ntest: all\ntest: more\n%.o: %.c\n$(X): y\n";
  expect(commands(makeCommands(text))).toEqual(["make test", "make all"]);
});

test.each([
  ["npm test", true],
  ["npm test\nrm -rf ~", false],
  ["npm test \u202e", false],
  ["x".repeat(501), false],
])("%j can be shown: %s", (command, want) => {
  expect(canBeShown(command)).toBe(want);
});

test.each([
  ["a\r\nb\r\n", "a\nb"],
  ["10%\r50%\r100%\ndone", "100%\ndone"],
  ["bell\u0007 and\ttab", "bell and\ttab"],
])("the output %j reads %j", (raw, want) => {
  expect(tidyOutput(raw)).toBe(want);
});

test("of a long output the middle is left out", () => {
  const text = `first\n${"x".repeat(400)}\nlast`;
  const tidy = tidyOutput(text, 60);
  expect(tidy).toMatch(/^first\nx{14}\n\[351 characters left out\]\nx{35}\nlast$/);
});
