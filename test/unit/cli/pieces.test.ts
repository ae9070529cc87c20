import { expect, test } from "vitest";
import { cleanUp, folderOf, original, run, twins, unsure } from "./applying.ts";
import { command, readFolder } from "./command.ts";

cleanUp();

const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
/** One block with its place, one with two, and one with none. */
const blocks =
  block("class A {", "class First {") +
  block("  save() {\n    write(1);", "  save() {\n    check();\n    write(1);") +
  block("nowhere();", "somewhere();");
const draft = twins.replace("class A", "class First");
const inA = draft.replace("write(1)", "check();\n    write(1)");
const inB = draft.replace("B {\n  save() {", "B {\n  save() {\n    check();");

const lines = (start: number, end: number): object => ({ start, end });
const pieces = [
  {
    number: 1,
    state: "placed",
    certainty: 1,
    sketch: lines(1, 5),
    original: lines(1, 1),
    result: lines(1, 1),
  },
  {
    number: 2,
    state: "open",
    certainty: 0.5,
    sketch: lines(6, 13),
    reason: 'What the edit searches, beginning with "save() {", is in the file 2 times.',
    alternatives: [
      {
        number: 1,
        label: "after line 2, `save() {`, in `class A {`",
        certainty: 0.5,
        original: lines(3, 2),
        text: lines(3, 2),
        lines: ["    check();"],
      },
      {
        number: 2,
        label: "after line 8, `save() {`, in `class B {`",
        certainty: 0.5,
        original: lines(9, 8),
        text: lines(9, 8),
        lines: ["    check();"],
      },
    ],
  },
  {
    number: 3,
    state: "not-applicable",
    certainty: 0,
    sketch: lines(14, 18),
    reason: 'The file does not contain what the edit searches, beginning with "nowhere();".',
  },
];

interface PrintedPiece {
  readonly state: string;
  readonly alternatives?: readonly { readonly text: { start: number; end: number }; readonly lines: string[] }[];
}

/** The texts that the alternatives give, from what was printed alone. */
function textsOf(text: string, found: readonly PrintedPiece[]): readonly string[] {
  const all = text.split("\n");
  return found.flatMap(({ alternatives = [] }) =>
    alternatives.map((one) =>
      [...all.slice(0, one.text.start - 1), ...one.lines, ...all.slice(one.text.end)].join("\n"),
    ),
  );
}

test("--json tells of each piece what became of it, so that each alternative can be written", async () => {
  const folder = folderOf({ "a.js": twins });
  const { code, stdout } = await run(folder, "apply --file a.js --json", blocks);
  const { targets } = JSON.parse(stdout) as {
    targets: { sure: string; pieces: PrintedPiece[] }[];
  };
  expect(code).toBe(1);
  expect(targets).toMatchObject([{ outcome: "ambiguous", draft, sure: draft, placements: [{ result: lines(1, 1) }] }]);
  expect(targets[0]?.pieces).toEqual(pieces);
  expect(textsOf(targets[0]?.sure ?? "", targets[0]?.pieces ?? [])).toEqual([inA, inB]);
});

test("--json gives the text that the alternatives are of also where the draft is a guess", async () => {
  const folder = folderOf({ "a.js": twins });
  const { stdout } = await run(folder, "apply --file a.js --json", unsure);
  const { targets } = JSON.parse(stdout) as { targets: { sure: string; draft: string; pieces: PrintedPiece[] }[] };
  expect(targets[0]?.sure).toBe(twins);
  const texts = textsOf(twins, targets[0]?.pieces ?? []);
  expect(texts).toContain(twins.replace("write(1)", "write(2)"));
  expect(texts).toContain(targets[0]?.draft);
});

test("--jsonl tells the same, and is confident of no part", async () => {
  const request = { id: 1, original: twins, sketch: blocks, path: "a.js" };
  const { stdout } = await command.run(["apply", "--jsonl"], { stdin: `${JSON.stringify(request)}\n` });
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, output: draft, confident: false, sure: draft, pieces });
});

test("what is merged has its pieces too", async () => {
  const folder = folderOf({ "a.js": original });
  const { stdout } = await run(folder, "apply --file a.js --json", block('  log("part");', "  part();"));
  const { targets } = JSON.parse(stdout) as { targets: object[] };
  const placed = { number: 1, state: "placed", certainty: 1, original: lines(9, 9), result: lines(9, 9) };
  expect(targets).toMatchObject([{ outcome: "merged", pieces: [placed] }]);
});

test("the text names what is left out and what each may mean, and nothing is written", async () => {
  const folder = folderOf({ "a.js": twins });
  const { code, stderr, stdout } = await run(folder, "apply --file a.js --write", blocks);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr)
    .toBe(`fast-apply: a.js: not sure, so nothing is written. 1 of 3 pieces placed; 1 open (lines 6 to 13), 1 not applicable (lines 14 to 18).
  piece 2, lines 6 to 13 of the sketch: What the edit searches, beginning with "save() {", is in the file 2 times.
    2=1  a.js:3  after line 2, \`save() {\`, in \`class A {\` (50 %)
      2     save() {
        +     check();
      3       write(1);
    2=2  a.js:9  after line 8, \`save() {\`, in \`class B {\` (50 %)
      8     save() {
        +     check();
      9       write(1);
  piece 3, lines 14 to 18 of the sketch: The file does not contain what the edit searches, beginning with "nowhere();".
  Next: repeat the command with --choose 2=1 for what is meant, or --choose 2=none to leave it out, for each of these pieces, or --partial for what is sure without them.
`);
  expect(readFolder(folder)).toEqual({ "a.js": twins });
});
