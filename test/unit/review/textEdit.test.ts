import { expect, it } from "vitest";
import { editInLine } from "../../../extension/core/review/textEdit.ts";

it.each([
  ["the letter that differs", "a(b)", "a(c)", "2-3 c"],
  ["all that is between the equal ends", "let a = 1;", "let bc = 21;", "4-8 bc = 2"],
  ["nothing away inside the line", "ab", "aXb", "1-1 X"],
  ["the last letter along where text comes at the end", "ab", "abX", "1-2 bX"],
  ["the first letter along where text comes at the start", "ab", "Xab", "0-1 Xa"],
  ["the last of equal letters along", "aa", "aaa", "1-2 aa"],
  ["letters that go", "abc", "ac", "1-2 "],
  ["letters that go at the end", "abc", "ab", "2-3 "],
  ["letters that go at the start", "abc", "bc", "0-1 "],
  ["no letter for both ends", "aba", "a", "1-3 "],
  ["the whole line", "a", "b", "0-1 b"],
  ["two letters with an equal first half", "\u{1F600}x", "\u{1F601}x", "0-2 \u{1F601}"],
  ["two letters with an equal second half", "x\u{1F600}", "x\u{1FA00}", "1-3 \u{1FA00}"],
  ["the first of such letters", "\u{10000}", "\u{10001}", "0-2 \u{10001}"],
  ["the last of such first halves", "\u{10FC00}", "\u{10FC01}", "0-2 \u{10FC01}"],
  ["the first of such second halves", "\u{10000}", "\u{10400}", "0-2 \u{10400}"],
  ["the last of such second halves", "\u{103FF}", "\u{107FF}", "0-2 \u{107FF}"],
  ["no letter that is whole above it", "\uD7FFa", "\uD7FFb", "1-2 b"],
  ["no letter that is whole below it", "a\uE000", "b\uE000", "0-1 b"],
  ["no half above it that begins no letter", "\uDC00a", "\uDC00b", "1-2 b"],
])("an edit in a line takes %s", (_, before, after, want) => {
  const edit = editInLine(7, before, after);
  expect([edit.startLine, edit.endLine]).toEqual([7, 7]);
  expect(`${edit.startCharacter}-${edit.endCharacter} ${edit.text}`).toBe(want);
  expect(before.slice(0, edit.startCharacter) + edit.text + before.slice(edit.endCharacter)).toBe(after);
});
