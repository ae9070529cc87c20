import { expect, test } from "vitest";
import { mayHaveLongStrings } from "../../../extension/core/text/longStrings.ts";

// Where such a string is overlooked, its lines are indented anew with the code around, and the program prints something else.
test.each<[string, string]>([
  ["three quotes", 'a = """\nb\n"""'],
  ["three apostrophes", "a = '''\nb\n'''"],
  ["a grave accent", "a = `\nb\n`"],
  ["a here-document", "cat <<EOF\nb\nEOF"],
  ["an indented here-document", "cat <<-EOF\nb\nEOF"],
  ["a squiggly here-document", "a = <<~EOF\nb\nEOF"],
  ["a quoted here-document", "cat <<'EOF'\nb\nEOF"],
  ["a here-document in double quotes", 'cat <<"EOF"\nb\nEOF'],
  ["a raw string of C++", 'a = R"(b)"'],
  ["a verbatim string of C#", 'a = @"b"'],
  ["a raw string of Rust", 'a = r#"b"#'],
  ["a raw string of Rust without a sign", 'a = r"b"'],
  ["a literal of Ruby", "a = %(b\nc)"],
  ["one with a letter", "a = %q[b\nc]"],
  ["one that is a command", "a = %x{b\nc}"],
  ["a quote without a partner", 'a = "b\nc"'],
  ["a third quote", 'a = "b" + "\nc"'],
  ["an apostrophe without a partner", "a = 'b\nc'"],
  ["a third apostrophe", "a = 'b' + '\nc'"],
  ["a quote behind a word", 'a = b"c\nd"'],
  ["an apostrophe at the beginning", "'\nc'"],
])("a text may have a long string: %s", (_, text) => {
  expect(mayHaveLongStrings(text)).toBe(true);
});

// Such files are most, and half a parse is saved for each.
test.each<[string, string]>([
  ["nothing", ""],
  ["strings of one line", "a(\"b\", 'c');\nd('e', \"f\");"],
  ["an apostrophe in a word", "// It doesn't.\na();"],
  ["an apostrophe behind a word", "// The users' names\na();"],
  ["a shift", "a = b << 2;"],
  ["a remainder", "a = b % 2;"],
  ["quotes in two lines", 'a("b");\nc("d");'],
])("a text has no long string: %s", (_, text) => {
  expect(mayHaveLongStrings(text)).toBe(false);
});
