import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { estimateSending } from "../../../extension/core/evaluation/sendings.ts";
import {
  asked,
  engines,
  evaluateHere,
  evaluation,
  EXPECTED,
  folder,
  linesOf,
  ORIGINAL,
  outcomes,
  run,
  server,
  unclear,
  whole,
} from "./evaluating.ts";

evaluateHere();

describe("sending", () => {
  test("nothing goes out before the user has seen what, to whom and for how much", async () => {
    const changes = { engines: engines("structural,openai"), grader: asked("openai/gpt-4.1", "grader") };
    const { last, sendings } = await run(changes, false);
    expect(last).toEqual({ type: "declined" });
    expect(server.requests).toEqual([]);
    expect(sendings).toMatchObject([
      { asking: "rewriter", origin: new URL(server.url).origin, requests: 2 },
      { asking: "grader", requests: 8 },
    ]);
    for (const { tokens, cost } of sendings) expect(cost).toBeCloseTo((tokens.sent + 2 * tokens.answered) / 1e6);
  });

  test("a wrong key ends the run, which goes on with the right one where it was", async () => {
    server.answerWith(whole(EXPECTED));
    const { last } = await run({ engines: engines("structural,openai", { key: "sk-wrong" }) });
    expect(last).toMatchObject({ type: "failed", kind: "stopped", message: expect.stringMatching(/key/) as string });
    expect(server.requests).toHaveLength(1);
    const { events } = await run({ engines: engines("structural,openai") });
    expect(events[0]).toMatchObject({ type: "found", cases: 2, kept: 2 });
    expect(events.at(-1)?.type).toBe("done");
  });
});

describe("a run that was stopped", () => {
  test("asks nobody anew, whatever its last line lacks, and other engines join in", async () => {
    server.answerWith(whole(EXPECTED));
    const first = await evaluation({ engines: engines("openai") });
    const asks = server.requests.length;
    const out = join(folder, "out");
    const name = readdirSync(out).find((file) => file.startsWith("run-")) ?? "";
    // As if it had been killed while it wrote the last of them.
    writeFileSync(join(out, name), readFileSync(join(out, name), "utf8").slice(0, -40));
    const { events } = await run({ engines: engines("openai") });
    expect(events[0]).toMatchObject({ type: "found", kept: 1 });
    expect(server.requests.length).toBe(asks + 1);
    const both = await evaluation({ engines: engines("structural,openai") });
    expect(server.requests.length).toBe(asks + 1);
    expect(outcomes(both)).toMatchObject(outcomes(first));
  });

  test("is made by one process at a time, so that nothing is sent twice", async () => {
    server.answerWith(whole(EXPECTED));
    const both = await Promise.all([run({ engines: engines("openai") }), run({ engines: engines("openai") })]);
    expect(both.map(({ last }) => last?.type).sort()).toEqual(["done", "failed"]);
    const refused = both.find(({ last }) => last?.type === "failed");
    expect(refused?.last).toMatchObject({
      kind: "folder",
      message: expect.stringMatching(/already under way/) as string,
    });
    expect(refused?.sendings).toEqual([]);
    const { events } = await run({ engines: engines("openai") });
    expect(events[0]).toMatchObject({ type: "found", kept: 2 });
    expect(readdirSync(join(folder, "out")).filter((name) => name.includes(".lock"))).toEqual([]);
  });

  test("is another run for other cases or another build", async () => {
    await evaluation({});
    for (const changes of [{ build: "other" }, { seed: 2 }]) {
      expect((await run(changes)).events[0]).toMatchObject({ type: "found", kept: 0 });
    }
  });

  test("costs what its tokens cost by the prices of now", async () => {
    server.answerWith(whole(EXPECTED));
    await run({ engines: engines("openai") });
    const { results } = await evaluation({ engines: engines("openai", { price: { sent: 100, answered: 200 } }) });
    for (const { tokens, cost } of results)
      expect(cost).toBeCloseTo((100 * (tokens?.sent ?? 0) + 200 * (tokens?.answered ?? 0)) / 1e6);
  });

  test("whose folder can take no more ends with that", async () => {
    server.answerWith(() => {
      rmSync(join(folder, "out"), { recursive: true, force: true });
      return whole(EXPECTED);
    });
    const { last } = await run({ engines: engines("openai") });
    expect(last).toMatchObject({ type: "failed", kind: "folder", message: expect.stringMatching(/ENOENT/) as string });
  });
});

describe("requests that fail for the moment", () => {
  test("are counted in the report, and the next run asks them again", async () => {
    server.answerWith(whole(EXPECTED));
    server.fail({ type: "status", status: 400 });
    const first = await evaluation({ engines: engines("openai") });
    expect(Object.values(outcomes(first)).sort()).toEqual(["exact", "failed"]);
    expect(first.source.remarks).toEqual([expect.stringMatching(/^1 request .* repeating the command completes/)]);
    const second = await evaluation({ engines: engines("openai") });
    expect([second.source.remarks, server.requests.length]).toEqual([undefined, 3]);
  });

  const planned = (count: number): object[] =>
    Array.from({ length: count }, (_, at) => ({ ...unclear, id: `c${at}`, instruction: "Stop after the first run" }));

  test.each([
    [2, /gpt-4\.1.*refuses the request/],
    [8, /gpt-4\.1 failed 5 times in a row: .*refuses the request/],
  ])("of a planner of %i cases end the run, and are asked again", async (count, message) => {
    writeFileSync(join(folder, "cases.jsonl"), linesOf(planned(count)));
    const changes = { planner: asked("openai/gpt-4.1", "planner") };
    server.answerWith((body) => (JSON.stringify(body).includes("as a whole") ? `\`\`\`js\n${EXPECTED}\`\`\`` : SAID));
    for (let at = 0; at < count; at++) server.fail({ type: "status", status: 400 });
    const { last } = await run(changes);
    expect(last).toMatchObject({ type: "failed", kind: "stopped", message: expect.stringMatching(message) as string });
    await run(changes);
    expect((await evaluation(changes)).cases).toHaveLength(count);
  });
});

const SAID =
  "```js run.js\n<<<<<<< SEARCH\n  run();\n}\n\nfunction b\n=======\n  run();\n  stop();\n}\n\nfunction b\n>>>>>>> REPLACE\n```\n";

test("a planned run that is done asks for nothing more, whatever its planner left out", async () => {
  const meant = (body: unknown): string => (JSON.stringify(body).includes("run again") ? ORIGINAL : EXPECTED);
  server.answerWith((body) => (JSON.stringify(body).includes("as a whole") ? `\`\`\`js\n${meant(body)}\`\`\`` : SAID));
  const cases = ["stop", "run again"].map((instruction, at) => ({ ...unclear, id: String(at), instruction }));
  writeFileSync(join(folder, "cases.jsonl"), linesOf(cases));
  const changes = { engines: engines("exact:openai/gpt-4.1"), planner: asked("openai/gpt-4.1", "planner") };
  const grader = asked("openai/gpt-4.1", "grader");
  const first = await run({ ...changes, grader });
  expect(first.sendings.map(({ asking, requests }) => [asking, requests])).toEqual([
    ["planner", 4],
    ["exact-edits", 2],
    ["grader", 4],
  ]);
  expect(first.last).toMatchObject({ type: "done", evaluation: { cases: [{ id: "0" }] } });
  expect((await run({ ...changes, grader })).sendings).toEqual([]);
});

test("what is to be sent reckons with the answer that a planner is yet to write", () => {
  const [given, none] = [unclear.answer, ""].map((answer) =>
    estimateSending(receiver, [{ original: ORIGINAL, answer }]),
  );
  const unknown = estimateSending(receiver, [{ original: ORIGINAL, answer: undefined }]);
  expect(unknown.tokens.sent).toBeGreaterThan(given?.tokens.sent ?? 0);
  expect(given?.tokens.sent).toBeGreaterThan(none?.tokens.sent ?? 0);
});

const receiver = { asking: "rewriter", name: "gpt", origin: "", price: undefined } as const;
