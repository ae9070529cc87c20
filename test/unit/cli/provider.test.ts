import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startModelServer, type ModelServer } from "../../servers/modelServer.ts";
import { command, makeFolder, readFolder, type Run } from "./command.ts";

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer("openai", { answer: `<updated-code>\n${WANTED}</updated-code>`, key: "sk-right" });
});
afterEach(() => server.close());

const ORIGINAL = "function a() {\n  run();\n}\n\nfunction b() {\n  run();\n}\n";
/** It fits both functions. */
const SKETCH = "```js\n// ... existing code ...\n  run();\n  stop();\n}\n// ... existing code ...\n```\n";
const WANTED = ORIGINAL.replace("  run();\n}\n\n", "  run();\n  stop();\n}\n\n");

const TWICE = "run();\nrest();\nrun();\n";
/** It has two places. */
const EDIT = "<<<<<<< SEARCH\nrun();\n=======\nwalk();\n>>>>>>> REPLACE\n";

function apply(folder: string, args: readonly string[], key = "sk-right", sketch = SKETCH): Promise<Run> {
  const known = ["apply", "--file", "run.js", "--provider", "openai", "--base-url", server.url];
  const env = { FAST_APPLY_API_KEY: key, OPENAI_API_KEY: "sk-vendor" };
  return command.run([...known, ...args], { cwd: folder, stdin: sketch, env });
}

describe("apply --provider", () => {
  test("asks the provider where the sketch is not clear, and says who wrote it", async () => {
    const folder = makeFolder({ "run.js": ORIGINAL });
    const { code, stdout, stderr } = await apply(folder, ["--instruction", "Stop a after its run."]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: WANTED });
    expect(stderr).toMatch(
      /^fast-apply: run\.js: OpenAI gpt-4\.1-mini, [\d.]+ s, \d+ characters\/s, \d+% of the draft/m,
    );
    // First for a choice, which it does not make.
    expect(server.requests).toHaveLength(2);
    for (const { headers, body } of server.requests) {
      expect(headers.authorization).toBe("Bearer sk-right");
      expect(JSON.stringify(body)).toContain("Stop a after its run.");
    }
  });

  test("asks for a choice first, and writes what is chosen", async () => {
    server.chooseWith("1=1");
    const folder = makeFolder({ "run.js": TWICE });
    const { code, stderr } = await apply(folder, ["--write"], "sk-right", EDIT);
    expect({ code, files: readFolder(folder) }).toEqual({ code: 0, files: { "run.js": TWICE.replace("run", "walk") } });
    expect(stderr).toMatch(/^fast-apply: run\.js: OpenAI gpt-4\.1-mini, [\d.]+ s, asked what 1 piece means\n/);
    expect(server.requests).toHaveLength(1);
  });

  test("writes nothing where what is chosen is more than there is", async () => {
    server.chooseWith("1=3");
    server.answerWith("I cannot.");
    const folder = makeFolder({ "run.js": TWICE });
    const { code, stderr } = await apply(folder, ["--write"], "sk-right", EDIT);
    expect({ code, files: readFolder(folder) }).toEqual({ code: 1, files: { "run.js": TWICE } });
    expect(stderr).toMatch(/gave way: Asked for a choice: It named an alternative that there is not\./);
  });

  test("asks nobody where the sketch is clear", async () => {
    const folder = makeFolder({ "run.js": "run();\n" });
    const args = ["apply", "--file", "run.js", "--provider", "openai", "--base-url", server.url, "--write"];
    const env = { FAST_APPLY_API_KEY: "sk-right" };
    const { code } = await command.run(args, { cwd: folder, stdin: "```js\nrun();\nstop();\n```\n", env });
    expect({ code, files: readFolder(folder) }).toEqual({ code: 0, files: { "run.js": "run();\nstop();\n" } });
    expect(server.requests).toEqual([]);
  });

  test("writes nothing and says why where the provider fails", async () => {
    const folder = makeFolder({ "run.js": ORIGINAL });
    const { code, stderr } = await apply(folder, ["--write"], "sk-wrong");
    expect({ code, files: readFolder(folder) }).toEqual({ code: 1, files: { "run.js": ORIGINAL } });
    expect(stderr).toMatch(/OpenAI gpt-4\.1-mini gave way: .*key/);
    expect(stderr).not.toContain("sk-wrong");
  });

  test("writes nothing where the proof does not hold for what the provider wrote", async () => {
    server.answerWith(`<updated-code>\n${WANTED.replace("function b", "function c")}</updated-code>`);
    const folder = makeFolder({ "run.js": ORIGINAL });
    const { code, stderr } = await apply(folder, ["--write"]);
    expect({ code, files: readFolder(folder) }).toEqual({ code: 1, files: { "run.js": ORIGINAL } });
    expect(stderr).toContain("not sure, so nothing is written");
  });

  test("--stream prints the events while they come, and in the end the result", async () => {
    const folder = makeFolder({ "run.js": ORIGINAL });
    const { code, stdout } = await apply(folder, ["--stream"]);
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    const steps = events.filter(({ type }) => type === "step");
    expect(steps.map(({ engine }) => engine)).toEqual(["structural", "OpenAI gpt-4.1-mini", "OpenAI gpt-4.1-mini"]);
    expect(steps.map(({ asks }) => asks)).toEqual([undefined, 1, undefined]);
    const texts = events.filter(({ type }) => type === "text");
    expect(texts.map(({ text }) => text).join("")).toBe(WANTED);
    expect(events.at(-1)).toMatchObject({ exitCode: 0, targets: [{ path: "run.js", engine: "OpenAI gpt-4.1-mini" }] });
  });

  test("sends the provider what the reply says around its code", async () => {
    const folder = makeFolder({ "run.js": ORIGINAL });
    const args = ["apply", "--file", "run.js", "--provider", "openai", "--base-url", server.url];
    const env = { FAST_APPLY_API_KEY: "sk-right" };
    await command.run(args, { cwd: folder, stdin: `It is a that should stop:\n\n${SKETCH}`, env });
    expect(JSON.stringify(server.requests[0]?.body)).toContain("It is a that should stop:");
  });

  test("sends the key for other addresses to no vendor", async () => {
    const folder = makeFolder({ "run.js": ORIGINAL });
    const env = { FAST_APPLY_API_KEY: "sk-mine", OPENAI_API_KEY: "" };
    const { code, stderr } = await command.run(["apply", "--file", "run.js", "--provider", "openai"], {
      cwd: folder,
      stdin: SKETCH,
      env,
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/OpenAI needs a key[\s\S]*OPENAI_API_KEY\./);
  });

  test("sends the vendor's own key to no other address", async () => {
    const folder = makeFolder({ "run.js": ORIGINAL });
    const { code, stderr } = await apply(folder, [], "");
    expect(code).toBe(2);
    expect(stderr).toContain("FAST_APPLY_API_KEY");
    expect(stderr).not.toContain("OPENAI_API_KEY");
    expect(server.requests).toEqual([]);
  });

  test.each([
    [["--provider", "nobody"], /there is no provider "nobody"[\s\S]*fireworks, .*openai/],
    [["--provider", "openai", "--base-url", "http://192.0.2.1/v1"], /another machine[\s\S]*use https:/],
    [["--provider", "ollama"], /needs a model/],
    [["--model", "gpt-4.1"], /need --provider/],
    [["--provider", "openai", "--stream", "--write"], /cannot be used with/],
  ])("refuses %j", async (args, message) => {
    const folder = makeFolder({ "run.js": ORIGINAL });
    const { code, stderr } = await command.run(["apply", "--file", "run.js", ...args], { cwd: folder, stdin: SKETCH });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  test("serves requests of the protocol through the provider", async () => {
    const line = JSON.stringify({ id: 1, original: ORIGINAL, sketch: SKETCH, path: "run.js", instruction: "Stop." });
    const args = ["apply", "--jsonl", "--provider", "openai", "--base-url", server.url];
    const { stdout } = await command.run(args, { stdin: `${line}\n`, env: { FAST_APPLY_API_KEY: "sk-right" } });
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, output: WANTED, confident: true });
  });
});
