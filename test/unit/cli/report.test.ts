import { expect, test } from "vitest";
import { reportLeftFiles, reportWriteFailure } from "../../../extension/cli/report.ts";

const trouble = { type: "not-writable", path: "b.js", cause: "resource busy or locked" } as const;
const begin =
  "fast-apply: b.js: this cannot be written (resource busy or locked).\n  Next: check the permissions of the file and of its folder.\n";

test("what could not be taken back: which file has which text, and where the text before lies", () => {
  const stuck = [
    { type: "replaced", path: "a.js", backup: "/w/.a.js.0a.old", cause: "somebody else has changed it meanwhile" },
    { type: "created", path: "n.js", backup: undefined, cause: "operation not permitted" },
    { type: "removed", path: "d.js", backup: "/w/.d.js.0a.old", cause: "read-only file system" },
  ] as const;
  expect(reportWriteFailure({ type: "failed", trouble, stuck, left: [] })).toBe(
    `${begin}  These could not be taken back, and all other files are as they were:
    a.js was given its new text; the one before is in /w/.a.js.0a.old (somebody else has changed it meanwhile)
    n.js was made, and is still there (operation not permitted)
    d.js is gone from its place; it is now /w/.d.js.0a.old (read-only file system)
`,
  );
});

test("what is left beside the files is named", () => {
  const report = reportWriteFailure({ type: "failed", trouble, stuck: [], left: ["/w/.a.js.0a.tmp"] });
  expect(report).toBe(
    `${begin}  No file was changed.
fast-apply: /w/.a.js.0a.tmp: this was needed for a moment only, and could not be removed.
  Next: remove it by hand.
`,
  );
  expect(reportLeftFiles([])).toBe("");
});
