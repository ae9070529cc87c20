import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const scripts = (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> })
  .scripts;

test("every script of ours that takes arguments says how it is called", () => {
  const files = Object.values(scripts).flatMap((script) => /(?:tsx|--import tsx) (\S+\.ts)/.exec(script)?.[1] ?? []);
  expect(files.length).toBeGreaterThan(8);
  const silent = files.filter((file) => !readFileSync(join(root, file), "utf8").includes("readArguments("));
  // Its arguments are read, and its usage is tested, in `planning/evaluation.test.ts`.
  expect(silent).toEqual(["test/bench/planning/eval.ts"]);
});

const check = (what: string, given: string, why: string): void => {
  test(what, () => {
    const script = join(root, "test/bench/choices/bench.ts");
    const { status, stderr, stdout } = spawnSync(process.execPath, ["--import", "tsx", script, given], {
      cwd: root,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(`${why}\n\nnpm run bench:choices -- [--cases] [CASES.jsonl …]\n`);
  });
};

check("a folder in the place of a file", "docs", "docs is no file.");
check("a file that is not there", "none.jsonl", "There is no file none.jsonl.");
check(
  "a flag that there is not",
  "--fast",
  `Unknown option '--fast'. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "--fast"`,
);
