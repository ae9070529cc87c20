import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { askYesOrNo } from "../../../extension/cli/askYesOrNo.ts";
import { parseEvaluation, type Evaluation } from "../../../extension/core/evaluation/evaluation.ts";
import { wholeNumber } from "../../../extension/core/evaluation/report/figures.ts";
import { summarize } from "../../../extension/core/evaluation/report/summarize.ts";
import { modelThatWrites } from "../../models/modelThatWrites.ts";
import { startModelServer, type ModelServer } from "../../servers/modelServer.ts";
import { commitFiles, git, makeRepository } from "../evaluation/repositories.ts";
import { PYTHON, SCRIPT } from "../training/texts.ts";
import { command, makeFolder, type Run } from "./command.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer("openai", { key: "sk-right" });
});
afterEach(() => server.close());

const twice = (text: string): string => text + text.replaceAll(/\b(\w+)\(/g, "$1Again(");

function shop(): string {
  const repository = makeRepository();
  commitFiles(repository, "Begin", { "orders.js": twice(SCRIPT), "books.py": twice(PYTHON) });
  commitFiles(repository, "Print less", {
    "orders.js": twice(SCRIPT).replace('  console.log("total " + total);\n', ""),
  });
  commitFiles(repository, "Name the rate", { "books.py": twice(PYTHON).replace("factor = 1", "rate_factor = 1") });
  return repository;
}

/** One that the merge is sure of. */
const ORIGINAL = "function a() {\n  run();\n}\n\nfunction b() {\n  run();\n}\n";
const EXPECTED = ORIGINAL.replace("b() {\n  run", "b() {\n  walk");
const ANSWER = "```js\nfunction b() {\n  walk();\n}\n```\n";
const CASES = `${JSON.stringify({ id: "1", path: "run.js", original: ORIGINAL, answer: ANSWER, expected: EXPECTED })}\n`;
const WRITTEN = `<updated-code>\n${EXPECTED}</updated-code>`;

const WITH_MODEL = ["eval", "--cases", "cases.jsonl", "--engines", "structural,openai"];

/** With a model, whose server is here. */
function evaluate(folder: string, args: readonly string[]): Promise<Run> {
  const env = { FAST_APPLY_API_KEY: "sk-right" };
  return command.run([...WITH_MODEL, "--base-url", server.url, ...args], { cwd: folder, env });
}

function readEvaluation(path: string): Evaluation {
  const evaluation = parseEvaluation(JSON.parse(readFileSync(path, "utf8")));
  if (evaluation === undefined) throw new Error(`${path} holds no evaluation.`);
  return evaluation;
}

test("eval measures the merge on a repository's own history, the same each time", async () => {
  const repository = shop();
  const first = await command.run(["eval", "--edits", "5"], { cwd: repository });
  expect({ code: first.code, stderr: first.stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/applying by Structural: \d of \d\n.*evaluation\.json\n$/s) as string,
  });
  expect(first.stdout).toMatch(
    /^\d cases\nengine +right +exact +lenient +refused +failed +wrong +chars\/s +p95\nStructural +\d+\.\d % +\d/,
  );
  const out = join(repository, "fast-apply-eval", "evaluation.json");
  const evaluation = readEvaluation(out);
  expect(git(repository, "status", "--porcelain")).toBe("");
  const [figures] = summarize(evaluation).engines;
  expect(first.stdout).toContain(` ${wholeNumber(figures?.speed)} `);
  expect(evaluation.results).toHaveLength(evaluation.cases.length);
  expect(evaluation.made.command).toMatch(
    /^fast-apply eval --repository fast-apply-\w+ --edits 5 --engines structural --seed 1$/,
  );

  const elsewhere = makeFolder({});
  await command.run(["eval", "--repository", repository, "--edits", "5", "--out", elsewhere], { cwd: elsewhere });
  const again = readEvaluation(join(elsewhere, "evaluation.json"));
  const timeless = ({ cases, results }: Evaluation): unknown => [cases, results.map((one) => ({ ...one, seconds: 0 }))];
  expect(timeless(again)).toEqual(timeless(evaluation));
});

test("eval sends nothing without a terminal to ask on, or the word that it may", async () => {
  const folder = makeFolder({ "cases.jsonl": CASES });
  const { code, stdout, stderr } = await evaluate(folder, ["--price", "0.4,1.6"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`at ${new URL(server.url).origin} gets files, edits and their instructions`);
  expect(stderr).toMatch(/about 1 request, 1k input and 1k output tokens, \$0\.00\n/);
  expect(stderr).toContain("nothing was sent.\n  Next: there is no terminal to ask on: say --yes");
  expect(server.requests).toEqual([]);
});

test("eval asks models where it may, and has results graded", async () => {
  server.answerWith((body) =>
    JSON.stringify(body).includes("<reference>") ? '{"score": 5, "reason": "All of it is there."}' : WRITTEN,
  );
  const folder = makeFolder({ "cases.jsonl": CASES });
  const { code, stdout, stderr } = await evaluate(folder, [
    ...["--yes", "--grader", "openai/gpt-4.1", "--price", "openai=0.4,1.6", "--out", "out"],
  ]);
  expect(stderr).toContain("cost not known (--price tells it)");
  expect(code).toBe(0);
  expect(stdout).toMatch(/Graded twice: 1, the same both times: 100\.0 %/);
  const { engines, results, made } = readEvaluation(join(folder, "out", "evaluation.json"));
  expect(made).toMatchObject({
    command: `fast-apply eval --cases cases.jsonl --engines structural,openai --seed 1 --grader openai/gpt-4.1 --base-url ${server.url} --price openai=0.4,1.6`,
    grader: "gpt-4.1",
  });
  expect(JSON.stringify(made)).not.toContain("sk-right");
  expect(engines.map(({ id, kind, draft }) => [id, kind, draft])).toEqual([
    ["structural", "structural", undefined],
    ["openai", "rewriter", "guess"],
  ]);
  expect(results.map(({ outcome, grades }) => [outcome, grades?.length])).toEqual([
    ["exact", 2],
    ["exact", 2],
  ]);
  // Both wrote the same text, so it was graded once, in two ways.
  expect(server.requests).toHaveLength(3);
});

test("eval measures a model on this machine: what it writes with drafts and without, and what it chooses", async () => {
  const sketch = "// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...";
  const expected = ORIGINAL.replace("run();", "run();\n  stop();");
  const one = { id: "1", path: "run.js", original: ORIGINAL, answer: `\`\`\`js\n${sketch}\n\`\`\`\n`, expected };
  const folder = makeFolder({ "cases.jsonl": JSON.stringify(one) });
  const known = { instruction: "", conversation: [], path: "run.js", language: "javascript", draft: "" };
  const model = await modelThatWrites(inject("engine"), { ...known, original: ORIGINAL, sketch }, expected);
  const args = ["--cases", "cases.jsonl", "--engines", "local,local:none,choice:local", "--local-model", model];
  const { code } = await command.start(["eval", ...args], { cwd: folder });
  expect(code).toBe(0);
  const { results } = readEvaluation(join(folder, "fast-apply-eval", "evaluation.json"));
  const [drafted, plain, chosen] = results;
  expect([drafted?.outcome, plain?.outcome]).toEqual(["exact", "exact"]);
  expect(drafted?.passes).toBeLessThan(plain?.passes ?? 0);
  expect(chosen?.engineId).toBe("choice:local");
});

test("eval applies cases that have to be refused, and leaves a folder of the user's as it is", async () => {
  const refuse = { id: "1", path: "run.js", original: ORIGINAL, answer: "```js\n  run();\n  stop();\n```\n" };
  const folder = makeFolder({ "cases.jsonl": JSON.stringify({ ...refuse, expect_refusal: true }), "results/mine": "" });
  const { code, stdout } = await command.run(["eval", "--cases", "cases.jsonl", "--out", "results"], { cwd: folder });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^1 case\nengine .* declined .*\nStructural +100\.0 % +0 +0 +1 /);
  expect(existsSync(join(folder, "results", ".gitignore"))).toBe(false);
});

test("eval that is interrupted keeps what is done, and says how to go on", async () => {
  const folder = makeFolder({ "cases.jsonl": CASES });
  const args = [...WITH_MODEL, "--base-url", server.url, "--yes"];
  const env = { FAST_APPLY_API_KEY: "sk-right" };
  const child = spawn(process.execPath, [command.path, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  server.answerWith(() => {
    child.kill("SIGINT");
    return new Promise(() => undefined);
  });
  const [stderr] = await Promise.all([readText(child.stderr), once(child, "exit")]);
  expect(stderr).toContain("stopped.\n  Next: what is done is kept");
  expect(child.exitCode).toBe(1);
  server.answerWith(WRITTEN);
  const again = await command.start(args, { cwd: folder, env });
  expect(again.code).toBe(0);
  expect(again.stderr).toContain("1 edit, 1 result is there already.");
});

test.each<[name: string, args: readonly string[], code: number, said: RegExp]>([
  ["a model without a key", ["--engines", "openai"], 2, /OpenAI needs a key[^]*OPENAI_API_KEY/],
  ["an engine that there is not", ["--engines", "structura"], 2, /there is no engine and no model "structura"/],
  ["auto without a model", ["--engines", "structural,auto"], 2, /auto needs a model to ask/],
  ["local without a file", ["--engines", "local"], 2, /local needs a model file[^]*--local-model/],
  ["a model file that there is not", ["--engines", "local", "--local-model", "gone.gguf"], 2, /no file .*gone\.gguf\./],
  ["exact edits of local", ["--engines", "exact:local"], 2, /local models cannot write exact edits, plan or grade\./],
  [
    "a chat provider as a rewriter",
    ["--engines", "anthropic/x"],
    2,
    /anthropic is a chat provider: exact:anthropic\/x/,
  ],
  ["auto beside exact edits", ["--engines", "auto,exact:anthropic/x"], 2, /auto needs a model to ask/],
  [
    "an address of nobody",
    ["--base-url", "opnai=https://host/v1"],
    2,
    /--base-url opnai=…: no engine, planner or grader/,
  ],
  ["a price of nobody", ["--price", "openai/gpt=1,2"], 2, /--price openai\/gpt=…: no engine, planner or grader/],
  [
    "a password",
    ["--base-url", "https://me:hunter2@host/v1"],
    2,
    /^(?![^]*hunter2)[^]*must not hold a name or a password/,
  ],
  [
    "a key in an address",
    ["--base-url", "https://host/v1?key=hunter2"],
    2,
    /^(?![^]*hunter2)[^]*must not hold a question/,
  ],
  ["what is no address", ["--base-url", "openai=me:hunter2@host"], 2, /^(?![^]*hunter2)[^]*has to begin with https/],
  ["a price that is none", ["--price", "cheap"], 2, /not of the form 0\.4,1\.6/],
  ["a folder without git", [], 3, /is in no git repository\.\n {2}Next: /],
])("eval with %s says so", async (_, args, code, said) => {
  const env = { OPENAI_API_KEY: "", FAST_APPLY_API_KEY: "" };
  const folder = makeFolder({});
  const run = await command.run(["eval", ...args], { cwd: folder, env });
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: "" });
  expect(run.stderr).toMatch(said);
  expect(existsSync(join(folder, "fast-apply-eval"))).toBe(false);
});

test.each<[answer: string, isYes: boolean]>([
  ["y\r", true],
  ["\r", false],
  // Ctrl+C and Ctrl+D
  ["\u0003", false],
  ["\u0004", false],
])("the answer %j to a question is %s", async (answer, isYes) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const answered = askYesOrNo("Send it?", input, output, new AbortController().signal);
  input.write(answer);
  expect(await answered).toBe(isYes);
});

test("eval says which report it cannot write", async () => {
  const folder = makeFolder({ "cases.jsonl": CASES, "out/report.html/mine": "" });
  const { code, stderr } = await command.run(["eval", "--cases", "cases.jsonl", "--out", "out"], { cwd: folder });
  expect(stderr).toMatch(/the results cannot be kept in .*out: EISDIR[^]*Next: name a folder/);
  expect(code).toBe(3);
});

test("eval says where it cannot write", async () => {
  const folder = makeFolder({ "cases.jsonl": CASES });
  writeFileSync(join(folder, "out"), "");
  const { code, stderr } = await command.run(["eval", "--cases", "cases.jsonl", "--out", "out"], { cwd: folder });
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /the results cannot be kept in .*out: [^]*Next: name a folder with room that you may write to, with --out/,
  );
});
