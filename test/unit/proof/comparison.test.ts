import { expect, test } from "vitest";
import type { LineChange } from "../../../extension/core/diff/lineChange.ts";
import {
  compare,
  realign,
  slides,
  stringLines,
  textChanges,
  type Comparison,
} from "../../../extension/core/proof/comparison.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";

const parsers = createSyntaxParsers(sourceGrammarsDirectory());

/** `2-3>2-4`: lines of the file, and what they became. */
const changeNames = (changes: readonly LineChange[]): string[] =>
  changes.map(({ old, new: fresh }) =>
    [old, fresh].map(({ start, end }) => `${String(start)}-${String(end)}`).join(">"),
  );

function compared(old: string, fresh: string, language?: string): Comparison {
  return compare({ text: old, language, parser: undefined, tree: undefined }, fresh);
}

test.each<[string, string, string, string | undefined, readonly string[], readonly string[], readonly number[]]>([
  ["nothing", "a\nb", "a\nb", undefined, [], [], [0, 1]],
  ["a line", "a\nb\nc", "a\nx\nc", undefined, ["1-2>1-2"], ["1-2>1-2"], [0, -1, 2]],
  ["its indentation", "a\nb", "a\n  b", undefined, [], ["1-2>1-2"], [0, 1]],
  ["blanks at its end", "a\nb ", "a\nb", undefined, [], ["1-2>1-2"], [0, 1]],
  ["a new line", "a\nb", "a\nx\nb", undefined, ["1-1>1-2"], ["1-1>1-2"], [0, -1, 1]],
  ["a line less", "a\nx\nb", "a\nb", undefined, ["1-2>1-1"], ["1-2>1-1"], [0, 2]],
  ["a comma", "a\nb", "a,\nb", undefined, ["0-1>0-1"], ["0-1>0-1"], [-1, 1]],
  ["a comma of JSON", "a\nb", "a,\nb", "json", [], ["0-1>0-1"], [0, 1]],
  ["a comma of JSON with comments", "a\nb", "a,\nb", "jsonc", [], ["0-1>0-1"], [0, 1]],
  [
    "a comma and the indentation of JSON",
    "{\n  a,\n  b\n}",
    "{\n    a\n    b,\n}",
    "json",
    [],
    ["1-3>1-3"],
    [0, 1, 2, 3],
  ],
  ["a comma within JSON", "a,b", "ab", "json", ["0-1>0-1"], ["0-1>0-1"], [-1]],
  ["a comma of a script", "a\nb", "a,\nb", "typescript", ["0-1>0-1"], ["0-1>0-1"], [-1, 1]],
])("two texts that differ in %s are compared", (_, old, fresh, language, changes, exact, oldOf) => {
  const comparison = compared(old, fresh, language);
  expect(changeNames(comparison.changes)).toEqual(changes);
  expect(changeNames(comparison.exact)).toEqual(exact);
  expect([...comparison.oldOf]).toEqual(oldOf);
  expect(comparison.old).toEqual(old.split("\n"));
  expect(comparison.new).toEqual(fresh.split("\n"));
  expect(comparison.language).toBe(language);
  expect([...comparison.inString, ...comparison.inNewString]).toEqual(
    [...comparison.old, ...comparison.new].map(() => 0),
  );
});

test.each<[string, string, string, readonly number[], readonly string[], readonly number[]]>([
  // The block `m n` moves over `p q`: which of the two moved depends on which lines are shown.
  ["what moved", "m\nn\np\nq", "p\nq\nm\nn", [2, 3], ["0-2>0-0", "4-4>2-4"], [2, 3, -1, -1]],
  ["what it moved over", "m\nn\np\nq", "p\nq\nm\nn", [0, 1], ["0-0>0-2", "2-4>4-4"], [-1, -1, 0, 1]],
  ["a line that stays", "a\nb\nc", "a\nb\nx\nc", [1], ["2-2>2-3"], [0, 1, -1, 2]],
  // A shown line that was taken for the blank one would be no new line any more.
  ["a line beside a blank one", "a\n\nb", "a\nx\n\nb", [1], ["1-1>1-2"], [0, -1, 1, 2]],
  ["a line in place of a blank one", "a\n\nb", "a\nx\nb", [1], ["1-2>1-2"], [0, -1, 2]],
  ["all lines", "a\nb", "a\nx\nb", [0, 1, 2], ["1-1>1-2"], [0, -1, 1]],
])("lines that no piece shows are found first: shown is %s", (_, old, fresh, shown, changes, oldOf) => {
  const comparison = realign(compared(old, fresh), (line) => shown.includes(line));
  expect(changeNames(comparison.changes)).toEqual(changes);
  expect([...comparison.oldOf]).toEqual(oldOf);
  expect(comparison.old).toEqual(old.split("\n"));
});

test("a comma of JSON is none of the differences between lines that no piece shows either", () => {
  const comparison = realign(compared("a\nb\nc", "x\na,\nb,\nc", "json"), (line) => line === 0);
  expect(changeNames(comparison.changes)).toEqual(["0-0>0-1"]);
  expect([...comparison.oldOf]).toEqual([-1, 0, 1, 2]);
});

test.each<[string, string, readonly number[]]>([
  ["typescript", "const a = `\n  x\n`;\nconst b = 1;", [0, 1, 1, 0]],
  ["typescript", "/*\n x\n*/\nconst a = `b`;", [0, 0, 0, 0]],
  ["typescript", 'const a = "b";\nconst c = 1;', [0, 0]],
  ["python", 'a = """\n  x\n"""\nb = 1', [0, 1, 1, 0]],
  ["python", "a = '''\n  x\n'''\nb = 1", [0, 1, 1, 0]],
  ["python", 'def f():\n  """Says\n  x.\n  """\n  return 1', [0, 0, 1, 1, 0]],
  ["shellscript", "cat <<EOF\n  x\nEOF\nls", [0, 1, 1, 0]],
  ["shellscript", "cat <<-EOF\n\tx\nEOF\nls", [0, 1, 1, 0]],
  ["shellscript", "awk '{\n  x\n}' y\nls", [0, 1, 1, 0]],
  ["shellscript", 'echo "a" "b\n  x\n"\nls', [0, 1, 1, 0]],
  ["powershell", "$a = @'\n  x\n'@\n$b = 1", [0, 1, 1, 0]],
  ["powershell", "$a = '\n  x\n'\n$b = 1", [0, 1, 1, 0]],
  ["php", '<?php\n$a = "x\n  y\n";\n$b = 1;', [0, 0, 1, 1, 0]],
  ["php", "<?php\n$a = ['b' => 'x\n  y\n'];\n$b = 1;", [0, 0, 1, 1, 0]],
  ["php", "<?php\n$a = <<<EOF\n  y\n  EOF;\n$b = 1;", [0, 0, 1, 1, 0]],
  ["go", "a := `\nx\n`\nb := 1", [0, 1, 1, 0]],
  ["rust", 'let a = r#"\n x\n"#;\nlet b = 1;', [0, 1, 1, 0]],
  ["rust", 'let a = r"\n x\n";\nlet b = 1;', [0, 1, 1, 0]],
  ["rust", 'let a = "\n x\n";\nlet b = 1;', [0, 1, 1, 0]],
  ["rust", 'let a = b"\n x\n";\nlet b = 1;', [0, 1, 1, 0]],
  ["csharp", 'var a = @$"\n x\n";\nvar b = 1;', [0, 1, 1, 0]],
  ["csharp", 'var a = @"\n x\n";\nvar b = 1;', [0, 1, 1, 0]],
  ["cpp", 'auto a = R"(\n x\n)";\nint b = 1;', [0, 1, 1, 0]],
  ["ruby", "a = %q(\n x\n)\nb = 1", [0, 1, 1, 0]],
  ["ruby", "a = %(\n x\n)\nb = 1", [0, 1, 1, 0]],
  ["ruby", "a = %x(\n x\n)\nb = 1", [0, 1, 1, 0]],
  ["ruby", "a = <<~EOF\n x\nEOF\nb = 1", [0, 1, 1, 0]],
  ["ruby", "a = 'x\n y\n'\nb = 1", [0, 1, 1, 0]],
  ["ruby", 'a = "x\n y\n"\nb = 1', [0, 1, 1, 0]],
])("lines within a string are known: %s, %j", async (language, text, lines) => {
  const parser = await parsers.load(language);
  const tree = parser?.parse(text);
  expect(tree).toBeDefined();
  expect([...stringLines(text, lines.length, tree)]).toEqual(lines);
  const comparison = compare({ text, language, parser, tree }, "b");
  expect([...comparison.inString]).toEqual(lines);
  expect([...stringLines(text, lines.length, undefined)]).toEqual(lines.map(() => 0));
  tree?.dispose();
});

test.each<[string, string, string, readonly string[] | undefined]>([
  ["a line", "a\nbb\nc", "a\nx\nc", ["2-5>2-4"]],
  ["a new line", "a\nc", "a\nb\nc", ["2-2>2-4"]],
  ["a new last line", "a", "a\nb", undefined],
  ["lines behind a mark of the order of bytes", "\ufeffa\nb", "\ufeffa\nc", ["3-4>3-4"]],
  ["a last line that gets an end", "a\nb\nc\nd", "x\nb\nc\nyy\n", ["0-2>0-2", "6-7>6-9"]],
  ["two places", "a\nb\nc\nd\n", "xx\nb\nc\ny\n", ["0-2>0-3", "6-8>7-9"]],
  ["the ends of all lines", "a\nb\n", "a\r\nb\r\n", undefined],
  ["the end of a line before a change", "a\nb\nc\n", "a\r\nb\nx\n", undefined],
])("changed lines are ranges of the texts: %s", (_, before, after, ranges) => {
  const found = textChanges(before, after, compared(before, after).exact);
  const names = found?.map(
    (range) => `${String(range.start)}-${String(range.oldEnd)}>${String(range.newStart)}-${String(range.newEnd)}`,
  );
  expect(names).toEqual(ranges);
  let text = before;
  for (const { start, oldEnd, newStart, newEnd } of found?.toReversed() ?? [])
    text = text.slice(0, start) + after.slice(newStart, newEnd) + text.slice(oldEnd);
  if (found !== undefined) expect(text).toBe(after);
});

test.each<[string, string, string, readonly string[]]>([
  ["a replaced line stays", "a\nb\nc", "a\nx\nc", ["1-2>1-2"]],
  ["new lines that are like no neighbour stay", "a\nb", "a\nx\nb", ["1-1>1-2"]],
  ["a copy of the line before", "a\nb", "a\na\nb", ["0-0>0-1", "1-1>1-2"]],
  ["lines at the beginning", "}\nz", "}\nb\n}\nz", ["0-0>0-2", "1-1>1-3"]],
  ["a block with the end of its neighbour", "a\n}\nz", "a\n}\nb\n}\nz", ["1-1>1-3", "2-2>2-4"]],
  ["lines that vanish, with the end of their neighbour", "a\n}\nb\n}\nz", "a\n}\nz", ["1-3>1-1", "2-4>2-2"]],
  ["one of equal lines vanishes", "a\na\na", "a\na", ["0-1>0-0", "1-2>1-1", "2-3>2-2"]],
])("a change may stand elsewhere as well: %s", (_, old, fresh, places) => {
  const comparison = compared(old, fresh);
  const [change] = comparison.changes;
  expect(comparison.changes).toHaveLength(1);
  const found = change === undefined ? [] : slides(change, comparison);
  expect(found[0]).toEqual(change);
  expect(changeNames(found).sort()).toEqual(places);
  for (const { old: gone, new: added } of found)
    expect([
      ...comparison.old.slice(0, gone.start),
      ...comparison.new.slice(added.start, added.end),
      ...comparison.old.slice(gone.end),
    ]).toEqual(comparison.new);
});

test("a change is moved forty lines at most", () => {
  const line = "a\n".repeat(100).trimEnd();
  const comparison = compared(line, `${line}\na`);
  const [change] = comparison.changes;
  expect(change).toBeDefined();
  const starts = change === undefined ? [] : slides(change, comparison).map(({ new: { start } }) => start);
  const from = change?.new.start ?? 0;
  expect(Math.max(...starts) - from).toBe(Math.min(40, 100 - from));
  expect(from - Math.min(...starts)).toBe(Math.min(40, from));
});
