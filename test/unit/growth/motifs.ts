/** What texts are made of that look the same all the way, so that whatever looks far ahead or back does so at each line. */
export interface Motif {
  readonly name: string;
  /** A text of `size` lines, or of one line that has `size` times as much in it. */
  readonly text: (size: number) => string;
}

/** Lines of all kinds that readers of replies, sketches and files look for; `#` is the number of the line. */
const LINES: readonly string[] = [
  // Fences.
  "```",
  "````ts",
  "~~~",
  "```markdown",
  "```diff",
  "```md\n````ts\n```",
  " ```diff\n  ```",
  "- ```diff\n   ```",
  "- ```",
  "1. ```js",
  "> ```",
  "> > ~~~",
  "    ```",
  "```ts src/a#.ts\nlet a;\n```",
  "```ts\n// ****************************x\n```",
  // Prose.
  "- item",
  "  1. item",
  "> quote",
  "# Title #",
  "**src/a.ts**",
  "In `a.ts` and `b.ts`:",
  "",
  "   ",
  "\n- ",
  "(a) ",
  "x`y",
  "`a.ts` ",
  // Edits.
  "<<<<<<< SEARCH",
  "=======",
  ">>>>>>> REPLACE",
  "<<<<<<< SEARCH\na#\n=======\nb\n>>>>>>> REPLACE",
  "<<<<<<< SEARCH\n<<<<<<< x\n=======",
  "@@ -1,2 +3 @@",
  "@@ -1,99999 +1 @@",
  "@@ ... @@",
  "--- a/x#.ts\n+++ b/x#.ts",
  "diff --git a/x b/y",
  "*** Begin Patch",
  "*** Update File: x#.ts",
  "*** Add File: x.ts",
  "*** End of File",
  "*** End Patch",
  "*** Begin Patch\n*** End Patch",
  "-old",
  "+new",
  " same",
  "\\ No newline at end of file",
  // Code.
  "// ... existing code ...",
  "...",
  "# removed: x",
  "// (                                                                         x",
  "function f#() {",
  "  return 1; // why",
  "}",
  "},",
  "{",
  '  "a#": 1,',
  "a",
  "\ta",
  "a\r",
  "`${",
  "}`",
  "<div>",
  "</div>",
  "<!--",
  "/*",
  "*/",
  '"""',
  "#if X",
  "end",
];

/** What a long line consists of. */
const RUNS: readonly string[] = [
  ...",()`~*# {}[]=->.\"'\\|_:@+<1aé\t".split(""),
  "//",
  " #",
  " //",
  ' "#',
  "/*",
  "*/",
  "<!--",
  "${",
  "../",
  "::",
  "a,",
  "a.b ",
  "<a ",
  "\u{1F600}",
];

const lines = (unit: string, size: number): string =>
  Array.from({ length: size }, (_, index) => `${unit.replaceAll("#", String(index))}\n`).join("");

const ofLines = LINES.map((line): Motif => ({ name: line, text: (size) => lines(line, size) }));

/** Each line in turn with some of the others. */
const ofPairs = LINES.flatMap((line, index) =>
  [1, 24].map((distance): Motif => {
    const other = LINES[(index + distance) % LINES.length] ?? "";
    const unit = `${line}\n${other}`;
    return { name: unit, text: (size) => lines(unit, size / 2) };
  }),
);

/** What a text that goes on for as long as it likes may begin with. */
const HEADS = ["```diff\n@@ -1,99999 +1 @@\n", "*** Update File: a.ts\n", "<<<<<<< SEARCH\n"];

const behindHeads = LINES.map((line, index): Motif => {
  const head = HEADS[index % HEADS.length] ?? "";
  return { name: `${head}${line}`, text: (size) => head + lines(line, size) };
});

/** The end keeps a pattern from being content with the run. */
const ofRuns = RUNS.map((run): Motif => ({
  name: `a line of ${JSON.stringify(run)}`,
  text: (size) => ["", "// ", "```"].map((head) => `${head}${run.repeat(3 * size)}x"\`\n`).join(""),
}));

export const motifs: readonly Motif[] = [...ofLines, ...ofPairs, ...behindHeads, ...ofRuns];
