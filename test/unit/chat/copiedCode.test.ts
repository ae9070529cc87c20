import { describe, expect, test } from "vitest";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { copiedCode, copiedPatch } from "../../../extension/core/chat/copiedCode.ts";
import { elisionMarker } from "../../../extension/core/chat/elisionMarker.ts";
import { elidedText, type PlacedBlock } from "../../../extension/core/chat/placedBlock.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

const before = `function load() {
  first();
  second();
  third();
  done();
}

function unused() {
  nothing();
}
`;

const after = `function load() {
  if (isReady()) {
    first();
    second();
    third();
    done();
  }
}
`;

const code = `<<<<<<< SEARCH
function load() {
  first();
  ... 2 lines ...
  done();
}
=======
function load() {
  if (isReady()) {
    first();
    ... 2 lines ...
    done();
  }
}
>>>>>>> REPLACE

<<<<<<< SEARCH

function unused() {
... 1 line ...
}
=======
>>>>>>> REPLACE`;

const placed: PlacedBlock = {
  path: "src/load.ts",
  before,
  after,
  edits: [
    { line: 0, at: 1, reason: "", elided: [{ start: 2, end: 4 }] },
    { line: 16, at: 7, reason: "", elided: [{ start: 8, end: 9 }] },
  ],
};

describe("the code that is copied", () => {
  test("is the new code, with a comment for lines that are not known", () => {
    const marked = after.trimEnd().replace(/ {4}second.*\n.*third.*/, "    // ... 2 lines ...");
    expect(copiedCode(code, "ts")).toBe(marked);
    expect(copiedCode(code, undefined)).toBe(marked.replace("// ", ""));
  });

  test("has the lines of the file where they are known, indented as they will be", () => {
    expect(copiedCode(code, "ts", placed)).toBe(after.trimEnd());
  });

  test("has a blank line between the edits, and no file names above them", () => {
    const edits = "<<<<<<< SEARCH\na\n=======\nb\n\n>>>>>>> REPLACE";
    expect(copiedCode(`src/a.ts\n${edits}\nsrc/b.ts\n${edits}\n// more`, "ts")).toBe("b\n\nb\n\n// more");
  });

  test.each([
    ["plain code stays to the letter", "\na();  \n", "\na();  \n"],
    ["an edit that only deletes has none", "<<<<<<< SEARCH\na\n=======\n>>>>>>> REPLACE", ""],
    ["an edit without its second half has none", "<<<<<<< SEARCH\na\n", ""],
    ["what there is of the second half", "<<<<<<< SEARCH\na\n=======\na\nb", "a\nb"],
  ])("%s", (_, given, expected) => {
    expect(copiedCode(given, "ts")).toBe(expected);
  });

  test.each([
    ["ts", 12, "// ... 12 lines ..."],
    ["py", 1, "# ... 1 line ..."],
    ["css", undefined, "/* ... */"],
    ["html", 3, "<!-- ... 3 lines ... -->"],
    ["json", 3, "... 3 lines ..."],
    [undefined, undefined, "..."],
  ])("lines left out in %s", (language, count, expected) => {
    expect(elisionMarker(language, count)).toBe(expected);
  });
});

describe("the patch that is copied", () => {
  test("is a unified diff where each edit has its place", () => {
    const patch = copiedPatch(code, placed);
    expect(patch).toContain("--- a/src/load.ts\n+++ b/src/load.ts\n@@ -1,10 +1,8 @@\n function load() {\n-  first();");
    expect(applied(patch)).toBe(after);
  });

  test("is the edits as they are written where one has none, so that they apply again", () => {
    const lost = { line: 16, reason: "It is not there.", elided: [] };
    expect(copiedPatch(code, { ...placed, edits: [...placed.edits.slice(0, 1), lost] })).toBe(code);
    expect(copiedPatch(code)).toBe(code);
    expect(applied(copiedPatch(code))).toBe(after);
  });
});

function applied(reply: string): string | undefined {
  const context = { path: "src/load.ts", language: "typescript", original: before };
  const outcome = applyStructural({
    original: before,
    sketches: readReply(reply, context),
    language: "typescript",
    parser: undefined,
  });
  return outcome.type === "merged" ? outcome.text : JSON.stringify(outcome);
}

test("the lines that an elision stands for are those of the file", () => {
  expect(elidedText(placed, 0, 0)).toBe("  second();\n  third();");
  expect(elidedText(placed, 0, 1)).toBeUndefined();
  expect(elidedText(placed, 1, 0)).toBeUndefined();
});
