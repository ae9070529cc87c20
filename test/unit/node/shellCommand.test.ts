import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { runShellCommand, type RunningCommand } from "../../../extension/node/shellCommand.ts";

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
  const { run, pid } = await started((script) => `${script} | cat`, "setInterval(() => {}, 1000)");
  run.stop();
  expect(await run.end).toBe(undefined);
  await expect.poll(() => isThere(pid)).toBe(false);
  run.stop();
});

test.skipIf(process.platform === "win32")(
  "a command whose shell is gone is stopped with what it left behind",
  async () => {
    const { run, pid } = await started((script) => `${script} & exit 0`, "setInterval(() => {}, 1000)");
    run.stop();
    expect(await run.end).toBe(undefined);
    await expect.poll(() => isThere(pid)).toBe(false);
  },
);

test.skipIf(process.platform === "win32")("a command that does not hear is ended all the same", async () => {
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const { run, pid } = await started((script) => `${script} & exit 0`, deaf);
  run.stop();
  run.stop();
  expect(await run.end).toBe(undefined);
  await expect.poll(() => isThere(pid)).toBe(false);
});

test("where the folder is not there, that is said", async () => {
  let text = "";
  const run = runShellCommand("echo here", "/nowhere/at/all", (part) => (text += part));
  expect(await run.end).not.toBe(0);
  expect(text).not.toContain("here");
  expect(text).not.toBe("");
});

/** A script that runs, in a command that `around` makes of its own. */
async function started(
  around: (script: string) => string,
  script: string,
): Promise<{ run: RunningCommand; pid: number }> {
  let written = "";
  let hear: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (hear = resolve));
  const telling = `${script}; console.log(process.pid)`;
  const run = runShellCommand(around(`${NODE} -e ${JSON.stringify(telling)}`), tmpdir(), (part) => {
    written += part;
    hear();
  });
  await begun;
  return { run, pid: Number(written) };
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
