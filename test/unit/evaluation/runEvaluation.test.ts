import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, beforeAll } from "vitest";
import type { Evaluation } from "../../../extension/core/evaluation/evaluation.ts";
import { makeFolder } from "../cli/command.ts";
import { countPasses } from "../../../extension/evaluation/countPasses.ts";
import { localPlace } from "../../../extension/evaluation/makeEngines.ts";
import { createStructuralWorker } from "../../../extension/evaluation/structuralWorker.ts";
import { commitFiles, makeRepository } from "./repositories.ts";
import {
  asked,
  clear,
  engines,
  evaluateHere,
  evaluation,
  EXPECTED,
  folder,
  ORIGINAL,
  outcomes,
  run,
  server,
  unclear,
  whole,
} from "./evaluating.ts";

evaluateHere();

describe("engines", () => {
  test("the merge works in processes of its own, and sends nothing", async () => {
    const made = await evaluation({});
    expect(outcomes(made)).toEqual({ "structural clear": "exact", "structural unclear": "refused" });
    const [sure, unsure] = made.results;
    expect(sure).toMatchObject({ text: clear.expected, characters: clear.expected.length });
    expect(sure?.certainty).toBeGreaterThan(0.5);
    expect(unsure).toMatchObject({ characters: 0, message: expect.stringMatching(/\w/) as string });
    expect(server.requests).toEqual([]);
  });

  test("a rewriter writes each file, by the draft that it is given", async () => {
    server.answerWith(whole(EXPECTED));
    const made = await evaluation({ engines: engines("openai,openai:original,openai:none") });
    expect(outcomes(made)).toMatchObject({
      "openai unclear": "exact",
      "openai:original unclear": "exact",
      "openai:none unclear": "exact",
    });
    const predictions = server.requests.map(({ body }) => (body as { prediction?: { content: string } }).prediction);
    expect(predictions.map((prediction) => prediction?.content)).toEqual([
      whole(clear.expected),
      expect.stringContaining("run();"),
      whole(ORIGINAL),
      whole(ORIGINAL),
      undefined,
      undefined,
    ]);
    const one = made.results.find(({ caseId, engineId }) => caseId === "unclear" && engineId === "openai");
    expect(one?.tokens?.sent).toBeGreaterThan(100);
    expect(one?.cost).toBeCloseTo(((one?.tokens?.sent ?? 0) + 2 * (one?.tokens?.answered ?? 0)) / 1e6);
    expect(one?.characters).toBe(EXPECTED.length);
    expect(one?.acceptedShare).toBeGreaterThan(0);
  });

  test("a choice is asked for only where the merge is not sure", async () => {
    server.chooseWith("1=1");
    const made = await evaluation({ engines: engines("choice:openai") });
    expect(server.requests).toHaveLength(1);
    expect(outcomes(made)).toMatchObject({ "choice:openai clear": "exact" });
  });

  test("auto lets the model write where its choice decides nothing", async () => {
    server.answerWith(whole(EXPECTED));
    const made = await evaluation({ engines: engines("auto:openai") });
    expect(outcomes(made)).toEqual({ "auto:openai clear": "exact", "auto:openai unclear": "exact" });
    expect(server.requests).toHaveLength(2);
  });

  test("exact edits are written with the chat's prompt, and followed", async () => {
    const edit =
      "```js run.js\n<<<<<<< SEARCH\n  run();\n}\n\nfunction b\n=======\n  run();\n  stop();\n}\n\nfunction b\n>>>>>>> REPLACE\n```\n";
    server.answerWith(edit);
    const made = await evaluation({ engines: engines("exact:openai/gpt-4.1") });
    expect(outcomes(made)).toEqual({ "exact:openai/gpt-4.1 clear": "wrong", "exact:openai/gpt-4.1 unclear": "exact" });
    expect(JSON.stringify(server.requests[0]?.body)).toContain("SEARCH/REPLACE");
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain("expected");
  });

  test("what a model did not write to its end is failed, and a text that the proof does not hold for is refused", async () => {
    server.answerWith(whole(EXPECTED.replace("function b", "function c")));
    const unproven = await evaluation({ engines: engines("openai") });
    expect(outcomes(unproven)).toMatchObject({ "openai unclear": "refused" });
    server.fail({ type: "length" }, { always: true });
    const cut = await evaluation({ engines: engines("openai"), build: "other" });
    expect(outcomes(cut)).toEqual({ "openai clear": "failed", "openai unclear": "failed" });
    expect(cut.results[0]?.message).toMatch(/limit/);
  });
});

test("a case that has to be refused is right when it is, wrong when it is applied, and never graded", async () => {
  const refuse = { ...unclear, id: "refuse", expected: undefined, expect_refusal: true };
  writeFileSync(join(folder, "cases.jsonl"), `${JSON.stringify(refuse)}\n`);
  server.answerWith(whole(EXPECTED));
  const grader = asked("openai/gpt-4.1", "grader");
  const { last, sendings } = await run({ engines: engines("structural,auto:openai"), grader });
  expect(last?.type === "done" && outcomes(last.evaluation)).toEqual({
    "structural refuse": "declined",
    "auto:openai refuse": "wrong",
  });
  expect(sendings.map(({ asking }) => asking)).toEqual(["auto"]);
});

describe("a grader", () => {
  const graded = async (): Promise<Evaluation["results"]> => {
    const grader = asked("openai/gpt-4.1", "grader");
    return (await evaluation({ grader })).results;
  };

  test("is asked twice for each text, in opposite orders, and not told who wrote it", async () => {
    server.answerWith((body) => {
      const [, question] = (body as { messages: { content: string }[] }).messages;
      const text = question?.content ?? "";
      // It goes by the place of the result, and so disagrees with itself.
      return JSON.stringify({
        score: text.indexOf("<result>") < text.indexOf("<reference>") ? 5 : 2,
        reason: "Its place.",
      });
    });
    const results = await graded();
    expect(server.requests).toHaveLength(4);
    for (const { grades } of results)
      expect(grades?.map((grade) => ("score" in grade ? grade.score : 0)).sort()).toEqual([2, 5]);
    for (const { body } of server.requests) expect(JSON.stringify(body)).not.toMatch(/structural/i);
  });

  test.each<[name: string, answer: string, refused: RegExp]>([
    ["refuses", "I would rather not.", /no grade/],
    ["writes nonsense", '{"score": "great"}', /no grade from 1 to 5/],
  ])("that %s gives no grade", async (_, answer, refused) => {
    server.answerWith(answer);
    const expected = { refused: expect.stringMatching(refused) as string };
    for (const { grades } of await graded()) expect(grades).toEqual([expected, expected]);
  });

  test("that is cut off gives no grade", async () => {
    server.answerWith('{"score": 5, "reason": "All of it is there."}');
    server.fail({ type: "length" }, { always: true });
    const expected = { refused: "The answer was cut off at the model's limit." };
    for (const { grades } of await graded()) expect(grades).toEqual([expected, expected]);
  });
});

describe("a planner", () => {
  let repository: string;
  beforeAll(() => {
    repository = makeRepository();
    commitFiles(repository, "Begin with two functions", { "run.js": ORIGINAL });
    commitFiles(repository, "Stop after the first run", { "run.js": EXPECTED });
  });

  test("answers the message of a commit as in the chat, and then says what it means", async () => {
    const edit =
      "```js run.js\n<<<<<<< SEARCH\n  run();\n}\n\nfunction b\n=======\n  halt();\n}\n\nfunction b\n>>>>>>> REPLACE\n```\n";
    const meant = ORIGINAL.replace("run", "halt");
    server.answerWith((body) => (JSON.stringify(body).includes("as a whole") ? `\`\`\`js\n${meant}\`\`\`` : edit));
    const planner = asked("openai/gpt-4.1", "planner");
    const made = await evaluation({ source: { type: "repository", directory: repository }, planner });
    expect(made.cases).toMatchObject([{ answer: edit, original: ORIGINAL, expected: meant, kind: "commit" }]);
    expect(Object.values(outcomes(made))).toEqual(["exact"]);
    const [question = "", meaning = ""] = server.requests.map(({ body }) => JSON.stringify(body));
    expect(question).toContain("Stop after the first run");
    expect(question).not.toContain("stop();");
    expect(meaning).toContain("halt();");
  });

  test("that never says what it means leaves no case to evaluate", async () => {
    server.answerWith("I need to see the file first.");
    const planner = asked("openai/gpt-4.1", "planner");
    const { last } = await run({ source: { type: "repository", directory: repository }, planner });
    const message = expect.stringMatching(
      /gpt-4\.1 left no case: answer of the planner without the whole file.* \(1\)/,
    ) as string;
    expect(last).toMatchObject({ type: "failed", kind: "source", message });
  });
});

test("a folder that cannot be written is told, and nothing is sent", async () => {
  mkdirSync(join(folder, "taken"));
  writeFileSync(join(folder, "taken", "out"), "");
  const { last, sendings } = await run({ folder: join(folder, "taken", "out"), engines: engines("openai") });
  expect(last).toMatchObject({ type: "failed", kind: "folder" });
  expect(sendings).toEqual([]);
});

test("a merge that hangs is given up, and the next case gets a new process", async () => {
  const script = join(folder, "hangs.mjs");
  writeFileSync(script, "process.stdin.resume();");
  const worker = createStructuralWorker({ program: process.execPath, args: [script], env: process.env }, 300);
  const one = { ...clear, language: "", kind: "given", split: "short" } as const;
  for (let at = 0; at < 2; at++) {
    const { given } = await worker.apply(one, new AbortController().signal);
    expect(given).toEqual({ type: "trouble", message: expect.stringMatching(/did not end/) as string });
  }
  worker.end();
});

test("model files of one name are told apart", () => {
  const [one, other] = [makeFolder({ "m.gguf": "a" }), makeFolder({ "m.gguf": "b" })].map((at) => join(at, "m.gguf"));
  const address = (path = ""): string | undefined => localPlace(path).address;
  expect(localPlace(one ?? "").file).toBe("m.gguf");
  expect(address(one)).not.toBe(address(other));
  const before = address(one);
  writeFileSync(one ?? "", "another");
  expect(address(one)).not.toBe(before);
});

test("passes of a model on this machine count for the case that took them", () => {
  const { onFigures, takePasses } = countPasses();
  onFigures({ passes: 7 });
  expect([takePasses(), takePasses()]).toEqual([7, undefined]);
});
