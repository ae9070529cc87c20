import { expect, test } from "vitest";
import { readEditSketch } from "../../../extension/core/tools/readEditSketch.ts";

const FILE = "export function total() {\n  return 1;\n}\n";
const patch = (...lines: readonly string[]): string => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
const UPDATE = ["@@", "-  return 1;", "+  return 2;"];

interface Case {
  readonly edit: string;
  readonly path?: string;
  readonly original?: string;
  /** Types of the sketches and whether they can make a file, or the words of the refusal. */
  readonly want: { readonly types: readonly string[]; readonly makesFile: boolean } | RegExp;
}

function check({ edit, path = "/shop/src/cart.ts", original = FILE, want }: Case): void {
  const read = readEditSketch(edit, path, original);
  if (want instanceof RegExp) {
    expect(read.type === "bad" ? read.message : "").toMatch(want);
    return;
  }
  expect(
    read.type === "sketch"
      ? { types: read.job.sketches.map(({ sketch }) => sketch.type), makesFile: read.makesFile }
      : read,
  ).toEqual(want);
}

test.each<[string, Case]>([
  ["lazy code", { edit: "// ... existing code ...\nx();\n", want: { types: ["code"], makesFile: false } }],
  ["a whole file", { edit: FILE, original: "", want: { types: ["code"], makesFile: true } }],
  ["a fence", { edit: "```ts\nx();\n```\n", want: { types: ["code"], makesFile: true } }],
  [
    "a search/replace block",
    { edit: "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n", want: { types: ["edits"], makesFile: false } },
  ],
  ["a patch", { edit: patch("*** Update File: src/cart.ts", ...UPDATE), want: { types: ["edits"], makesFile: false } }],
  [
    "a patch that calls the file something else",
    { edit: patch("*** Update File: x.ts", ...UPDATE), want: { types: ["edits"], makesFile: false } },
  ],
  [
    "prose, which a text may hold",
    {
      edit: "Be kind to each other.\n",
      path: "/shop/LICENSE",
      original: "",
      want: { types: ["code"], makesFile: true },
    },
  ],
  ["a patch that deletes", { edit: patch("*** Delete File: src/cart.ts"), want: /deletes the file/ }],
  [
    "a patch that moves",
    { edit: patch("*** Update File: src/cart.ts", "*** Move to: src/b.ts", ...UPDATE), want: /moves the file/ },
  ],
  [
    "a patch of several files",
    {
      edit: patch("*** Update File: a.ts", ...UPDATE, "*** Update File: b.ts", ...UPDATE),
      want: /one call for each file/,
    },
  ],
  ["a block without its end", { edit: "<<<<<<< SEARCH\na\n", want: /cannot be read to its end/ }],
])("a sketch: %s", (_, one) => {
  check(one);
});
