import { describe, expect, it, test } from "vitest";
import {
  endsSentence,
  isEditRemark,
  readElision,
  readInlineMarker,
  readNonCode,
} from "../../../extension/core/sketch/markers.ts";

describe("a line is an elision marker", () => {
  it.each([
    "// ... existing code ...",
    "// ...existing code...",
    "//... existing code",
    "    // ... existing code ...",
    "# ... existing code ...",
    "## ... rest of the file ...",
    "-- ... existing code ...",
    "; ... rest of the section ...",
    "% ... existing code ...",
    "/* ... */",
    "/* ... existing code ... */",
    "/** ... existing methods ... */",
    "{/* ... existing code ... */}",
    "{/* rest of the component */}",
    "<!-- ... -->",
    "<!-- ... existing content ... -->",
    "<!-- rest of the file remains unchanged -->",
    "(* ... existing code ... *)",
    "{# ... existing blocks ... #}",
    "<%# ... existing code ... %>",
    "// …",
    "// … existing code …",
    "# …",
    "...",
    "…",
    "  ...",
    "[...]",
    "(...)",
    "... existing code ...",
    "[... rest of the file ...]",
    "// [...]",
    "// ... (rest of the code remains the same) ...",
    "// ... keep existing imports ...",
    "# ... (other methods stay unchanged)",
    "// rest of the code",
    "// rest of the code remains unchanged",
    "// the rest of the file stays the same",
    "// Rest of your component...",
    "# rest of the function",
    "// existing code",
    "// Existing code here",
    "// existing imports",
    "// unchanged",
    "// no changes here",
    "// same as before",
    "# remaining methods stay as they are",
    "// other methods remain unchanged",
    "// (previous code)",
    "// keep the rest as is",
    "// leave everything else unchanged",
    "// all other functions are unchanged",
    "// omitted for brevity",
    "/* existing styles */",
    " * ...",
    " * ... rest of the description ...",
    "* ... other items ...",
    ".. ... existing content ...",
    ".. [... rest of the page ...]",
    "*... unchanged ...*",
    "_[... more of the same ...]_",
    "# ... reste inchangé ...",
    "// ... 其余代码不变 ...",
  ])("%s", (line) => {
    expect(readNonCode(line)?.type).toBe("marker");
  });
});

describe("words leave no doubt about a marker", () => {
  it.each<[string, boolean]>([
    ["// ...", true],
    ["// ... imports", true],
    ["// rest of the code remains unchanged", true],
    ["// same as before", true],
    ["// existing code", true],
    ["// existing imports", false],
    ["# other settings", false],
    ["// Loading more items ...", false],
  ])("%s: %s", (line, isSure) => {
    expect(readNonCode(line)).toEqual({ type: "marker", isSure });
  });
});

describe("a line is code, or a comment that belongs to the code", () => {
  it.each([
    "",
    "   ",
    "...props",
    "  ...props,",
    "...args: string[]",
    "...(isOpen ? extra : {}),",
    "[...items]",
    "[...first, ...second]",
    "{ ...state }",
    "..Default::default()",
    "..base",
    "Array(...args)",
    "return [...rest];",
    "const { id, ...rest } = props;",
    "// ...and then we do",
    "// First load, then render...",
    "// Wait...",
    "// see https://example.com/a...b",
    "# TODO: keep existing behaviour",
    "// TODO: handle the remaining cases",
    "// FIXME: existing users lose their session",
    "// Keep existing behaviour for old clients, see the migration guide.",
    "// Check whether the existing file is older",
    "// Returns the rest of the tokens.",
    "// The original order matters here",
    "// Remove stale entries",
    "// Deleted users keep their comments",
    "/* the rest of the tokens */ parse()",
    "/** Keeps the order of items. */",
    "# existing = load(path)",
    "#include <rest.h>",
    "#[derive(Debug)]",
    "#!/usr/bin/env node",
    "#region existing",
    "---",
    "--flag",
    "- item",
    "'use strict'",
    "'...'",
    '"""Return the rest of the items."""',
    "So the story goes on ... and ends here",
    "The rest of the file describes the format.",
    "case 1...5:",
    "for i in 0...count {",
    "x = 1...10",
    "print('...')",
    "def f(*args): ...",
    "...;",
    "// eslint-disable-next-line",
    " * Returns the rest.",
    "* ...and more",
    ".. note:: existing users",
    "*emphasis*",
    "*args, **kwargs",
  ])("%s", (line) => {
    expect(readNonCode(line)).toBeUndefined();
  });

  it("is never a marker when it is very long", () => {
    expect(readNonCode(`// ... ${"existing ".repeat(30)} ...`)).toBeUndefined();
  });
});

describe("a comment says what was removed", () => {
  it.each<[string, string | undefined, number | undefined]>([
    ["// removed", undefined, undefined],
    ["// Removed.", undefined, undefined],
    ["# deleted", undefined, undefined],
    ["<!-- removed -->", undefined, undefined],
    ["// removed: const a = 1;", "const a = 1;", undefined],
    ["// Removed: `load`", "load", undefined],
    ["# deleted: save(order)", "save(order)", undefined],
    ["// removed `render`", "render", undefined],
    ["// remove `render`.", "render", undefined],
    ["// removed 12 lines", undefined, 12],
    ["# deleted 1 line", undefined, 1],
    ["{/* removed: <Footer /> */}", "<Footer />", undefined],
  ])("%s", (line, removed, lineCount) => {
    expect(readNonCode(line)).toEqual({ type: "removal", removed, lineCount });
  });
});

describe("a line of code holds a marker", () => {
  it.each<[string, string, string]>([
    ["foo() { /* ... existing code ... */ }", "foo() {", "}"],
    ["  foo() { /* ... */ }", "  foo() {", "}"],
    ["function f() { ... }", "function f() {", "}"],
    ["function f() { … }", "function f() {", "}"],
    ["<div> {/* ... existing content ... */} </div>", "<div>", "</div>"],
    ["<ul><!-- ... existing items ... --></ul>", "<ul>", "</ul>"],
    ["def f(a):  # ... existing code ...", "def f(a):", ""],
    ["const a = 1; // ... rest of the function ...", "const a = 1;", ""],
    ["SELECT id -- ... existing columns ...", "SELECT id", ""],
    ["foo() { /* unchanged */ }", "foo() {", "}"],
  ])("%s", (line, before, after) => {
    const found = readInlineMarker(line);
    expect(found).toMatchObject({ before, after });
    expect(line).toContain(found?.marker);
  });
});

describe("a line of code holds no marker", () => {
  it.each([
    "const b = { ...a };",
    "call(...args); // spread the rest of the arguments",
    "load(); // wait for existing requests",
    "load(); // the rest of the queue is sent later",
    'log("Loading ... existing files ...");',
    "case 1...5: return x;",
    "a(/* the rest of the tokens */ b)",
    "def f(): ...",
    "type A = [...B, ...C];",
    "url = 'https://example.com/...'",
    "const existing = new Map();",
  ])("%s", (line) => {
    expect(readInlineMarker(line)).toBeUndefined();
  });
});

describe("a line of an edit leaves lines out", () => {
  it.each<[string, number | undefined]>([
    ["... 12 lines ...", 12],
    ["  ... 1 line ...", 1],
    ["… 12 lines …", 12],
    ["// ... 12 lines ...", 12],
    ["# ... 12 lines ...", 12],
    ["<!-- ... 12 lines ... -->", 12],
    ["/* ... about 40 lines ... */", 40],
    ["-- ... 3 more lines", 3],
    ["[... 7 unchanged lines ...]", 7],
    ["...", undefined],
    ["…", undefined],
    ["// ...", undefined],
    ["// ... existing code ...", undefined],
  ])("%s", (line, count) => {
    expect(readElision(line)).toEqual({ count });
  });

  it.each([
    "...args",
    "f(...args);",
    "# Leave headers as is",
    "# Loading more items...",
    "// rest of the code ...",
    "// rest of the file remains unchanged",
    "12 lines",
    "loading...",
    "// Wait for the server ...",
    "",
    `... ${"9".repeat(300)} lines ...`,
  ])("not %s", (line) => {
    expect(readElision(line)).toBeUndefined();
  });
});

describe("a remark about the change", () => {
  it.each([
    "// (the whole --trace block is gone)",
    "# old_name removed",
    "<!-- (Sepia removed) -->",
    "/* oldHandler deleted. */",
  ])("%s", (line) => {
    expect(isEditRemark(line)).toBe(true);
  });

  it.each([
    "// Number of messages that a channel holds before old ones are removed",
    "removed",
    "run(); // removed",
    "// removed: a",
    "// Waits; then the lock is gone",
    "// Skip users that were deleted",
    "// duplicates removed",
  ])("not %s", (line) => {
    expect(isEditRemark(line)).toBe(false);
  });
});

test.each<[string, boolean]>([
  ["// All other headers and request data remain unchanged.", true],
  ["// remain unchanged.", false],
  ["// All headers and the request data remain unchanged.", false],
])("the end of a comment of the file is none: %s", (line, isEnd) => {
  const known = ["// Only one header is masked. All other headers and request data remain unchanged."];
  expect(endsSentence(line, known)).toBe(isEnd);
});
