import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { lineTexts } from "../../../extension/core/text/lines.ts";
import { findCases, type CaseSource, type FoundCases } from "../../../extension/evaluation/caseSource.ts";
import { fileChanges } from "../../../extension/evaluation/history/fileChanges.ts";
import { makeFolder } from "../cli/command.ts";
import { PYTHON, SCRIPT } from "../training/texts.ts";
import { commitFiles, git, makeRepository } from "./repositories.ts";

const twice = (text: string): string => text + text.replaceAll(/\b(\w+)\(/g, "$1Again(");
const LESS = twice(SCRIPT).replace('  console.log("total " + total);\n', "");

/** A repository with two edits of two files. */
function shop(): string {
  const repository = makeRepository();
  commitFiles(repository, "Begin", { "orders.js": twice(SCRIPT), "books.py": twice(PYTHON) });
  commitFiles(repository, "Print less", { "orders.js": LESS });
  commitFiles(repository, "Name the rate", { "books.py": twice(PYTHON).replace("factor = 1", "rate_factor = 1") });
  return repository;
}

const find = (source: CaseSource, seed = 1, edits: number | undefined = 10) =>
  findCases(source, { edits, seed, isPlanned: false }, new AbortController().signal);

const findIn = (directory: string, seed?: number) => find({ type: "repository", directory }, seed);

async function found(directory: string, seed?: number): Promise<FoundCases> {
  const cases = await findIn(directory, seed);
  if (cases.type === "failed") throw new Error(cases.message);
  return cases;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("cases of a history", () => {
  test("are the same for the same seed, and say where they come from", async () => {
    const repository = shop();
    const first = await found(repository);
    expect(first.cases.length).toBeGreaterThan(0);
    expect(await found(repository)).toEqual(first);
    expect(first.source.commit).toBe(git(repository, "rev-parse", "HEAD").trim());
    for (const { one } of first.cases) {
      expect(one.split).toBe("short");
      expect(git(repository, "log", "--format=%H")).toContain(one.commit);
      expect(one.original).not.toBe(one.expected);
    }
    const others = await Promise.all([2, 3, 4].map((seed) => found(repository, seed)));
    expect(others.some(({ cases }) => JSON.stringify(cases) !== JSON.stringify(first.cases))).toBe(true);
  });

  test("are of both lengths", async () => {
    const repository = makeRepository();
    const lines = Array.from({ length: 500 }, (_, line) => `const v${line} = ${line};`).join("\n");
    commitFiles(repository, "Begin", { "long.js": `${SCRIPT}\n${lines}\n`, "short.js": SCRIPT });
    const less = SCRIPT.replace('  console.log("total " + total);\n', "");
    commitFiles(repository, "Print less", { "long.js": `${less}\n${lines}\n`, "short.js": less });
    const { cases } = await found(repository);
    expect(cases.map(({ one }) => `${one.path} ${one.split}`).sort()).toEqual(["long.js long", "short.js short"]);
  });

  test("leave out what is no text, what is renamed, submodules and generated files, and say how many", async () => {
    const repository = shop();
    const latin = Buffer.from(`${SCRIPT}// \u00e4\n`, "latin1");
    const utf16 = Buffer.from(SCRIPT, "utf16le");
    const photo = Buffer.from([0x89, 0x50, 0, 1]);
    const odd = { "latin.js": latin, "wide.js": utf16, "photo.js": photo, "deps/package-lock.json": "{}\n" };
    const inner = shop();
    commitFiles(repository, "Odd files", { ...odd, "name me.js": SCRIPT, "notes.xyz": "a\n" });
    git(repository, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "inner");
    git(repository, "commit", "--quiet", "--message", "A submodule");
    commitFiles(inner, "More", { "books.py": PYTHON });
    git(join(repository, "inner"), "-c", "protocol.file.allow=always", "pull", "--quiet");
    const changed = Object.entries(odd).map(([path, bytes]) => [
      path,
      Buffer.concat([Buffer.from("//\n"), Buffer.from(bytes)]),
    ]);
    commitFiles(repository, "Change them", { ...(Object.fromEntries(changed) as typeof odd), "notes.xyz": "b\n" });
    git(repository, "mv", "name me.js", "named.js");
    commitFiles(repository, "Name it", { "named.js": SCRIPT.replace("isShipped", "isSent") });
    const { cases, skipped } = await found(repository);
    expect(new Set(cases.map(({ one }) => one.path))).toEqual(new Set(["orders.js", "books.py"]));
    const counts = Object.fromEntries(skipped.map(({ reason, count }) => [reason, count]));
    expect(counts).toMatchObject({
      submodule: 1,
      "binary file": 2,
      "file that is not in UTF-8": 1,
      "file of no language that is known": 1,
      "generated or vendored file, lock file, changelog": 1,
    });
  });

  test("are made of no file that holds secrets", async () => {
    const repository = shop();
    const files = ["config/secrets.yaml", "credentials.json"];
    const secret = (value: string) => Object.fromEntries(files.map((path) => [path, `${SCRIPT}// ${value}\n`]));
    commitFiles(repository, "Secrets", secret("one"));
    commitFiles(repository, "Other secrets", secret("two"));
    const { cases, skipped } = await found(repository);
    expect(new Set(cases.map(({ one }) => one.path))).toEqual(new Set(["orders.js", "books.py"]));
    expect(skipped).toContainEqual({ reason: "file that holds secrets, by its name", count: 2 });
  });

  test.each([
    [400, "short"],
    [401, "long"],
  ])("of a file of %i lines are %s", async (count, split) => {
    const text = Array.from({ length: count }, (_, line) => `const v${line} = ${line};\n`).join("");
    const line = { id: "1", path: "a.js", original: text, answer: "b\n", expected: "b\n" };
    const path = join(makeFolder({ "cases.jsonl": JSON.stringify(line) }), "cases.jsonl");
    expect(await find({ type: "file", path })).toMatchObject({ cases: [{ one: { split } }] });
    const repository = makeRepository();
    const calls = "run();\n".repeat(count - SCRIPT.split("\n").length + 1);
    commitFiles(repository, "Begin", { "orders.js": SCRIPT + calls });
    commitFiles(repository, "Ship", { "orders.js": SCRIPT.replace("isShipped", "isSent") + calls });
    const { cases } = await found(repository);
    expect(cases.map(({ one }) => [lineTexts(one.original).length, one.split])).toEqual([[count, split]]);
  });

  test("read no more commits than they are told", async () => {
    const repository = shop();
    const history = await fileChanges(repository, 1);
    expect(history.type === "history" && history.changes.map(({ subject }) => subject)).toEqual(["Name the rate"]);
  });
});

describe("a repository without cases says why", () => {
  const failed = (message: RegExp, next: RegExp): object => ({
    type: "failed",
    message: expect.stringMatching(message) as string,
    next: expect.stringMatching(next) as string,
  });

  test.each<[name: string, make: () => string, answer: object]>([
    ["a folder that is none", () => makeFolder({}), failed(/is in no git repository/, /--repository/)],
    ["a folder that is missing", () => join(makeFolder({}), "gone"), failed(/there is no folder/, /--repository/)],
    ["an empty history", makeRepository, failed(/has no commit yet/, /commit something/)],
  ])("%s", async (_, make, answer) => {
    expect(await findIn(make())).toEqual(answer);
  });

  test("one commit has no edit", async () => {
    const repository = makeRepository();
    commitFiles(repository, "Begin", { "orders.js": SCRIPT });
    expect(await findIn(repository)).toEqual(failed(/has no edit to evaluate on: 0 changes/, /--repository/));
  });

  test("a shallow clone lacks its history", async () => {
    const clone = join(makeFolder({}), "clone");
    execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${shop()}`, clone], { stdio: "ignore" });
    expect(await findIn(clone)).toEqual(failed(/has no edit/, /git fetch --unshallow/));
  });

  test("a partial clone lacks versions, which git gets as it is told", async () => {
    const [repository, clone] = [shop(), join(makeFolder({}), "clone")];
    git(repository, "config", "uploadpack.allowFilter", "true");
    const filtered = ["--quiet", "--no-checkout", "--filter=blob:none"];
    execFileSync("git", ["clone", ...filtered, `file://${repository}`, clone], { stdio: "ignore" });
    // As without a network.
    renameSync(repository, `${repository}-away`);
    const answer = await findIn(clone);
    expect(answer).toEqual(failed(/is a partial clone and lacks parts/, /git fetch --refetch --no-filter/));
    renameSync(`${repository}-away`, repository);
    const [, advice = ""] = /git (fetch [a-z -]+),/.exec(answer.type === "failed" ? answer.next : "") ?? [];
    git(clone, ...advice.trim().split(" "));
    renameSync(repository, `${repository}-away`);
    expect((await found(clone)).cases.length).toBeGreaterThan(0);
  });

  test("versions that are not there make no case", async () => {
    const repository = shop();
    for (const part of readdirSync(join(repository, ".git/objects")))
      if (/^[0-9a-f]{2}$/.test(part))
        for (const name of readdirSync(join(repository, ".git/objects", part)))
          if (git(repository, "cat-file", "-t", part + name).trim() === "blob")
            unlinkSync(join(repository, ".git/objects", part, name));
    expect(await findIn(repository)).toEqual(failed(/has no edit/, /--repository/));
  });

  test("one whose history is broken", async () => {
    const repository = shop();
    rmSync(join(repository, ".git/objects"), { recursive: true });
    expect(await findIn(repository)).toMatchObject({ type: "failed" });
  });

  test("somebody else's is not read", async () => {
    const repository = shop();
    vi.stubEnv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    expect(await findIn(repository)).toEqual(failed(/belongs to somebody else/, /safe\.directory/));
  });

  test("a machine without git", async () => {
    const repository = shop();
    vi.stubEnv("PATH", makeFolder({}));
    expect(await findIn(repository)).toEqual(failed(/there is no git/, /install git/));
  });

  test("a configuration runs no program", async () => {
    const repository = shop();
    const mark = join(repository, "ran");
    const program = `touch ${JSON.stringify(mark)}; true`;
    git(repository, "config", "core.fsmonitor", program);
    git(repository, "config", "diff.external", program);
    git(repository, "config", "gpg.program", program);
    git(repository, "config", "log.showSignature", "true");
    commitFiles(repository, "Attributes", { ".gitattributes": "*.js diff=odd\n" });
    git(repository, "config", "diff.odd.textconv", program);
    rmSync(mark, { force: true });
    expect((await found(repository)).cases.length).toBeGreaterThan(0);
    expect(() => readFileSync(mark)).toThrow(/ENOENT/);
  });
});

describe("a file of cases", () => {
  const line = (fields: object): string =>
    JSON.stringify({ id: "1", path: "a.js", original: "a\n", answer: "b\n", expected: "b\n", ...fields });
  const read = (text: string, edits?: number, isPlanned = false) => {
    const path = join(makeFolder({ "cases.jsonl": text }), "cases.jsonl");
    return findCases({ type: "file", path }, { edits, seed: 1, isPlanned }, new AbortController().signal);
  };

  test("is taken in its order, with what a generator calls a sketch", async () => {
    const text = `${line({})}\n\n${JSON.stringify({ id: "2", path: "b.py", original: "a\n", sketch: "b\n", expected: "c\n", kind: "wrap" })}\n`;
    expect(await read(text)).toMatchObject({
      type: "cases",
      source: { casesFile: "cases.jsonl", asked: 2 },
      cases: [
        { one: { id: "1", language: "javascript", kind: "given", split: "short" } },
        { one: { id: "2", language: "python", kind: "wrap", answer: "b\n" } },
      ],
    });
  });

  test("may have CRLF line ends, and blank lines", async () => {
    const text = [line({}), "", line({ id: "2" }), ""].join("\r\n");
    expect(await read(text)).toMatchObject({ type: "cases", source: { asked: 2 } });
  });

  test("gives a part of it by the seed", async () => {
    const text = Array.from({ length: 20 }, (_, id) => line({ id: String(id) })).join("\n");
    const part = await read(text, 5);
    expect(part.type === "cases" && part.cases).toHaveLength(5);
    expect(await read(text, 5)).toEqual(part);
  });

  test("has cases that have to be refused, unless a planner writes the answers", async () => {
    const text = `${line({})}\n${line({ id: "2", expect_refusal: true, expected: null })}\n`;
    expect(await read(text)).toMatchObject({ cases: [{ one: { expected: "b\n" } }, { one: { expected: null } }] });
    expect(await read(text, undefined, true)).toMatchObject({
      cases: [{ one: { id: "1" } }],
      skipped: [{ reason: expect.stringMatching(/has to be refused/) as string, count: 1 }],
    });
  });

  test.each<[name: string, text: string, message: RegExp]>([
    ["no JSON", `${line({})}\n{"id":`, /^line 2 of .*cases\.jsonl is not a case: /],
    ["an answer that is missing", line({ answer: undefined }), /it has no answer/],
    ["an original that is no text", line({ original: 1 }), /"original"/],
    ["an expected text that is missing", line({ expected: null }), /what is expected/],
    ["an id twice", `${line({})}\n${line({})}`, /line 2 .*the id 1 appears twice/],
    ["nothing", "", /has no cases/],
  ])("with %s is refused", async (_, text, message) => {
    expect(await read(text)).toMatchObject({ type: "failed", message: expect.stringMatching(message) as string });
  });

  test("that is missing is told", async () => {
    const path = join(makeFolder({}), "gone.jsonl");
    expect(await find({ type: "file", path })).toMatchObject({
      message: `${path} cannot be read: there is no such file.`,
    });
  });
});
