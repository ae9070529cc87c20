// The run of `npm run test:host` itself: it must not pass when it should fail, and it must leave nothing behind.
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "vitest";
import type { ExpectStatic } from "vitest";
import type { TestCounts } from "../../counts.ts";
import { runningProcesses } from "../launcher/processes.ts";

const root = join(import.meta.dirname, "../../..");

interface HostRun {
  readonly child: ChildProcessWithoutNullStreams;
  readonly output: () => string;
  /** Ids and commands of the processes that have this run's environment. */
  readonly processes: () => readonly string[];
}

/** Each run has a VS Code of its own, and most of its time is spent waiting. Such tests need the `expect` of their own. */
const besideEachOther = { concurrent: true, timeout: 300_000 };

describe("a run of suites inside VS Code", besideEachOther, () => {
  test("fails when a test fails, and says where", async ({ expect }) => {
    const run = startHostRun("failing");
    expect(await exitCode(run)).toBe(1);
    expect(run.output()).toContain("test/host/brokenSuites/failing.test.ts:10:");
    expect(run.output()).toMatch(/1 passed, 1 failed\n$/);
    expect(run.processes()).toEqual([]);
  });

  test("tries a test that fails once more, and names it", async ({ expect }) => {
    const counts = mkdtempSync(join(tmpdir(), "host-counts-"));
    const run = startHostRun("again", counts);
    expect(await exitCode(run)).toBe(0);
    const [file = ""] = readdirSync(counts);
    const { passed, failures, again } = JSON.parse(readFileSync(join(counts, file), "utf8")) as TestCounts;
    rmSync(counts, { recursive: true });
    expect({ passed, failures }).toEqual({ passed: 1, failures: [] });
    expect(again).toEqual([
      "broken: a suite with a test that fails once passes at its second try: Expected values to be strictly equal: 1 !== 2",
    ]);
  });

  test("fails when the extension host is killed", async ({ expect }) => {
    const run = startHostRun("killed");
    expect(await exitCode(run)).toBe(1);
    expect(run.output()).toContain("The extension host ended before the tests did.");
    expect(run.output()).toMatch(/0 passed, 1 failed\n$/);
    expect(run.processes()).toEqual([]);
  });

  test("fails when no suite is chosen", async ({ expect }) => {
    expect(await exitCode(startHostRun("no such suite"))).toBe(1);
  });
});

describe.runIf(process.platform === "linux")("no process is left", besideEachOther, () => {
  test("when Ctrl+C ends it", async ({ expect }) => {
    const run = await startHangingRun(expect);
    run.child.kill("SIGINT");
    expect(await exitCode(run)).not.toBe(0);
    await expect.poll(run.processes, { timeout: 60_000 }).toEqual([]);
  });

  test("when the run is killed", async ({ expect }) => {
    const run = await startHangingRun(expect);
    run.child.kill("SIGKILL");
    await expect.poll(run.processes, { timeout: 60_000 }).toEqual([]);
  });

  test("when the launcher is killed, while VS Code starts", async ({ expect }) => {
    const run = startHostRun("hanging");
    await expect.poll(() => run.processes().join("\n"), { timeout: 240_000 }).toContain("--remote-debugging-pipe");
    const launcher = run.processes().find((running) => running.includes("codeLauncher.mjs"));
    process.kill(Number.parseInt(launcher ?? "", 10), "SIGKILL");
    expect(await exitCode(run)).toBe(1);
    await expect.poll(run.processes, { timeout: 60_000 }).toEqual([]);
  });
});

/** `counts` is the folder for its counts. Without, it prints them: this is no part of `npm test`, whose total they would spoil. */
function startHostRun(suite: string, counts?: string): HostRun {
  const id = randomUUID();
  const args = ["--import", "tsx", "test/host/run.ts", "--reuse-build", "--launch", "broken", "--file", suite];
  const env = { ...process.env, TEST_COUNTS: counts, HOST_RUN_ID: id };
  const child = spawn(process.execPath, args, { cwd: root, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (output += text.toString()));
  return { child, output: () => output, processes: () => processesWith(`HOST_RUN_ID=${id}`) };
}

async function startHangingRun(expect: ExpectStatic): Promise<HostRun> {
  const run = startHostRun("hanging");
  await expect.poll(run.output, { timeout: 240_000 }).toContain("The suite hangs.");
  return run;
}

async function exitCode({ child }: HostRun): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  return child.exitCode;
}

/** Only Linux tells; elsewhere there are none. */
function processesWith(variable: string): readonly string[] {
  if (process.platform !== "linux") return [];
  return runningProcesses()
    .filter(({ id }) => environmentOf(id).includes(variable))
    .map(({ id, command }) => `${id} ${command}`);
}

function environmentOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/environ`, "utf8");
  } catch {
    // It has ended.
    return "";
  }
}
