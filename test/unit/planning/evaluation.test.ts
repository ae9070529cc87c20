import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { planningPrompt } from "../../../extension/core/chat/planningPrompt.ts";
import { evaluatePlanning } from "../../bench/planning/evaluation.ts";
import { judgeAnswer, tasks } from "../../bench/planning/tasks.ts";
import { startModelServer, type Dialect } from "../../servers/modelServer.ts";

const KEY = "sk-for-the-evaluation";
const block = (path: string, search: string, replace: string): string =>
  `\`\`\`${path.split(".").at(-1)} ${path}\n<<<<<<< SEARCH\n${search}=======\n${replace}>>>>>>> REPLACE\n\`\`\`\n`;

const casesFolder = join(import.meta.dirname, "../../cases/planning");
const exactAnswerOf = (task: string): string => readFileSync(join(casesFolder, task, "exact.md"), "utf8");

/** What the scripted model writes for exact edits, by task: right, and in each way wrong. For sketches it is always right. */
const exactAnswers: Readonly<Record<string, string>> = {
  "py-delete-function": exactAnswerOf("py-delete-function"),
  "ts-two-regions": block(
    "src/queue.ts",
    "      await job.run();\n",
    "      await job.run().catch(() => undefined);\n",
  ),
  "html-two-regions": block("public/index.html", '<script src="cart.js"></script>\n', ""),
  "md-fence-in-fence": "I have not seen the README. Attach it, please.",
  "js-new-file-and-import": "",
};

test.each(tasks.map((task) => [task.name, task] as const))(
  "%s has a right answer in both formats",
  async (name, task) => {
    for (const answer of [task.sketch, exactAnswerOf(name)]) {
      expect(await judgeAnswer(task, answer)).toEqual({ type: "expected", detail: "" });
    }
  },
);

async function evaluate(...args: readonly string[]): Promise<{ code: number; lines: readonly string[] }> {
  const lines: string[] = [];
  const code = await evaluatePlanning(args, { FAST_APPLY_API_KEY: KEY, OPENAI_API_KEY: "sk-vendor" }, (line) => {
    lines.push(line);
  });
  return { code, lines };
}

function answerTo(body: unknown): string {
  const { messages } = body as { messages: readonly { content: string }[] };
  const [system, question] = messages.map(({ content }) => content);
  // Each question ends with its own words, behind the files that it attaches.
  const task = tasks.find(({ before }) => [...before.values()].every((text) => question?.includes(text)));
  if (task === undefined) throw new Error(`Nobody knows the question: ${question}`);
  if (system === planningPrompt("sketch")) return task.sketch;
  expect(system).toBe(planningPrompt("exact"));
  return exactAnswers[task.name] ?? "";
}

/** The verdicts of a run as `task prompt verdict`. */
const verdicts = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.indexOf("")).map((line) => {
    const [task, prompt] = line.split(/\s+/);
    return `${task} ${prompt} ${
      line
        .split(/ s {2}|tokens\s+/)
        .at(-1)
        ?.split(":")[0]
    }`;
  });

const wanted = [
  "html-two-regions exact not sure",
  "html-two-regions sketch expected",
  "js-new-file-and-import exact failed",
  "js-new-file-and-import sketch expected",
  "md-fence-in-fence exact nothing",
  "md-fence-in-fence sketch expected",
  "py-delete-function exact expected",
  "py-delete-function sketch expected",
  "ts-two-regions exact differs",
  "ts-two-regions sketch expected",
];

test.each<readonly [id: string, dialect: Dialect, model: string]>([
  ["openai", "openai", "gpt-4.1"],
  ["anthropic", "anthropic", "claude-opus-4-6"],
  ["openai-compatible", "plain", "thinker"],
])("a planner of %s is asked each task with both prompts, and the answers are kept", async (id, dialect, model) => {
  const folder = mkdtempSync(join(tmpdir(), "planning-"));
  const server = await startModelServer(dialect, { key: KEY, answer: answerTo });
  onTestFinished(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });
  const file = join(folder, "answers.jsonl");
  const { code, lines } = await evaluate("--provider", id, "--model", model, "--base-url", server.url, "--save", file);
  expect(verdicts(lines)).toEqual(wanted);
  expect(code, "one question has failed").toBe(1);
  expect(server.requests).toHaveLength(2 * tasks.length);
  expect(lines[0]).toMatch(/^html-two-regions +exact +\d+ -> \d+ tokens +\d+\.\d s {2}not sure: public\/index\.html: /);
  const [exact, sketch] = lines.slice(-2).map((line) => line.trim().split(/ {2,}/));
  expect(exact?.slice(0, 6)).toEqual(["exact", "1", "1", "1", "1", "1"]);
  expect(sketch?.slice(0, 6)).toEqual(["sketch", "5", "0", "0", "0", "0"]);
  expect(Number(sketch?.[7])).toBeGreaterThan(100);

  const kept = readFileSync(file, "utf8").trim().split("\n");
  expect(kept.map((line) => JSON.parse(line) as unknown)).toContainEqual({
    id: "ts-two-regions",
    prompt: "exact",
    answer: exactAnswers["ts-two-regions"],
  });
  // An answer that did not come is none.
  const again = await evaluate(file);
  expect(verdicts(again.lines)).toEqual(wanted.map((line) => line.replace(" failed", " nothing")));
  expect(again.code).toBe(0);
});

test("one prompt alone is asked, of a window that the flags give", async () => {
  const server = await startModelServer("plain", { key: KEY, answer: answerTo });
  onTestFinished(() => server.close());
  const at = ["--provider", "openai-compatible", "--model", "m", "--base-url", server.url];
  const { code, lines } = await evaluate(...at, "--prompt", "sketch");
  expect(code).toBe(0);
  expect(server.requests).toHaveLength(tasks.length);
  expect(lines.at(-1)).toMatch(/^sketch +5 /);
  const small = await evaluate(...at, "--prompt", "exact", "--context-tokens", "500");
  expect(small.lines[0]).toContain("failed: the question is too long for the model");
  expect(server.requests).toHaveLength(tasks.length);
});

test("without a planner the questions are printed, with both prompts", async () => {
  const { code, lines } = await evaluate();
  expect(code).toBe(0);
  const printed = lines.map(
    (line) => JSON.parse(line) as { id: string; prompt: "exact"; messages: { content: string }[] },
  );
  expect(printed.map(({ id, prompt }) => `${id} ${prompt}`)).toEqual(
    tasks.flatMap(({ name }) => [`${name} exact`, `${name} sketch`]),
  );
  for (const { prompt, messages } of printed) expect(messages[0]?.content).toBe(planningPrompt(prompt));
});

test.each([
  [["--provider", "nobody", "--model", "m"], /there is no provider "nobody"/],
  [["--provider", "openai"], /needs a model/],
  [["--prompt", "diff"], /no prompt "diff"[^]*--provider ID/],
  [["--context-tokens", "many"], /"many" is no number/],
  [["--what"], /--what/],
])("%j is answered with what is wrong", async (args, words) => {
  const { code, lines } = await evaluate(...args);
  expect(code).toBe(2);
  expect(lines.join("\n")).toMatch(words);
});

test("a line that is no answer is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "planning-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, "answers.jsonl");
  writeFileSync(file, '{"id":"ts-two-regions","answer":""}\n');
  const { code, lines } = await evaluate(file);
  expect(code).toBe(2);
  expect(lines.join("\n")).toMatch(/Line 1 .*prompt/s);
});
