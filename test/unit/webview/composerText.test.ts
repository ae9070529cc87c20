import { expect, test } from "vitest";
import type { Reference } from "../../../extension/core/chat/chatSchemas.ts";
import {
  chipLabel,
  freeName,
  isLongPaste,
  linesOf,
  sentReferences,
  withReference,
  withoutReference,
} from "../../../webview/composer/attached.ts";
import { mentionAt, mentionOf } from "../../../webview/composer/mention.ts";
import { recall } from "../../../webview/composer/recall.ts";

/** `|` is the caret. */
function check(marked: string, query: string | undefined): void {
  test(`mention in ${JSON.stringify(marked)}`, () => {
    const caret = marked.indexOf("|");
    const found = mentionAt(marked.replace("|", ""), caret);
    expect(found?.query).toBe(query);
    if (found !== undefined) expect(marked[found.start]).toBe("@");
  });
}

check("@|", "");
check("@src/ca|", "src/ca");
check("look at @car|t.ts", "car");
check("(@x|", "x");
check("line\n@x|", "x");
check("|@x", undefined);
check("me@host|", undefined);
check("@x y|", undefined);
check("@x\n|", undefined);
check("`@scope/pa|", "scope/pa");
check("@a@b|", undefined);
check("plain|", undefined);

const uri = "file:///w/src/cart.ts";
const path = "src/cart.ts";
const references: readonly (readonly [Reference, mention: string, chip: string])[] = [
  [{ type: "file", uri, path }, "@cart.ts", "cart.ts"],
  [{ type: "file", uri, path: "cart.ts" }, "@cart.ts", "cart.ts"],
  [{ type: "folder", uri, path: "src/lib/" }, "@lib/", "lib/"],
  [{ type: "selection", uri, path, startLine: 3, endLine: 9 }, "@cart.ts:3-9", "cart.ts:3-9"],
  [{ type: "symbol", uri, path, name: "total", startLine: 3, endLine: 9 }, "@total", "total"],
  [{ type: "problems", uri, path: "src\\cart.ts" }, "@problems:cart.ts", "cart.ts"],
  [{ type: "text", name: "notes.txt", text: "" }, "@notes.txt", "notes.txt"],
];
for (const [reference, mention, chip] of references)
  test(`a ${reference.type} is ${mention}`, () => {
    expect([mentionOf(reference), chipLabel(reference)]).toEqual([mention, chip]);
  });

const a: Reference = { type: "file", uri: "file:///a", path: "a" };
const b: Reference = { type: "file", uri: "file:///b", path: "b" };
const part: Reference = { type: "selection", uri: "file:///a", path: "a", startLine: 1, endLine: 2 };

test("references are there once, and go along with the active ones unless these are left out", () => {
  expect(withReference([a], { ...a, path: "renamed" })).toEqual([a]);
  expect(withReference([a], part)).toEqual([a, part]);
  expect(withoutReference([a, part, b], part)).toEqual([a, b]);
  expect(sentReferences([a], [a, b], false)).toEqual([a, b]);
  expect(sentReferences([a], [a, b], true)).toEqual([a]);
});

test("names of pasted texts differ", () => {
  const text = (name: string): Reference => ({ type: "text", name, text: "" });
  expect(freeName([a], "a")).toBe("a");
  expect(freeName([text("x"), text("x 2")], "x")).toBe("x 3");
});

const pastes: readonly (readonly [string, lines: number, isLong: boolean])[] = [
  ["", 0, false],
  ["one", 1, false],
  ["one\n", 1, false],
  ["one\r\ntwo\r\n", 2, false],
  ["x\n".repeat(20), 20, false],
  [`${"x\n".repeat(20)}x`, 21, true],
  ["x".repeat(2_000), 1, false],
  ["x".repeat(2_001), 1, true],
];
for (const [text, lines, isLong] of pastes)
  test(`a paste of ${text.length} characters has ${lines} lines`, () => {
    expect([linesOf(text), isLongPaste(text)]).toEqual([lines, isLong]);
  });

const asked = ["third", "second", "second", "first"];
const recalls: readonly (readonly [at: number, text: string, step: 1 | -1, recalled: string | undefined])[] = [
  [-1, "", 1, "third"],
  [0, "third", 1, "second"],
  [1, "second", 1, "first"],
  [2, "first", 1, undefined],
  [2, "first", -1, "second"],
  [0, "third", -1, ""],
  [-1, "", -1, undefined],
  [-1, "mine", 1, undefined],
  [1, "second, changed", 1, undefined],
  // Emptied by hand: from the newest again.
  [2, "", 1, "third"],
];
for (const [at, text, step, recalled] of recalls)
  test(`${step === 1 ? "Up" : "Down"} from ${JSON.stringify(text)}`, () => {
    expect(recall(asked, at, text, step)?.text).toBe(recalled);
  });
