import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEngineProcess, type Exit } from "../../../extension/local/engineProcess.ts";
import { cleanUp, folderOf } from "../cli/applying.ts";

cleanUp();

/** How a process with this code ends. */
async function exitOf(code: string): Promise<Exit> {
  const entry = join(folderOf({ "package.json": "{}" }), "engine.mjs");
  writeFileSync(entry, code);
  return new Promise((resolve) => {
    startEngineProcess(entry, () => undefined, resolve);
  });
}

test("the process has a heap of 1 GB, whatever this one has", async () => {
  const { reason } = await exitOf(
    'import { getHeapStatistics } from "node:v8"; console.error(getHeapStatistics().heap_size_limit >> 20); process.exit(1);',
  );
  const [, megabytes] = /^it ended with code 1: (\d+)$/.exec(reason) ?? [];
  // A little is for what is young.
  expect(Number(megabytes)).toBeGreaterThanOrEqual(1024);
  expect(Number(megabytes)).toBeLessThan(1024 * 1.25);
});
