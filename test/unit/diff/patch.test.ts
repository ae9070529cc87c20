import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { formatPatch, type FilePatch } from "../../../extension/core/diff/patch.ts";

const update = (original: string, text: string, name = "a.txt"): FilePatch => ({
  oldName: name,
  newName: name,
  original,
  text,
});

/** What git makes of a patch: the file by its new name, `undefined` where it is gone. */
function gitApply(folder: string, patch: FilePatch): string | undefined {
  const { oldName, newName, original } = patch;
  const place = (name: string): string => join(folder, name);
  for (const name of [oldName, newName]) if (name !== undefined) rmSync(place(name), { force: true });
  if (oldName !== undefined) {
    mkdirSync(dirname(place(oldName)), { recursive: true });
    writeFileSync(place(oldName), original);
  }
  const text = formatPatch(patch);
  if (text !== "") execFileSync("git", ["apply", "-"], { cwd: folder, input: text, stdio: "pipe" });
  if (oldName !== undefined && oldName !== newName) expect(existsSync(place(oldName))).toBe(false);
  return newName === undefined ? undefined : readFileSync(place(newName), "utf8");
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "fast-apply-patch-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

const numbers = (count: number): string[] => Array.from({ length: count }, (_, i) => `line ${String(i)}`);
const long = numbers(40).join("\n");

describe("git takes the patch", () => {
  test.each<[string, FilePatch]>([
    ["nothing changed", update("a\n", "a\n")],
    ["one line", update("a\nb\nc\n", "a\nB\nc\n")],
    ["the last line without its end", update("a\nb", "a\nb\n")],
    ["an end taken away", update("a\nb\n", "a\nb")],
    ["CRLF", update("a\r\nb\r\n", "a\r\nB\r\nc\r\n")],
    ["mixed ends", update("a\r\nb\nc\r", "a\r\nB\nc\r")],
    ["a BOM", update("\uFEFFa\nb\n", "\uFEFFA\nb\n")],
    ["changes far apart", update(long, long.replace("line 2\n", "two\n").replace("line 33\n", ""))],
    ["changes whose context touches", update(long, long.replace("line 2\n", "two\n").replace("line 9\n", ""))],
    ["all lines gone", update("a\nb\n", "")],
    ["the first lines of an empty file", update("", "a\nb\n")],
    ["a new file", { oldName: undefined, newName: "src/new.ts", original: "", text: "a\n" }],
    ["a new empty file", { oldName: undefined, newName: "new.ts", original: "", text: "" }],
    ["a deleted file", { oldName: "old.ts", newName: undefined, original: "a\nb", text: "" }],
    ["a deleted empty file", { oldName: "old.ts", newName: undefined, original: "", text: "" }],
    ["a moved file", { oldName: "old.ts", newName: "src/new.ts", original: "a\nb\n", text: "a\nB\n" }],
    ["a moved file alone", { oldName: "old.ts", newName: "src/new.ts", original: "a\n", text: "a\n" }],
    ["a blank in the name", update("a\n", "b\n", "my file.txt")],
    ["a quote in the name", update("a\n", "b\n", 'a "quoted" name.txt')],
    ["letters beyond ASCII in the name", update("a\n", "b\n", "größe/名.txt")],
  ])("%s", (_, patch) => {
    expect(gitApply(emptyFolder(), patch)).toBe(patch.newName === undefined ? undefined : patch.text);
  });

  test("any texts", { timeout: 60_000 }, () => {
    const folder = emptyFolder();
    const line = fc.constantFrom("a", "b", "", "}", "-x", "+x", " x", "@@ -1 +1 @@", "\\ No", "--- a/a.txt", "ü");
    const text = fc
      .array(fc.tuple(line, fc.constantFrom("\n", "\n", "\n", "\r\n", "\r")), { maxLength: 40 })
      .chain((parts) =>
        fc.boolean().map((ended) =>
          parts
            .flat()
            .slice(0, ended ? undefined : -1)
            .join(""),
        ),
      );
    fc.assert(
      fc.property(text, text, (original, fresh) => {
        expect(gitApply(folder, update(original, fresh))).toBe(fresh);
      }),
      runs(150),
    );
  });
});

test("reads as git writes it", () => {
  const original = numbers(12).join("\n");
  const text = original.replace("line 0", "zero").replace("line 11", "eleven\n");
  expect(formatPatch(update(original, text, "src/a.ts"))).toMatchInlineSnapshot(`
    "diff --git a/src/a.ts b/src/a.ts
    --- a/src/a.ts
    +++ b/src/a.ts
    @@ -1,4 +1,4 @@
    -line 0
    +zero
     line 1
     line 2
     line 3
    @@ -9,4 +9,4 @@
     line 8
     line 9
     line 10
    -line 11
    \\ No newline at end of file
    +eleven
    "
  `);
});
