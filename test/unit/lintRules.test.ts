import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

/**
 * The fixtures repeat the folders of the project, each file with one planted violation and the rule that must see it in its first line.
 * A rule that is misconfigured reports nothing and looks like a clean project; here it fails.
 */
const root = join(import.meta.dirname, "../..");
const fixtures = join(import.meta.dirname, "lintFixtures");

interface FileReport {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string }[];
}

describe("lint rules", () => {
  let reports: readonly FileReport[] = [];

  // In processes of their own: both linters take their base path from the working directory.
  beforeAll(async () => {
    const [slow, quick] = await Promise.all([lint(fixtures), lintQuickly(fixtures)]);
    reports = slow.map(({ filePath, messages }) => ({
      filePath,
      messages: [...messages, ...quick.filter(({ name }) => name === nameOf(filePath))],
    }));
  }, 60_000);

  test("see every planted violation and nothing else", () => {
    const reported = reports.map(({ filePath, messages }) => [
      nameOf(filePath),
      [...new Set(messages.map((m) => m.ruleId ?? m.message))],
    ]);
    const expected = reports.map(({ filePath }) => [nameOf(filePath), expectedRules(filePath)]);
    expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(expected));
  });

  test("each have a planted violation", () => {
    const planted = new Set(reports.flatMap(({ filePath }) => expectedRules(filePath)));
    expect([...planted].sort()).toEqual([
      "eqeqeq",
      "import-x/no-restricted-paths",
      "import/no-cycle",
      "no-restricted-globals",
      "no-restricted-imports",
      "no-restricted-syntax",
      "regexp/no-super-linear-backtracking",
      "regexp/no-super-linear-move",
      "typescript/no-floating-promises",
    ]);
  });
});

function nameOf(filePath: string): string {
  return relative(fixtures, filePath).split(sep).join("/");
}

function expectedRules(filePath: string): readonly string[] {
  const rule = /^\/\/ expect: (\S+)/.exec(readFileSync(filePath, "utf8"))?.[1];
  return rule === undefined || rule === "nothing" ? [] : [rule];
}

/** By the rules that ESLint alone has. */
function lint(folder: string): Promise<readonly FileReport[]> {
  const eslint = join(root, "node_modules/eslint/bin/eslint.js");
  const args = [eslint, "--config", join(root, "eslint.config.mjs"), "--format", "json", "."];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => {
      // ESLint exits with 1 when it reports, so only an answer that is no report is a failure.
      if (stdout.startsWith("[")) resolve(JSON.parse(stdout) as FileReport[]);
      else reject(new Error(stderr));
    });
  });
}

interface QuickReport {
  readonly diagnostics: readonly { readonly filename: string; readonly code: string; readonly message: string }[];
}

/** By all others. */
function lintQuickly(folder: string): Promise<readonly { name: string; ruleId: string; message: string }[]> {
  const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
  const tsconfig = join(folder, "tsconfig.json");
  const args = [oxlint, "--config", join(root, ".oxlintrc.json"), "--tsconfig", tsconfig, "--format", "json"];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => {
      if (!stdout.startsWith("{")) {
        reject(new Error(stderr));
        return;
      }
      const { diagnostics } = JSON.parse(stdout) as QuickReport;
      // `plugin(rule)`; ESLint's own rules have no plugin where it names them itself.
      resolve(
        diagnostics.map(({ filename, code, message }) => ({
          name: filename.replaceAll("\\", "/"),
          ruleId: code.replace(/\((.*)\)$/, "/$1").replace(/^eslint\//, ""),
          message,
        })),
      );
    });
  });
}
