import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EDIT_FILE, PREVIEW_EDIT } from "../../../extension/core/tools/editFileTool.ts";
import { cleanUp, folderOf, merged, original, twins, unsure } from "../cli/applying.ts";
import { readFolder, type Files } from "../cli/command.ts";
import { edit, endClients, locks, startTools, type Reported } from "./toolClient.ts";

cleanUp();
endClients();

const lazy =
  '// ... existing code ...\nexport function part(name) {\n  log("part");\n  return "See you, " + name;\n}\n// ... existing code ...\n';

/** One call to a server that may write. */
async function auto(files: Files, args: Record<string, unknown>): Promise<Reported & { readonly files: Files }> {
  const folder = folderOf(files);
  const { call } = await startTools(["--root", folder, "--auto"]);
  return { ...(await call("edit_file", args)), files: readFolder(folder) };
}

describe("the list", () => {
  test("has both tools, with our words and what they give", async () => {
    const { client } = await startTools([]);
    const { tools } = await client.listTools();
    expect(
      tools.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema })),
    ).toEqual([EDIT_FILE, PREVIEW_EDIT]);
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([false, true]);
    expect(tools.map(({ outputSchema }) => outputSchema?.required?.includes("outcome"))).toEqual([true, true]);
  });

  test("has no other tool", async () => {
    const { client } = await startTools([]);
    await expect(client.callTool({ name: "delete_file", arguments: {} })).rejects.toThrow("no tool of this name");
  });
});

describe("edit_file with --auto", () => {
  test("writes what is proven, and says what it wrote", async () => {
    const { result, text, isError, files } = await auto({ "src/greet.js": original }, edit("src/greet.js", lazy));
    expect(files).toEqual({ "src/greet.js": merged });
    expect({ ...result, milliseconds: 0 }).toEqual({
      outcome: "applied",
      file: "src/greet.js",
      message: "The proof holds, and 1 hunk is in the file; nobody reviewed the edit.",
      engine: "structural",
      milliseconds: 0,
      hunks: [{ outcome: "accepted", before: { start: 10, end: 10 }, now: { start: 10, end: 10 } }],
      pieces: [
        {
          number: 1,
          state: "placed",
          certainty: expect.closeTo(1, 2) as number,
          lines: { start: 2, end: 5 },
          reason: "",
          alternatives: [],
        },
      ],
      diff: expect.stringContaining('-  return "Goodbye " + name;\n+  return "See you, " + name;') as string,
      remarks: [],
      problems: [],
      regions: [],
      earlier: [],
    });
    expect(text).toMatch(/^applied: src\/greet\.js by structural in \d+ ms\./);
    expect(isError).toBe(false);
    expect(locks()).toEqual([]);
  });

  test("leaves a file that is as wanted alone", async () => {
    const { result } = await auto({ "greet.js": merged }, edit("greet.js", lazy));
    expect(result).toMatchObject({ outcome: "applied", hunks: [], diff: "" });
  });

  test("writes nothing where it is not sure, and shows the nearest lines", async () => {
    const { result, text, isError, files } = await auto({ "twins.js": twins }, edit("twins.js", unsure));
    expect(files).toEqual({ "twins.js": twins });
    expect(isError).toBe(true);
    expect(result.outcome).toBe("not sure");
    expect(result.regions.length).toBeGreaterThan(0);
    expect(text).toMatch(/Nearest lines \d+ to \d+:\n\d+\| /);
  });

  test("shows the lines that a block was meant for, so that the next call can repeat them", async () => {
    const folder = folderOf({ "src/greet.js": original });
    const { call } = await startTools(["--root", folder, "--auto"]);
    const greet = '<<<<<<< SEARCH\n  log("greet");\n=======\n  log("hello");\n>>>>>>> REPLACE\n';
    const blockOf = (search: readonly string[]): string =>
      `${greet}<<<<<<< SEARCH\n${search.join("\n")}\n=======\n  log("part", user);\n}\n>>>>>>> REPLACE\n`;
    const fromMemory = ["  log.info('part', { user });", "  return `Goodbye, ${user.name}!`;", "}"];
    for (const tool of ["preview_edit", "edit_file"]) {
      const { result, text, isError } = await call(tool, edit("src/greet.js", blockOf(fromMemory)));
      expect({ outcome: result.outcome, isError }).toEqual({ outcome: "not sure", isError: true });
      expect(result.message).toMatch(
        /^Block 2 of 2, whose SEARCH begins with "log\.info.*Most like it are lines 9 to 11\./,
      );
      expect(result.message).toContain("Nothing was changed.");
      expect(text).toContain('\n9|   log("part");\n10|   return "Goodbye " + name;\n11| }');
    }
    const { result } = await call("preview_edit", edit("src/greet.js", blockOf(fromMemory)));
    const [region] = result.regions;
    const shown = region?.text.split("\n").slice(9 - region.lines.start, 12 - region.lines.start) ?? [];
    const again = await call("edit_file", edit("src/greet.js", blockOf(shown)));
    expect(again.result.outcome).toBe("applied");
    expect(readFolder(folder)).toEqual({
      "src/greet.js": original
        .replace('log("greet")', 'log("hello")')
        .replace('  log("part");\n  return "Goodbye " + name;\n', '  log("part", user);\n'),
    });
  });

  test("tells of each block what became of it, and numbers what an open one can mean", async () => {
    const blocks =
      "<<<<<<< SEARCH\nclass A {\n=======\nclass First {\n>>>>>>> REPLACE\n" +
      "<<<<<<< SEARCH\n    write(1);\n=======\n    write(2);\n>>>>>>> REPLACE\n";
    const { result, text, files } = await auto({ "twins.js": twins }, edit("twins.js", blocks));
    expect(files).toEqual({ "twins.js": twins });
    expect(result).toMatchObject({ outcome: "not sure", pieces: [{ number: 1, state: "placed" }, { state: "open" }] });
    expect(result.message).toContain("1 of 2 pieces placed; 1 open (lines 6 to 10). Nothing was changed.");
    expect(result.message).toContain('again, to the letter, with choice, such as [{"piece":2,"alternative":1}]:');
    expect(result.pieces[1]?.alternatives).toEqual([
      {
        number: 1,
        label: "replace line 3, `write(1);`, in `save() {` of `class A {`",
        certainty: 0.5,
        lines: { start: 3, end: 3 },
        text: "    write(2);",
        diff: "2     save() {\n3 -     write(1);\n  +     write(2);\n4     }",
      },
      {
        number: 2,
        label: "replace line 9, `write(1);`, in `save() {` of `class B {`",
        certainty: 0.5,
        lines: { start: 9, end: 9 },
        text: "    write(2);",
        diff: " 8     save() {\n 9 -     write(1);\n   +     write(2);\n10     }",
      },
    ]);
    expect(text).toContain(
      "Piece 2 (lines 6 to 10 of code_edit) can mean one of these:\n- alternative 1 (50 %): replace line 3, `write(1);`, in `save() {` of `class A {`\n  2     save() {\n  3 -     write(1);\n    +     write(2);\n  4     }\n- alternative 2 (50 %): replace line 9",
    );
  });

  test("makes a new file with its folders", async () => {
    const { result, files } = await auto({}, edit("src/deep/new.ts", "export const a = 1;\n"));
    expect(result).toMatchObject({ outcome: "applied", diff: expect.stringContaining("new file mode") as string });
    expect(files).toEqual({ "src/deep/new.ts": "export const a = 1;\n" });
  });

  test("what cannot be done fails with the reason, and changes nothing", async () => {
    const files = {
      "a.js": "run();\n",
      "src/x.js": "",
      "b.bin": Buffer.from([65, 0]),
      "latin1.txt": Buffer.from([0xe9]),
    };
    const folder = folderOf(files);
    const before = readFolder(folder);
    const { call } = await startTools(["--root", folder, "--auto"]);
    const cases = [
      ["a part of a file that is not there", edit("src/none.ts", lazy), "no such file"],
      [
        "a sketch that deletes",
        edit("a.js", "*** Begin Patch\n*** Delete File: a.js\n*** End Patch\n"),
        "deletes the file",
      ],
      [
        "a sketch that moves",
        edit(
          "a.js",
          "*** Begin Patch\n*** Update File: a.js\n*** Move to: b.js\n@@\n-run();\n+stop();\n*** End Patch\n",
        ),
        "moves the file",
      ],
      ["a folder", edit("src", "a"), "this is a folder"],
      ["a file as a folder", edit("a.js/b.js", "a"), "that should be a folder is a file"],
      ["a binary file", edit("b.bin", "a"), "a binary file"],
      ["another encoding", edit("latin1.txt", "a"), "not valid UTF-8"],
    ] as const;
    for (const [what, args, words] of cases) {
      const { result, isError, text } = await call("edit_file", args);
      expect({ what, outcome: result.outcome, isError }).toEqual({ what, outcome: "failed", isError: true });
      expect(text, what).toContain(words);
    }
    expect(readFolder(folder)).toEqual(before);
  });

  test("keeps mode, byte order mark and line ends", async () => {
    const text = `\uFEFF${original.replaceAll("\n", "\r\n")}`;
    const folder = folderOf({ "run.js": text });
    chmodSync(join(folder, "run.js"), 0o754);
    const { call } = await startTools(["--root", folder, "--auto"]);
    expect((await call("edit_file", edit("run.js", lazy))).result.outcome).toBe("applied");
    expect(readFileSync(join(folder, "run.js"), "utf8")).toBe(`\uFEFF${merged.replaceAll("\n", "\r\n")}`);
    expect(statSync(join(folder, "run.js")).mode & 0o777).toBe(0o754);
  });
});

test("bad arguments are answered with what is wrong and an example", async () => {
  const folder = folderOf({ "a.js": "run();\n" });
  const { call } = await startTools(["--root", folder, "--auto"]);
  const cases = [
    ["none", {}, "target_file is missing"],
    ["no string", { target_file: 7, instructions: "I do.", code_edit: "a" }, "target_file is no string"],
    ["no sketch", { target_file: "a.js", instructions: "I do." }, "code_edit is missing"],
    ["an empty sketch", edit("a.js", " \n"), "code_edit is empty"],
    ["a control character in the sketch", edit("a.js", "a\b"), "U+0008"],
    ["a control character in the path", edit("a\u0007.js", "a"), "cannot be seen"],
    ["half of a character", edit("a.js", "\ud83d"), "not valid Unicode"],
    ["a path without end", edit("a/".repeat(2000), "a"), "longer than 1024"],
    ["a sketch without end", edit("a.js", "a\n".repeat(2_100_000)), "longer than 4000000"],
  ] as const;
  for (const [what, args, words] of cases) {
    const { result, isError, text } = await call("edit_file", args);
    expect({ what, outcome: result.outcome, isError }).toEqual({ what, outcome: "failed", isError: true });
    expect(text, what).toContain(words);
    expect(text, what).toContain("A call that works");
  }
  expect(readFolder(folder)).toEqual({ "a.js": "run();\n" });
});

describe("nothing is written", () => {
  test("by preview_edit, with --auto too", async () => {
    const folder = folderOf({ "greet.js": original });
    const { call } = await startTools(["--root", folder, "--auto"]);
    const { result, isError, text } = await call("preview_edit", edit("greet.js", lazy));
    expect({ outcome: result.outcome, isError }).toEqual({ outcome: "previewed", isError: false });
    expect(text).toContain('+  return "See you, " + name;');
    expect(readFolder(folder)).toEqual({ "greet.js": original });
  });

  test("by edit_file without --auto where no window has the folder open", async () => {
    const folder = folderOf({ "greet.js": original });
    const { call } = await startTools(["--root", folder]);
    const { result, text } = await call("edit_file", edit("greet.js", lazy));
    expect(result.outcome).toBe("previewed");
    expect(text).toContain("--auto");
    expect(readFolder(folder)).toEqual({ "greet.js": original });
  });
});

test("files of secrets are not read by asking what an edit would do", async () => {
  const secret = "SECRET_KEY=abc123\nDB=postgres://u:p@h/db\nNAME=shop\n";
  const folder = folderOf({ ".env": secret });
  symlinkSync(".env", join(folder, "notes.txt"));
  const blocks = [
    ["NAME=mart\nDB=x", "A=1"],
    ["SECRET_KEY=other\nDB=postgres:", ""],
    ["SECRET_KEY=", "A=1"],
  ].map(([search, replace]) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`);
  const sketches = [...blocks, "A=1\n", "NAME=mart\n", "# ... existing code ...\nNAME=shop\nA=1\n", `${secret}A=1\n`];
  for (const args of [[], ["--auto"]]) {
    const { call } = await startTools(["--root", folder, ...args]);
    for (const [path, sketch] of [".env", "notes.txt"].flatMap((name) =>
      sketches.map((each) => [name, each] as const),
    )) {
      for (const tool of args.length === 0 ? ["preview_edit", "edit_file"] : ["preview_edit"]) {
        const { result, text } = await call(tool, edit(path, sketch));
        expect(text).toContain("holds secrets");
        expect({ path, sketch, leak: /abc123|postgres/.exec(text + JSON.stringify(result))?.[0] }).toEqual({
          path,
          sketch,
        });
      }
    }
  }
});

describe("folders that may be edited", () => {
  const more = "run();\nstop();\n";

  test("none: each call is refused", async () => {
    const { call } = await startTools(["--auto"]);
    const { result, isError } = await call("edit_file", edit("package.json", "{}"));
    expect({ outcome: result.outcome, isError }).toEqual({ outcome: "failed", isError: true });
    expect(result.message).toContain("--root");
  });

  test("those of the client, as it changes them", async () => {
    const [first, second] = [folderOf({ "a.js": "run();\n" }), folderOf({ "b.js": "run();\n" })];
    const { call, open } = await startTools(["--auto"], { folders: [first] });
    const change = (file: string) => call("edit_file", edit(file, more));
    expect((await change("a.js")).result.outcome).toBe("applied");
    expect((await change("b.js")).result.outcome).not.toBe("failed");
    await open([second]);
    expect((await change(join(second, "b.js"))).result.outcome).toBe("applied");
    expect((await change(join(first, "a.js"))).result.message).toContain("outside");
    await open([]);
    expect((await change("b.js")).result.message).toContain("names no folder");
  });

  test("the flags bound what the client names", async () => {
    const [first, second] = [folderOf({ "a.js": "run();\n" }), folderOf({ "b.js": "run();\n" })];
    const { call } = await startTools(["--auto", "--root", first], { folders: [second] });
    expect((await call("edit_file", edit(join(second, "b.js"), more))).result.message).toContain("outside");
    expect((await call("edit_file", edit("a.js", more))).result.outcome).toBe("applied");
  });

  test("what is no folder of this disk does no harm, and the root of all and the home folder are none", async () => {
    const folder = folderOf({ "a.js": "run();\n" });
    const { call, open } = await startTools(["--auto"], { folders: ["vscode-vfs://github/x", "/", homedir(), folder] });
    expect((await call("edit_file", edit("a.js", more))).result.outcome).toBe("applied");
    const beside = folderOf({ "b.js": "run();\n" });
    expect((await call("edit_file", edit(join(beside, "b.js"), more))).result.message).toContain("outside");
    await open(["/", homedir()]);
    for (const path of [join(beside, "b.js"), "x.js"]) {
      const { result } = await call("edit_file", edit(path, more));
      expect(result).toMatchObject({
        outcome: "failed",
        message: expect.stringContaining("more than a project") as string,
      });
    }
    expect(readFolder(beside)).toEqual({ "b.js": "run();\n" });
    // Whoever types it means it.
    const wide = await startTools(["--auto", "--root", "/"]);
    expect((await wide.call("edit_file", edit(join(beside, "b.js"), more))).result.outcome).toBe("applied");
  });

  test("several: what can mean two files is asked back, what is in one is found", async () => {
    const [one, two] = [folderOf({ "a.js": "run();\n", "only.js": "run();\n" }), folderOf({ "a.js": "run();\n" })];
    const { call } = await startTools(["--auto", "--root", one, "--root", two]);
    const { result } = await call("edit_file", edit("a.js", more));
    expect(result.outcome).toBe("failed");
    expect(result.message).toContain(`${join(one, "a.js")}, ${join(two, "a.js")}`);
    expect((await call("edit_file", edit("only.js", more))).result.outcome).toBe("applied");
    expect((await call("edit_file", edit(join(two, "a.js"), more))).result.outcome).toBe("applied");
    const named = `${two.split("/").at(-1) ?? ""}/new.js`;
    expect((await call("edit_file", edit(named, more))).result.outcome).toBe("applied");
    expect((await call("edit_file", edit("new2.js", more))).result.message).toContain("full path");
    expect([readFolder(one), readFolder(two)]).toEqual([
      { "a.js": "run();\n", "only.js": more },
      { "a.js": more, "new.js": more },
    ]);
  });

  test("a folder within another is one more name for its files", async () => {
    const folder = folderOf({ "in/a.js": "run();\n" });
    mkdirSync(join(folder, "other"));
    const { call } = await startTools(["--auto", "--root", folder, "--root", join(folder, "in")]);
    expect((await call("edit_file", edit("in/a.js", more))).result.outcome).toBe("applied");
    expect((await call("edit_file", edit(join(folder, "in/a.js"), "run();\nstop();\nrest();\n"))).result.outcome).toBe(
      "applied",
    );
  });
});
