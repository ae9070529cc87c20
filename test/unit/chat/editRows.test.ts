import { describe, expect, test } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { changedParts } from "../../../extension/core/chat/changedParts.ts";
import { codeParts, editsAmong, NO_CODE, partsRead, readCode } from "../../../extension/core/chat/editParts.ts";
import type { CodePart } from "../../../extension/core/chat/editParts.ts";
import { countRows, editRows } from "../../../extension/core/chat/editRows.ts";
import type { EditRow } from "../../../extension/core/chat/editRows.ts";

const SIGNS = { kept: "  ", removed: "- ", added: "+ ", moved: "> " };

function drawn(row: EditRow): string {
  return row.type === "elision" ? `${row.fate} #${row.nth} ${row.count ?? "?"}` : SIGNS[row.type] + row.text;
}

/** The parts as a user sees them, with the line of the code at which each begins. */
function shown(parts: readonly CodePart[]): readonly string[] {
  return parts.flatMap((part) => {
    if (part.type === "text") return [`text ${part.line}`, ...part.text.split("\n")];
    return [`edit ${part.line}${part.isClosed ? "" : " open"}`, ...editRows(part).map(drawn)];
  });
}

const check = (code: string, expected: readonly string[]): void => {
  expect(shown(codeParts(code))).toEqual(expected);
};

/** Of an edit with these two sides. */
const rows = (search: readonly string[], replace: readonly string[] | undefined, isClosed = true): readonly string[] =>
  editRows({ search, replace, isClosed }).map(drawn);

const edit = (search: string, replace: string): string => `<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE`;

describe("the rows of exact edits", () => {
  test("are the diff of both sides", () => {
    check(edit("total() {\n  return sum;\n", "total() {\n  return sum - discount;\n"), [
      "edit 0",
      "  total() {",
      "-   return sum;",
      "+   return sum - discount;",
    ]);
  });

  test("keep what stands around the edits", () => {
    const code = ["", "src/a.ts", edit("a\n", "b\n"), "", "Then:", edit("", "c\n"), "// the end"].join("\n");
    check(code, [
      "text 0",
      "",
      "src/a.ts",
      "edit 2",
      "- a",
      "+ b",
      "text 7",
      "",
      "Then:",
      "edit 9",
      "+ c",
      "text 13",
      "// the end",
    ]);
  });

  test("fold an elision that both sides have, and say which lines moved with it", () => {
    check(edit("a {\n  ... 12 lines ...\n}\n", "if (x) {\n  a {\n    ...\n  }\n}\n"), [
      "edit 0",
      "+ if (x) {",
      ">   a {",
      "kept #0 12",
      "+   }",
      "  }",
    ]);
  });

  test.each([
    ["deletes what the search alone elides", ["a", "... 3 lines ...", "b"], ["b"], ["- a", "removed #0 3", "  b"]],
    ["in a comment", ["a", "// ... 3 lines ...", "b"], ["a", "b"], ["  a", "removed #0 3", "  b"]],
    [
      "of several, the lines beside it say which stays",
      ["a", "...", "b", "...", "c"],
      ["b", "...", "c"],
      ["- a", "removed #0 ?", "  b", "kept #1 ?", "  c"],
    ],
    [
      "text where the search has none",
      ["def f():", "  pass"],
      ["def f():", "  ..."],
      ["  def f():", "-   pass", "+   ..."],
    ],
    ["at both ends it says nothing", ["...", "a", "..."], ["...", "b", "..."], ["- a", "+ b"]],
    [
      "moves past other lines",
      ["a", "... 3 lines ...", "b"],
      ["b", "a", "... 3 lines ..."],
      ["+ b", "  a", "kept #0 3", "- b"],
    ],
  ] as const)("an elision: %s", (_, search, replace, expected) => {
    expect(rows(search, replace)).toEqual(expected);
  });

  test("show what there is of an edit that still comes", () => {
    expect(rows(["a", "... 3 lines ..."], undefined, false)).toEqual(["  a", "open #0 3"]);
    expect(rows(["a", "b", "c"], [], false)).toEqual(["  a", "  b", "  c"]);
    expect(rows(["a", "b", "c"], ["a", "x"], false)).toEqual(["  a", "+ x", "  b", "  c"]);
    expect(rows(["a", "b", "c"], ["a", "x", "c"], false)).toEqual(["  a", "- b", "+ x", "  c"]);
  });

  test("say what differs within lines that were replaced", () => {
    const changed = editRows({ search: ["a", "x = 1;"], replace: ["a", "x = 2;", "y"], isClosed: true });
    expect(changed.map(drawn)).toEqual(["  a", "- x = 1;", "+ x = 2;", "+ y"]);
    expect([...changedParts(changed)]).toEqual([
      [1, [{ start: 4, end: 5 }]],
      [2, [{ start: 4, end: 5 }]],
    ]);
  });

  test("count lines, those of elisions as far as they are known", () => {
    const [both] = editsAmong(codeParts(edit("a\n... 3 lines ...\n  b\n", "b\nc\n")));
    const counted = both === undefined ? [] : editRows(both);
    expect(countRows(counted)).toEqual({ added: 2, removed: 5 });
    expect(countRows(counted, [7])).toEqual({ added: 2, removed: 9 });
  });
});

describe("edits that are not whole, or no edits", () => {
  const markers = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
  test.each([
    ["without a divider", "<<<<<<< SEARCH\na\n>>>>>>> REPLACE\nx", ["edit 0", "  a", "text 3", "x"]],
    ["without an end", `<<<<<<< SEARCH\na\n${markers}`, ["edit 0 open", "  a", "edit 2", "- a", "+ b"]],
    ["with nothing in it", "<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE", ["edit 0"]],
    ["Cline's markers", "------- SEARCH\na\n=======\nb\n+++++++ REPLACE", ["edit 0", "- a", "+ b"]],
    ["Roo's hints", "<<<<<<< SEARCH\n:start_line:3\n-------\na\n=======\nb\n>>>>>>> REPLACE", ["edit 0", "- a", "+ b"]],
    [
      "quoted in code",
      `const text = \`\n${markers}\`;`,
      ["text 0", "const text = `", ...markers.trimEnd().split("\n"), "`;"],
    ],
    ["plain code", "a();\n\nb();", ["text 0", "a();", "", "b();"]],
  ])("%s", (_, code, expected) => {
    check(code, expected);
  });
});

const lines = (line: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> => fc.array(line, { maxLength: 9 });
const anyLine = fc.constantFrom("a", "  a", "b();", "}", "  }", "", "\0", "\0" + "0", "x = 1", "\ty", "😀 z ");
const elision = fc.constantFrom("...", "  ... 12 lines ...", "// ... existing code ...", "…");
const side = lines(fc.oneof({ weight: 4, arbitrary: anyLine }, elision));

describe("whatever the edit", () => {
  test("each line of either side is in one row, in order", () => {
    fc.assert(
      fc.property(lines(anyLine), lines(anyLine), fc.boolean(), (search, replace, isClosed) => {
        const all = editRows({ search, replace, isClosed });
        const old = all.flatMap((row) => {
          if (row.type === "elision" || row.type === "added") return [];
          return [row.type === "moved" ? row.was : row.text];
        });
        const fresh = all.flatMap((row) => (row.type === "elision" || row.type === "removed" ? [] : [row.text]));
        expect(old).toEqual(search);
        if (isClosed) expect(fresh).toEqual(replace);
        for (const row of all) if (row.type === "moved") expect(row.was.trimStart()).toBe(row.text.trimStart());
      }),
      runs(2_000),
    );
  });

  test("each elision of the search that says something has its numbers", () => {
    fc.assert(
      fc.property(side, side, (search, replace) => {
        const all = editRows({ search, replace, isClosed: true });
        const gone = all.flatMap((row) => (row.type === "elision" && row.fate !== "added" ? [row.nth] : []));
        expect(gone).toEqual(gone.map((_, nth) => nth));
      }),
      runs(1_000),
    );
  });
});

const codeLine = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "  b", "", "...", "<div>", "=", "<<<<<<< HEAD", ">>>>>>> x", "-----") },
  fc.constantFrom(
    "<<<<<<< SEARCH",
    "=======",
    ">>>>>>> REPLACE",
    "<<<<<<< SEARCH a.ts",
    "------- SEARCH",
    "+++++++ REPLACE",
    ">>>>>>>",
    ":start_line:3",
  ),
);
const MARKER = /^\s*(?:<{2,}|>{2,}|={2,}|-{6,}|\+{6,}) ?(?:S|O|R|U|$)/m;

describe("code read as it grows", () => {
  const grow = (code: string, sizes: readonly number[], look: (parts: readonly CodePart[]) => void): void => {
    let read = NO_CODE;
    for (let at = 0, step = 0; at < code.length; step++) {
      at = Math.min(code.length, at + (sizes[step % sizes.length] ?? 1));
      read = readCode(read, code.slice(0, at), true);
      look(partsRead(read));
    }
    expect(shown(partsRead(readCode(read, code, false)))).toEqual(shown(codeParts(code)));
  };
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });

  test("any split of the stream ends in the same rows", () => {
    fc.assert(
      fc.property(fc.array(codeLine, { maxLength: 30 }), sizes, (all, split) => {
        grow(all.join("\n"), split, () => undefined);
      }),
      runs(2_000),
    );
  });

  test("no marker shows at any moment", () => {
    const code = [
      edit("a\n  ... 3 lines ...\nb\n", "a\n"),
      "",
      "src/b.ts",
      "------- SEARCH\n:start_line:3\n-------\na\n=======\nb\n+++++++ REPLACE",
    ].join("\n");
    for (const size of [1, 2, 3, 7]) {
      grow(code, [size], (parts) => {
        expect(
          shown(parts)
            .map((line) => line.slice(2))
            .join("\n"),
        ).not.toMatch(MARKER);
      });
    }
  });

  test("an edit that has come to its end stays the same object", () => {
    const code = `${edit("a\n", "b\n")}\n\n${edit("c\n", "d\n")}\n`;
    const first = readCode(NO_CODE, code, true);
    const second = readCode(first, `${code}<<<<<<< SEARCH\nmore`, true);
    expect(second.settled).toBe(first.settled);
    expect(second.settled).toHaveLength(2);
  });

  test("a long edit is read again now and then, and at its end", () => {
    const code = edit("", "line of code\n".repeat(4_000));
    let read = NO_CODE;
    const seen = new Set<unknown>();
    for (let at = 0; at < code.length; at += 20) {
      read = readCode(read, code.slice(0, at), true);
      seen.add(read.open);
    }
    expect(seen.size).toBeLessThan(500);
    const [whole] = editsAmong(partsRead(readCode(read, code, false)));
    expect(whole?.replace?.length).toBe(4_000);
  });
});
