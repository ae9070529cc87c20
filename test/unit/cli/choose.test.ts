import { expect, test } from "vitest";
import { choicesByFile, parseChoice } from "../../../extension/cli/choices.ts";
import { cleanUp, folderOf, named, run, twins, unproven, unsure } from "./applying.ts";
import { readFolder, type Files } from "./command.ts";

cleanUp();

const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
/** One block with its place, one with two, and one with none. */
const blocks =
  block("class A {", "class First {") +
  block("  save() {\n    write(1);", "  save() {\n    check();\n    write(1);") +
  block("nowhere();", "somewhere();");
const sure = twins.replace("class A", "class First");
const inA = sure.replace("write(1)", "check();\n    write(1)");
const inB = sure.replace("B {\n  save() {", "B {\n  save() {\n    check();");
const both = named("a.js", blocks) + named("b.js", block("class B {", "class Second {"));
const second = twins.replace("class B", "class Second");

/** Runs the command in a folder with `a.js`, and gives what is in the folder then. */
async function choose(args: string, reply = blocks, files: Files = { "a.js": twins }) {
  const folder = folderOf(files);
  const { code, stdout, stderr } = await run(folder, `apply ${args}`, reply);
  return { code, stdout, stderr, files: readFolder(folder) };
}

test("what is chosen is written, once all pieces are decided", async () => {
  const { code, stdout, stderr, files } = await choose("--file a.js --write --choose 2=2 --choose 3=none");
  expect({ code, stdout, stderr, files }).toEqual({
    code: 0,
    stdout: "a.js updated\n",
    stderr: "",
    files: { "a.js": inB },
  });
});

test("a piece that is still open holds all back, and is told with the others in their place", async () => {
  const { code, stderr, files } = await choose("--file a.js --write --choose 2=1");
  expect({ code, files }).toEqual({ code: 1, files: { "a.js": twins } });
  expect(stderr).toMatch(/2 of 3 pieces placed; 1 not applicable.*\n {2}piece 3, .*\n {2}Next: .*--choose 3=none/);
});

test.each([
  ["--write", "a.js updated\n", sure],
  ["--diff", /^diff --git.*\+class First \{/s, twins],
  ["", sure, twins],
])("--partial %s takes what is sure, and names the rest", async (output, stdout, left) => {
  const result = await choose(`--file a.js --partial ${output}`);
  expect({ code: result.code, files: result.files }).toEqual({ code: 1, files: { "a.js": left } });
  if (typeof stdout === "string") expect(result.stdout).toBe(stdout);
  else expect(result.stdout).toMatch(stdout);
  expect(result.stderr).toMatch(/^fast-apply: a\.js: only what is sure is taken\. 1 of 3 pieces placed; 1 open/);
  expect(result.stderr).toContain(output === "--write" ? "would repeat what is written" : "--choose 2=1");
});

test("--partial has what is chosen too", async () => {
  const { code, files } = await choose("--file a.js --partial --write --choose 2=1");
  expect({ code, files }).toEqual({ code: 1, files: { "a.js": inA } });
});

test("--partial writes nothing where nothing is sure, or a file cannot be read", async () => {
  expect(await choose("--file a.js --partial --write", unsure)).toMatchObject({
    code: 1,
    stdout: "",
    files: { "a.js": twins },
  });
  const reply = both + named("gone.js", block("a", "b"));
  const files = { "a.js": twins, "b.js": twins };
  expect(await choose("--partial --write", reply, files)).toMatchObject({ code: 3, stdout: "", files });
});

test("of several files a choice names its own", async () => {
  const files = { "a.js": twins, "b.js": twins };
  const reported = await choose("--write", both, files);
  expect(reported.stderr).toMatch(/\n {4}a\.js:2=1 {2}a\.js:3 {2}after line 2/);
  expect(reported.stderr).toContain("--choose a.js:2=1 for what is meant");
  const chosen = await choose("--write --choose a.js:2=1 --choose ./a.js:3=none", both, files);
  expect(chosen).toMatchObject({ code: 0, files: { "a.js": inA, "b.js": second } });
  const partly = await choose("--partial --write", both, files);
  expect(partly).toMatchObject({ code: 1, files: { "a.js": sure, "b.js": second } });
});

test("a choice counts though the proof does not hold, which is told", async () => {
  const reported = await choose("--file a.js --write", unproven);
  const [, number = "", first = "", last = ""] = /1=(\d+) {2}a\.js:(\d+)-(\d+) /.exec(reported.stderr) ?? [];
  const { code, stderr, files } = await choose(`--file a.js --write --choose 1=${number}`, unproven);
  const chosen = twins
    .split("\n")
    .toSpliced(Number(first) - 1, Number(last) - Number(first) + 1, "    write(2);")
    .join("\n");
  expect({ code, files }).toEqual({ code: 0, files: { "a.js": chosen } });
  expect(stderr).toMatch(/^fast-apply: a\.js: chosen by you, though the proof does not hold\.\n {2}remark: /);
});

test.each([
  ["no such piece", "--choose 9=1", /No piece 9 is open\.\n {2}piece 2, .*\n {4}2=1 /],
  ["a piece that is placed", "--choose 1=1", /No piece 1 is open/],
  ["no such alternative", "--choose 2=7", /Piece 2 has no alternative 7/],
  ["one of several that does not fit", "--choose 2=1 --choose 3=1", /Piece 3 has no alternative 1/],
  ["a piece that is decided twice", "--choose 2=1 --choose 2=2", /decides piece 2 of a\.js twice/],
  ["another file", "--choose b.js:2=1", /--choose names b\.js, which the sketch is not for\.\n {2}Next: .*a\.js/],
  ["no number", "--choose 2=0", /not of the form 2=1/],
  ["no choice", "--choose two", /not of the form 2=1/],
])("%s is wrong usage, and nothing is written", async (_, args, words) => {
  const { code, stdout, stderr, files } = await choose(`--file a.js --partial --write ${args}`);
  expect({ code, stdout, files }).toEqual({ code: 2, stdout: "", files: { "a.js": twins } });
  expect(stderr).toMatch(words);
});

test("alternatives that are about the same lines do not go together", async () => {
  const same = block("write(1);", "write(2);") + block("write(1);", "write(3);");
  const { code, stderr, files } = await choose("--file a.js --write --choose 1=1 --choose 2=1", same);
  expect({ code, files }).toEqual({ code: 2, files: { "a.js": twins } });
  expect(stderr).toContain("about the same lines");
});

test("a wrong choice leaves --json with what there is, and its exit code", async () => {
  const { code, stdout } = await choose("--file a.js --json --choose 9=1");
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    targets: [{ outcome: "ambiguous", sure, pieces: [{}, { state: "open" }, {}] }],
    exitCode: 2,
  });
});

test("a file that is clear has nothing to choose, and one of several is to be named", async () => {
  const files = { "a.js": twins, "b.js": twins };
  expect((await choose("--write --choose 2=1", both, files)).stderr).toMatch(/for several\.\n {2}Next: .*a\.js:2=1/);
  const clear = await choose("--write --choose b.js:1=1", both, files);
  expect(clear).toMatchObject({ code: 2, files });
  expect(clear.stderr).toContain("b.js: --choose does not fit, so nothing is written. Nothing of it is open.");
});

test("a file that nothing fits is not to be chosen from, and the report says so", async () => {
  const files = { "a.js": "const other = 1;\n" };
  const wrong = await choose("--file a.js --write --choose 1=1", blocks, files);
  expect(wrong).toMatchObject({ code: 2, files });
  expect(wrong.stderr).toMatch(/Next: leave out --choose, since none of these has a place/);
});

test("the help says nothing of a default that is none", async () => {
  const { stdout } = await run(folderOf({}), "apply --help");
  expect(stdout).toContain("--choose <piece=alternative>");
  expect(stdout).not.toContain("default: []");
});

test("choices are read with the path of their file, whatever it holds", () => {
  expect(parseChoice("2=1")).toEqual({ path: undefined, piece: 1, alternative: 0 });
  expect(parseChoice("C:\\a=b.ts:10=none")).toEqual({ path: "C:\\a=b.ts", piece: 9, alternative: "none" });
  for (const bad of ["", "=1", "0=1", "1=-1", "1=1.5", ":1=1", "1=1 ", "99999999=1", "1=one"])
    expect(parseChoice(bad), bad).toBeUndefined();
  const given = [{ path: "src/../a.js", piece: 0, alternative: "none" } as const];
  const sorted = choicesByFile(given, ["a.js", "b.js"], "/w");
  expect(sorted.type === "choices" && sorted.of("a.js")).toEqual(new Map([[0, "none"]]));
});
