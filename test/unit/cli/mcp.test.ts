import { expect, test } from "vitest";
import { cleanUp, folderOf, run } from "./applying.ts";

cleanUp();

test.each([
  ["mcp --root none", "there is no folder none.", "give one that exists"],
  ["mcp --root a.js", "there is no folder a.js.", "give one that exists"],
  ["mcp --model fast", "--model and --base-url need --provider", "name the provider"],
  ["mcp --provider none", 'there is no provider "none"', "choose one of"],
  ["mcp --provider ollama", "needs a model", "name it with --model"],
  ["mcp --write", "unknown option '--write'", "fast-apply --help"],
])("%s is told before anything is served", async (args, what, next) => {
  const { code, stdout, stderr } = await run(folderOf({ "a.js": "" }), args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(what);
  expect(stderr).toContain(next);
});

test("ends well with its stdin", async () => {
  expect(await run(folderOf({}), "mcp --auto")).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

test("tells of itself", async () => {
  const { code, stdout } = await run(folderOf({}), "mcp --help");
  expect(code).toBe(0);
  for (const word of ["--root", "--auto", "--provider", "edit_file"]) expect(stdout).toContain(word);
});
