import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startModelServer, type ModelServer } from "../../servers/modelServer.ts";
import { cleanUp, folderOf } from "../cli/applying.ts";
import { readFolder } from "../cli/command.ts";
import { edit, endClients, locks, startTools, type ToolClient } from "./toolClient.ts";

cleanUp();
endClients();

const ORIGINAL = "function a() {\n  run();\n}\n\nfunction b() {\n  run();\n}\n";
/** It fits both functions. */
const SKETCH = "// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...\n";
const WANTED = ORIGINAL.replace("  run();\n}\n\n", "  run();\n  stop();\n}\n\n");
const wrapped = (text: string): string => `<updated-code>\n${text}</updated-code>`;

let model: ModelServer;
beforeEach(async () => {
  model = await startModelServer("openai", { answer: wrapped(WANTED), key: "sk-right", msPerToken: 30 });
});
afterEach(() => model.close());

function startWithModel(folder: string, key = "sk-right"): Promise<ToolClient> {
  const provider = ["--provider", "openai", "--base-url", model.url];
  return startTools(["--root", folder, "--auto", ...provider], { env: { FAST_APPLY_API_KEY: key } });
}

/** Waits for something that comes soon. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("a model is asked where the sketch is not clear, and the client hears how it goes on", async () => {
  const folder = folderOf({ "run.js": ORIGINAL });
  const { call, client } = await startWithModel(folder);
  const { tools } = await client.listTools();
  expect(tools.map(({ annotations }) => annotations?.openWorldHint)).toEqual([true, true]);
  const reported: Progress[] = [];
  const { result } = await call("edit_file", edit("run.js", SKETCH, "I stop a after its run."), {
    onprogress: (progress) => reported.push(progress),
  });
  expect(result).toMatchObject({ outcome: "applied", engine: expect.stringContaining("gpt") as string });
  expect(readFolder(folder)).toEqual({ "run.js": WANTED });
  expect(reported[0]?.message).toMatch(/^Asking .*gpt/);
  const numbers = reported.map(({ progress }) => progress);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(JSON.stringify(model.requests[0]?.body)).toContain("I stop a after its run.");
});

test("who does not ask for progress hears of the answer alone", async () => {
  const folder = folderOf({ "run.js": ORIGINAL });
  const { call, delivered } = await startWithModel(folder);
  await call("edit_file", edit("run.js", SKETCH));
  expect(delivered.filter((message) => "method" in message)).toEqual([]);
});

test("a cancelled call stops the model, changes nothing, and lets the next one in", async () => {
  const folder = folderOf({ "run.js": ORIGINAL });
  const { call, delivered } = await startWithModel(folder);
  const stop = new AbortController();
  const calling = call("edit_file", edit("run.js", SKETCH), { signal: stop.signal });
  const refused = expect(calling).rejects.toThrow();
  await until(() => model.openAnswers > 0);
  stop.abort("No longer wanted.");
  await refused;
  await until(() => model.openAnswers === 0);
  await until(() => locks().length === 0);
  expect(readFolder(folder)).toEqual({ "run.js": ORIGINAL });
  const before = delivered.length;
  const { result } = await call("edit_file", edit("run.js", SKETCH));
  expect(result.outcome).toBe("applied");
  // The cancelled one got no answer.
  expect(delivered.length).toBe(before + 1);
});

test("a server that is asked to end while it works leaves nothing behind", async () => {
  const folder = folderOf({ "run.js": ORIGINAL });
  const { call, pid } = await startWithModel(folder);
  const calling = call("edit_file", edit("run.js", SKETCH));
  const lost = expect(calling).rejects.toThrow();
  await until(() => model.openAnswers > 0);
  process.kill(pid, "SIGTERM");
  await lost;
  await until(() => locks().length === 0);
  expect(readFolder(folder)).toEqual({ "run.js": ORIGINAL });
});

test("a model that fails is named, and nothing is written", async () => {
  const folder = folderOf({ "run.js": ORIGINAL });
  const { call } = await startWithModel(folder, "sk-wrong");
  const { result, isError, text } = await call("edit_file", edit("run.js", SKETCH));
  expect({ outcome: result.outcome, isError }).toEqual({ outcome: "not sure", isError: true });
  expect(result.message).toMatch(/gpt\S* was asked too: .*key/);
  expect(text).not.toContain("sk-wrong");
  expect(readFolder(folder)).toEqual({ "run.js": ORIGINAL });
});

test("a file that changes while the model writes is read and merged again", async () => {
  const folder = folderOf({ "run.js": ORIGINAL });
  let asked = 0;
  model.answerWith(() => {
    if (++asked === 1) writeFileSync(join(folder, "run.js"), `// mine\n${ORIGINAL}`);
    return wrapped(asked === 1 ? WANTED : `// mine\n${WANTED}`);
  });
  const { call } = await startWithModel(folder);
  const { result } = await call("edit_file", edit("run.js", SKETCH));
  expect(result.outcome).toBe("applied");
  expect(readFileSync(join(folder, "run.js"), "utf8")).toBe(`// mine\n${WANTED}`);
});

test("a file that never rests is left alone", async () => {
  const folder = folderOf({ "run.js": ORIGINAL });
  let asked = 0;
  model.answerWith(() => {
    writeFileSync(join(folder, "run.js"), `// ${String(++asked)}\n${ORIGINAL}`);
    return wrapped(`${asked === 1 ? "" : `// ${String(asked - 1)}\n`}${WANTED}`);
  });
  const { call } = await startWithModel(folder);
  const { result } = await call("edit_file", edit("run.js", SKETCH));
  expect(result).toMatchObject({ outcome: "failed", message: expect.stringContaining("all the time") as string });
  expect(readFileSync(join(folder, "run.js"), "utf8")).toBe(`// ${String(asked)}\n${ORIGINAL}`);
});

test("who waits for another server's edit of the same file says so, and can be cancelled", async () => {
  const folder = folderOf({ "run.js": ORIGINAL });
  const [slow, quick] = [await startWithModel(folder), await startTools(["--root", folder, "--auto"])];
  let answer: (text: string) => void = () => undefined;
  const held = new Promise<string>((resolve) => (answer = resolve));
  model.answerWith(() => held);
  const first = slow.call("edit_file", edit("run.js", SKETCH));
  await until(() => model.openAnswers > 0);
  const reported: (string | undefined)[] = [];
  const stop = new AbortController();
  const options = { onprogress: ({ message }: Progress) => reported.push(message) };
  const cancelled = quick.call("edit_file", edit("run.js", "gone();\n"), { ...options, signal: stop.signal });
  const refused = expect(cancelled).rejects.toThrow();
  await until(() => reported.length > 0);
  expect(reported).toEqual(["Waiting for another edit of the same file"]);
  stop.abort();
  await refused;
  answer(wrapped(WANTED));
  const second = quick.call("edit_file", edit("run.js", "// top\nfunction a() {\n// ... existing code ...\n"), options);
  expect((await first).result.outcome).toBe("applied");
  expect((await second).result.outcome).toBe("applied");
  expect(readFileSync(join(folder, "run.js"), "utf8")).toBe(`// top\n${WANTED}`);
});
