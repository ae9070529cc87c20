import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { runShellCommand } from "../../../extension/node/shellCommand.ts";

const NODE = JSON.stringify(process.execPath);

test("a command's output and its exit code are known", async () => {
  let text = "";
  const script = "console.log('out'); console.error('err'); process.exitCode = 3";
  const run = runShellCommand(`${NODE} -e ${JSON.stringify(script)}`, tmpdir(), (part) => (text += part));
  expect(await run.end).toBe(3);
  expect(text).toContain("out\n");
  expect(text).toContain("err\n");
});

test("a command that is stopped ends with what it has started", async () => {
  let pid = "";
  let hear: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (hear = resolve));
  const script = "console.log(process.pid); setInterval(() => {}, 1000)";
  const run = runShellCommand(`${NODE} -e ${JSON.stringify(script)} | cat`, tmpdir(), (part) => {
    pid += part;
    hear();
  });
  await begun;
  run.stop();
  expect(await run.end).toBe(undefined);
  await expect.poll(() => isThere(Number(pid))).toBe(false);
  run.stop();
});

test("where the folder is not there, that is said", async () => {
  let text = "";
  const run = runShellCommand("echo here", "/nowhere/at/all", (part) => (text += part));
  expect(await run.end).not.toBe(0);
  expect(text).not.toContain("here");
  expect(text).not.toBe("");
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
