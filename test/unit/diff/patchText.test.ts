import { describe, expect, it } from "vitest";
import { formatPatch, patchLines, type FilePatch } from "../../../extension/core/diff/patch.ts";

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${String(from + index)}`);
const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** What a patch says, line by line. That git takes such patches is shown in patch.test.ts. */
function check(name: string, patch: Partial<FilePatch>, want: readonly string[]): void {
  it(name, () => {
    const whole: FilePatch = { oldName: "a.txt", newName: "a.txt", original: "", text: "", ...patch };
    expect(formatPatch(whole).split("\n")).toEqual([...want, ""]);
  });
}

describe("the head of a patch", () => {
  const update = ["@@ -1 +1 @@", "-a", "+b"];
  const names = (name: string, end = ""): string[] => [
    `diff --git ${name.replace("?", "a/")} ${name.replace("?", "b/")}`,
    `--- ${name.replace("?", "a/")}${end}`,
    `+++ ${name.replace("?", "b/")}${end}`,
    ...update,
  ];
  const change = (name: string): Partial<FilePatch> => ({ oldName: name, newName: name, original: "a\n", text: "b\n" });
  check("names the file twice", change("src/a.ts"), names("?src/a.ts"));
  check("ends a name with a blank by a tab", change("my file.txt"), names("?my file.txt", "\t"));
  check("quotes a quote", change('a "b".txt'), names(String.raw`"?a \"b\".txt"`, "\t"));
  check("quotes a backslash", change(String.raw`a\b.txt`), names(String.raw`"?a\\b.txt"`));
  check("writes a control character as three octal digits", change("a\tb\u0085"), names(String.raw`"?a\011b\205"`));
  check("leaves letters beyond ASCII alone", change("größe.txt"), names("?größe.txt"));

  check("of a new file", { oldName: undefined, text: "a\nb\n" }, [
    "diff --git a/a.txt b/a.txt",
    "new file mode 100644",
    "--- /dev/null",
    "+++ b/a.txt",
    "@@ -0,0 +1,2 @@",
    "+a",
    "+b",
  ]);
  check("of a new file without text", { oldName: undefined }, [
    "diff --git a/a.txt b/a.txt",
    "new file mode 100644",
    "index 0000000..e69de29",
  ]);
  check("of a deleted file", { newName: undefined, original: "a\n" }, [
    "diff --git a/a.txt b/a.txt",
    "deleted file mode 100644",
    "--- a/a.txt",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-a",
  ]);
  check("of a deleted program", { newName: undefined, original: "a\n", isExecutable: true }, [
    "diff --git a/a.txt b/a.txt",
    "deleted file mode 100755",
    "--- a/a.txt",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-a",
  ]);
  check("of a deleted file without text", { newName: undefined }, [
    "diff --git a/a.txt b/a.txt",
    "deleted file mode 100644",
    "index e69de29..0000000",
  ]);
  check("of a moved file", { oldName: "b c.txt", original: "a\n", text: "b\n" }, [
    "diff --git a/b c.txt b/a.txt",
    "rename from b c.txt",
    "rename to a.txt",
    "--- a/b c.txt\t",
    "+++ b/a.txt",
    ...update,
  ]);
  check("of a file that only moved", { oldName: "b.txt", original: "a\n", text: "a\n" }, [
    "diff --git a/b.txt b/a.txt",
    "rename from b.txt",
    "rename to a.txt",
  ]);

  it("is empty where nothing changes, and so are the hunks", () => {
    const same = { oldName: "a.txt", newName: "a.txt", original: "a\n", text: "a\n" };
    expect(patchLines(same)).toEqual({ head: [], hunks: [] });
  });
});

/** The hunks alone, of a text of twenty lines in which some become others. */
function checkHunks(name: string, changes: Readonly<Record<number, readonly string[]>>, want: readonly string[]): void {
  it(name, () => {
    const before = numbers(1, 20);
    const after = before.flatMap((line, index) => changes[index + 1] ?? [line]);
    const { hunks } = patchLines({ oldName: "a", newName: "a", original: text(before), text: text(after) });
    expect(hunks).toEqual(want);
  });
}

const kept = (from: number, to: number): string[] => numbers(from, to).map((line) => ` ${line}`);

describe("hunks", () => {
  checkHunks("have three lines before and behind", { 10: ["ten"] }, [
    "@@ -7,7 +7,7 @@",
    ...kept(7, 9),
    "-line 10",
    "+ten",
    ...kept(11, 13),
  ]);
  checkHunks("have fewer at the ends of the file", { 2: [], 20: ["line 20", "more"] }, [
    "@@ -1,5 +1,4 @@",
    " line 1",
    "-line 2",
    ...kept(3, 5),
    "@@ -18,3 +17,4 @@",
    ...kept(18, 20),
    "+more",
  ]);
  checkHunks("are one with six lines between two changes", { 5: [], 12: ["twelve"] }, [
    "@@ -2,14 +2,13 @@",
    ...kept(2, 4),
    "-line 5",
    ...kept(6, 11),
    "-line 12",
    "+twelve",
    ...kept(13, 15),
  ]);
  checkHunks("are two with seven, the second one moved by what the first one brought", { 5: ["5a", "5b"], 13: [] }, [
    "@@ -2,7 +2,8 @@",
    ...kept(2, 4),
    "-line 5",
    "+5a",
    "+5b",
    ...kept(6, 8),
    "@@ -10,7 +11,6 @@",
    ...kept(10, 12),
    "-line 13",
    ...kept(14, 16),
  ]);

  const file = ["diff --git a/a.txt b/a.txt", "--- a/a.txt", "+++ b/a.txt"];
  check("say where the last line has no end", { original: "a\nb", text: "a\nb\n" }, [
    ...file,
    "@@ -1,2 +1,2 @@",
    " a",
    "-b",
    String.raw`\ No newline at end of file`,
    "+b",
  ]);
  check("say it of a line that stays as well", { original: "a\nb", text: "b" }, [
    ...file,
    "@@ -1,2 +1 @@",
    "-a",
    " b",
    String.raw`\ No newline at end of file`,
  ]);
  check("take a carriage return for a part of the line", { original: "a\r\n", text: "a\n" }, [
    ...file,
    "@@ -1 +1 @@",
    "-a\r",
    "+a",
  ]);
  check("of a text that was empty begin behind line 0", { text: "a\n" }, [...file, "@@ -0,0 +1 @@", "+a"]);
  check("of a text that becomes empty end there", { original: "a\nb\n" }, [...file, "@@ -1,2 +0,0 @@", "-a", "-b"]);
});
