import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cleanUp, folderOf, twins, unproven } from "../cli/applying.ts";
import { readFolder } from "../cli/command.ts";
import { edit, endClients, startTools } from "./toolClient.ts";

cleanUp();
endClients();

const block = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
const blocks =
  block("class A {", "class First {") + block("    write(1);", "    write(2);") + block("none();", "some();");
const FIRST = twins.replace("class A", "class First");
const pick = (piece: number, alternative: number): object => ({ piece, alternative });
const named = (sketch: string, ...choice: object[]): Record<string, unknown> => ({ ...edit("a.js", sketch), choice });

async function serve(files = { "a.js": twins }, args = ["--auto"]) {
  const folder = folderOf(files);
  const { call } = await startTools(["--root", folder, ...args]);
  const write = (text: string): void => {
    writeFileSync(join(folder, "a.js"), text);
  };
  return { call, write, file: () => readFolder(folder)["a.js"] };
}

test("an agent names what is meant by the numbers of the answer, and it is written", async () => {
  const { call, file } = await serve();
  const { result } = await call("edit_file", edit("a.js", blocks));
  expect(result.message).toContain('with choice, such as [{"piece":2,"alternative":1},{"piece":3,"alternative":0}]');
  const chosen = await call("edit_file", named(blocks, pick(2, 2), pick(3, 0)));
  expect(chosen.result).toMatchObject({ outcome: "applied", hunks: [{ outcome: "accepted" }, {}], remarks: [] });
  const want = FIRST.replace("B {\n  save() {\n    write(1)", "B {\n  save() {\n    write(2)");
  expect(file()).toBe(want);
  const again = await call("edit_file", named(blocks, pick(2, 2), pick(3, 0)));
  expect(again.result.outcome, "Nothing is made twice.").toBe("applied");
  expect(file()).toBe(want);
});

test("a preview tells the numbers, and shows what is chosen", async () => {
  const { call, file } = await serve(undefined, []);
  expect((await call("preview_edit", edit("a.js", blocks))).result.pieces[1]?.alternatives).toHaveLength(2);
  const { result } = await call("preview_edit", named(blocks, pick(2, 1), pick(3, 0)));
  expect(result).toMatchObject({
    outcome: "previewed",
    diff: expect.stringMatching(/-class A \{\n\+class First \{(.|\n)*\+ {4}write\(2\)/) as string,
  });
  const without = await call("edit_file", named(blocks, pick(2, 1), pick(3, 0)));
  expect(without.result.outcome, "Without --auto nothing is written.").toBe("previewed");
  expect(file()).toBe(twins);
});

test("what nobody reviews is decided as a whole, or not at all", async () => {
  const { call, file } = await serve();
  await call("edit_file", edit("a.js", blocks));
  const { result, isError } = await call("edit_file", named(blocks, pick(2, 1)));
  expect({ outcome: result.outcome, isError, file: file() }).toEqual({
    outcome: "not sure",
    isError: true,
    file: twins,
  });
  expect(result.message).toMatch(
    /^The choice was not taken\. 2 of 3 pieces placed; 1 not applicable .* in one call\. Nothing/,
  );
  expect(result.pieces[1]?.alternatives, "The numbers stand.").toHaveLength(2);
});

test("a choice is written only where the proof holds, and else told with what speaks against it", async () => {
  const { call, file } = await serve();
  const reported = await call("edit_file", edit("a.js", unproven));
  const odd = reported.result.pieces[0]?.alternatives.find(({ lines }) => lines.end - lines.start > 1);
  const { result } = await call("edit_file", named(unproven, pick(1, odd?.number ?? 0)));
  expect(result).toMatchObject({
    outcome: "not sure",
    message: expect.stringMatching(/^The choice was not taken\. The proof does not hold/) as string,
  });
  expect(result.remarks.length).toBeGreaterThan(0);
  expect(file()).toBe(twins);
  const [likeliest] = reported.result.pieces[0]?.alternatives ?? [];
  const proven = await call("edit_file", named(unproven, pick(1, likeliest?.number ?? 0)));
  expect(proven.result.outcome).toBe("applied");
});

test("a file that changed elsewhere has what is chosen where it was meant, not where the number is now", async () => {
  const { call, write, file } = await serve();
  const only = block("    write(1);", "    write(2);");
  await call("edit_file", edit("a.js", only));
  const above = "class Z {\n  save() {\n    write(1);\n  }\n}\n";
  write(above + twins);
  expect((await call("edit_file", named(only, pick(1, 1)))).result.outcome).toBe("applied");
  expect(file()).toBe(above + twins.replace("write(1)", "write(2)"));
});

test("a file that changed in those lines is left alone, and told as it is now", async () => {
  const { call, write, file } = await serve();
  const only = block("    write(1);", "    write(2);");
  await call("edit_file", edit("a.js", only));
  const changed = `${twins.replace("write(1)", "write(7)")}class C {\n  save() {\n    write(1);\n  }\n}\n`;
  write(changed);
  const { result } = await call("edit_file", named(only, pick(1, 1)));
  expect(result).toMatchObject({
    outcome: "not sure",
    message: expect.stringMatching(/^The choice was not taken\. The file has changed since/) as string,
  });
  expect(result.pieces[0]?.alternatives.map(({ lines }) => lines.start)).toEqual([9, 14]);
  expect(file()).toBe(changed);
  expect((await call("edit_file", named(only, pick(1, 2)))).result.outcome).toBe("applied");
});

test("what was not told cannot be chosen: the answer tells it", async () => {
  const { call, file } = await serve();
  const { result } = await call("edit_file", named(blocks, pick(2, 1), pick(3, 0)));
  expect(result).toMatchObject({
    outcome: "not sure",
    message: expect.stringMatching(/No alternatives of this very edit have been told/) as string,
  });
  expect(result.pieces[1]?.alternatives).toHaveLength(2);
  const wrong = await call("edit_file", named(blocks, pick(2, 9), pick(3, 0)));
  expect(wrong.result.message).toContain("Piece 2 has no alternative 9. Nothing was changed.");
  const clear = await call("edit_file", named(block("class A {", "class First {"), pick(1, 1)));
  expect(clear.result.message).toContain("send it again without choice");
  expect(file()).toBe(twins);
});

test("of a file of secrets nothing can be chosen, as nothing was shown", async () => {
  const folder = folderOf({ "prod.env": "KEY=1\nNAME=a\nKEY=1\n" });
  const { call } = await startTools(["--root", folder, "--auto"]);
  const args = { ...edit("prod.env", block("KEY=1", "KEY=2")), choice: [pick(1, 1)] };
  for (let time = 0; time < 2; time++) expect((await call("edit_file", args)).result.outcome).toBe("not sure");
  expect(readFolder(folder)).toEqual({ "prod.env": "KEY=1\nNAME=a\nKEY=1\n" });
});

test("a choice that is none is answered with what is wrong", async () => {
  const { call, file } = await serve();
  for (const choice of ["2=1", [{ piece: 2 }], [pick(2, 1), pick(2, 2)], [pick(-1, 1)], [{ ...pick(2, 1), x: 1 }]]) {
    const { result } = await call("edit_file", { ...edit("a.js", blocks), choice });
    expect(result).toMatchObject({ outcome: "failed", message: expect.stringMatching(/^choice /) as string });
  }
  expect(file()).toBe(twins);
});
