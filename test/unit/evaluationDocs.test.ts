import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { command, makeFolder } from "./cli/command.ts";
import * as evaluated from "./evaluation/repositories.ts";
import { PYTHON, SCRIPT } from "./training/texts.ts";
import { parseSummary } from "../../extension/core/evaluation/report/summary.ts";
import { builtFrom } from "../../scripts/builtFrom.mjs";
import { unfoundCommits } from "../../scripts/unfoundCommits.ts";

const CASE = JSON.stringify({ id: "1", path: "run.js", original: "a\n", answer: "```\nb\n```\n", expected: "b\n" });

const root = join(import.meta.dirname, "../..");

/** Runs `npm run evaluate:docs` on a copy of the documents. */
async function evaluateDocs(docs: string, ...args: readonly string[]): Promise<{ code: number; said: string }> {
  const script = ["--import", "tsx", join(root, "scripts/evaluateDocs.ts"), "--docs", docs, ...args];
  try {
    const { stderr } = await promisify(execFile)(process.execPath, script, { cwd: root });
    return { code: 0, said: stderr };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr };
  }
}

it("each number of docs/evaluation.md has its run", async () => {
  expect(await evaluateDocs(join(root, "docs"), "--check")).toEqual({ code: 0, said: "" });
});

describe("the document of our results", () => {
  let docs: string;
  const page = (): string => readFileSync(join(docs, "evaluation.md"), "utf8");

  beforeEach(() => {
    docs = join(makeFolder({}), "docs");
    mkdirSync(docs);
    cpSync(join(root, "docs/evaluation.md"), join(docs, "evaluation.md"));
    cpSync(join(root, "docs/evaluation"), join(docs, "evaluation"), { recursive: true });
  });

  it("is out of date when one of its figures is changed", async () => {
    const changed = page().replace(/\d+\.\d %/, "99.9 %");
    expect(changed).not.toBe(page());
    writeFileSync(join(docs, "evaluation.md"), changed);
    const { code, said } = await evaluateDocs(docs, "--check");
    expect([code, said]).toEqual([1, expect.stringContaining("Out of date")]);
  });

  it("has no figure in its prose", async () => {
    writeFileSync(join(docs, "evaluation.md"), `${page()}\nThe engine needs 12 ms.\n`);
    const { code, said } = await evaluateDocs(docs, "--check");
    expect([code, said]).toEqual([1, expect.stringContaining("No run is behind this figure: The engine needs 12 ms.")]);
  });

  it("has a plot for nothing that is not stored", async () => {
    writeFileSync(join(docs, "evaluation/other-risk.svg"), "<svg/>");
    expect((await evaluateDocs(docs, "--check")).code).toBe(1);
  });

  it("has what models on this machine take, and no share of right texts of models that were made for it", async () => {
    for (const file of readdirSync(join(docs, "evaluation"))) rmSync(join(docs, "evaluation", file));
    const { code, said } = await evaluateDocs(docs, "--scripted", "--tiny", "--command", command.path);
    expect([code, said]).toEqual([0, expect.stringContaining("scripted-choice: choice:local")]);
    const passes = [
      ...page().matchAll(/\| scripted-rewrite +\| +scripted here, [\w ]+\|[^|]+\|[^|]+\| +([\d,]+) \|/g),
    ].map(([, count = ""]) => Number(count.replace(",", "")));
    const [none = 0, original = 0, guess = 0] = passes;
    // How much is drafted at a time depends on how fast this machine is just now, so that on a busy one a draft may save nothing.
    expect([none >= original, none >= guess, original > 0, guess > 0]).toEqual([true, true, true, true]);
    expect(page()).toMatch(/\| scripted-choice +\| +Choice by scripted here +\|/);
    expect(page()).toContain("No run is stored.");
    expect(page()).toContain("- Command: `npm run evaluate:docs -- --scripted`");
    expect(page()).toContain("--local-model FILE.gguf");
    expect(page()).not.toMatch(/\d %? \(\d/);
  }, 300_000);

  it("has a row for each provider, with a command that the command line takes", async () => {
    const rows = page()
      .split("\n")
      .filter((line) => line.includes("fast-apply eval --engines structural,"));
    expect(rows.join()).toMatch(/Anthropic[^\n]*exact:anthropic\/MODEL/);
    const commands = rows.map(
      (row) =>
        /`(?:(?<key>\w+)=… )?fast-apply (?<words>eval --engines structural,(?<engines>\S+)[^`]*)`/.exec(row)?.groups,
    );
    const folder = makeFolder({ "cases.jsonl": CASE });
    const env = Object.fromEntries(commands.flatMap((given) => (given?.key === undefined ? [] : [[given.key, "sk"]])));
    const run = (words = ""): ReturnType<typeof command.run> => {
      const args = words.replace("URL", "http://127.0.0.1:1/v1").split(" ");
      return command.run([...args, "--cases", "cases.jsonl"], { cwd: folder, env });
    };
    // Those that differ in the engine's name alone are one command, since each start takes half a second.
    const isBare = (given: (typeof commands)[number]): boolean => given?.words?.endsWith(given.engines ?? "") === true;
    const named = commands.filter(isBare).map((given) => given?.engines ?? "");
    expect(named.length).toBeGreaterThan(10);
    expect((await run(`eval --engines structural,${named.join(",")}`)).stderr).toContain("nothing was sent.");
    for (const given of commands.filter((given) => !isBare(given)))
      expect((await run(given?.words)).stderr, given?.words).toMatch(
        /nothing was sent\.|there is no file .*FILE\.gguf\./,
      );
  });

  it("is rendered from an evaluation of a repository at a commit", async () => {
    rmSync(join(docs, "evaluation"), { recursive: true });
    const repositories = makeRepository();
    const options = ["--run", "--edits", "6", "--clones", join(docs, "../clones"), "--command", command.path];
    const { code, said } = await evaluateDocs(docs, "--repositories", repositories, ...options);
    expect([code, said]).toEqual([0, expect.stringContaining("shop: 6 edits")]);
    expect(page()).toMatch(/\| shop +\| +Structural[^|]*\| +\d+ \| +\d+\.\d % \(/);
    expect(page()).toContain("fast-apply eval --repository shop --edits 6 --engines structural");
    expect(page()).toContain("(evaluation/shop-kinds.svg)");
    expect(page()).toMatch(/\| OpenAI +\| +\| +\| +\| `OPENAI_API_KEY=… fast-apply eval --engines structural,openai`/);
    // Nobody can make it again where the build has changes that are in no commit, as while somebody works on them.
    const { made } = parseSummary(JSON.parse(readFileSync(join(docs, "evaluation/shop.json"), "utf8"))) ?? {};
    const checked =
      made?.isChanged === true ? [1, expect.stringContaining("shop, of changes on top of commit")] : [0, ""];
    const check = await evaluateDocs(docs, "--check");
    expect([check.code, check.said]).toEqual(checked);
  });
});

describe("a build and the runs that are stored", () => {
  const made = (commit: string | undefined, isChanged?: true) => ({
    name: "shop",
    made: { ...(commit !== undefined && { commit }), ...(isChanged && { isChanged }) },
  });

  it("names the commit that it is made of, and whether there was more", () => {
    const folder = evaluated.makeRepository();
    expect(builtFrom(folder)).toEqual({});
    evaluated.commitFiles(folder, "Begin", { "extension/a.ts": "", "docs/a.md": "" });
    const commit = evaluated.git(folder, "rev-parse", "HEAD").trim();
    writeFileSync(join(folder, "docs/a.md"), "more");
    expect(builtFrom(folder)).toEqual({ commit });
    writeFileSync(join(folder, "extension/b.ts"), "");
    expect(builtFrom(folder)).toEqual({ commit, isChanged: true });
    // A folder below somebody else's repository is none of its commits.
    expect(builtFrom(join(folder, "extension"))).toEqual({});
  });

  it("are at odds where a run names a commit that is not there, or was made with changes", () => {
    const folder = evaluated.makeRepository();
    evaluated.commitFiles(folder, "Begin", { "a.ts": "" });
    const commit = evaluated.git(folder, "rev-parse", "HEAD").trim();
    const gone = "0123456789".repeat(4);
    expect(unfoundCommits(folder, [made(commit), made(undefined)])).toEqual([]);
    expect(unfoundCommits(folder, [made(gone)])).toEqual([`shop, of commit ${gone}, which is not in this repository`]);
    expect(unfoundCommits(folder, [made(commit, true)])).toEqual([`shop, of changes on top of commit ${commit}`]);
    // A shallow clone lacks commits that are there.
    writeFileSync(join(folder, ".git/shallow"), `${commit}\n`);
    expect(unfoundCommits(folder, [made(gone)])).toEqual([]);
  });
});

/** A repository whose latest commit is not to count, and the list that names the one before. Gives the list's path. */
function makeRepository(): string {
  const folder = makeFolder({});
  const repository = join(folder, "shop");
  mkdirSync(repository);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], {
      cwd: repository,
      encoding: "utf8",
    });
  const commit = (message: string, script: string, python: string): string => {
    writeFileSync(join(repository, "orders.js"), script);
    writeFileSync(join(repository, "books.py"), python);
    git("add", "--all");
    git("commit", "--quiet", "--message", message);
    return git("rev-parse", "HEAD").trim();
  };
  git("init", "--quiet");
  commit("Begin", SCRIPT, PYTHON);
  commit("Print less", SCRIPT.replace('  console.log("total " + total);\n', ""), PYTHON);
  const wanted = commit("Name the rate", SCRIPT, PYTHON.replaceAll("factor", "rate_factor"));
  commit("Close it", SCRIPT, "print('closed')\n");
  const list = join(folder, "repositories.json");
  writeFileSync(list, JSON.stringify([{ name: "shop", url: repository, commit: wanted }]));
  return list;
}
