/**
 * Measures how long the file of a sketch without a path takes to find among 50,000: by VS Code's own ripgrep as the extension asks it, and by
 * git as the command line does.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveTarget } from "../../extension/core/targets/resolveTarget.ts";
import { findTraits, searchTexts, sketchTraits } from "../../extension/core/targets/sketchTraits.ts";
import { mostTelling, spreadOf, type TextHits } from "../../extension/core/targets/textHits.ts";
import { withScores } from "../../extension/core/targets/withScores.ts";
import { foreignExtensions } from "../../extension/core/sketch/languages.ts";
import { readReply } from "../../extension/core/sketch/readReply.ts";
import { readTextFile } from "../../extension/node/files.ts";
import { searchByGit } from "../../extension/node/gitSearch.ts";
import { findRipgrep, searchByRipgrep } from "../../extension/node/ripgrep.ts";
import { count, median, milliseconds, type Row } from "./figures.ts";

const FILES = 50_000;
const FILES_PER_FOLDER = 100;
const WANTED = 34_567;
const ROUNDS = 7;
const MOST_MS = 300;

const vsCode = join(import.meta.dirname, "../../.vscode-test/code-server/node_modules/code-server/lib/vscode");
const endings = { "all of one language": ["ts"], "a third of that language": ["ts", "json", "md"] };

/** The rows of the table; none of a program that is not on this machine. */
export async function measureFindTargets(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const ripgrep = await findRipgrep(vsCode);
  for (const [kind, names] of Object.entries(endings)) {
    const folder = mkdtempSync(join(tmpdir(), "fast-apply-bench-"));
    try {
      writeFiles(folder, names);
      const what = `a sketch's file among ${count(FILES)}, ${kind}`;
      const limits = {
        excludes: ["**/node_modules"],
        extensions: foreignExtensions("typescript"),
        mostBytes: 1_000_000,
      };
      const never = new AbortController().signal;
      if (ripgrep !== undefined) {
        const common = new Set<string>();
        const search = (texts: readonly string[]) => searchByRipgrep(ripgrep, folder, limits, texts, never, common);
        rows.push(await measure(`${what}: ripgrep`, folder, search, MOST_MS));
        // What the disk, the processes and the machine take in any case.
        const listing = await timesOf(() =>
          execFileSync(ripgrep, ["--no-config", "--files", folder], { maxBuffer: 1e9 }),
        );
        rows.push({
          what: `${what}: only listing them`,
          value: milliseconds(median(listing)),
          target: "",
          reached: undefined,
        });
      }
      execFileSync("git", ["init", "--quiet", folder]);
      rows.push(await measure(`${what}: git`, folder, (texts) => searchByGit(folder, texts, never), undefined));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return rows;
}

async function measure(
  what: string,
  folder: string,
  search: (texts: readonly string[]) => Promise<readonly TextHits[] | undefined>,
  most: number | undefined,
): Promise<Row> {
  const want = pathOf(WANTED, "ts");
  const times = await timesOf(async () => {
    const found = await findFile(folder, search);
    // A fast wrong answer would be no figure.
    if (found !== want) console.log(`! ${what}: ${found ?? "nothing"} instead of ${want}`);
  });
  const [first = NaN, ...next] = times;
  const after = median(next);
  return {
    what,
    value: `${milliseconds(after)} (the first time ${milliseconds(first)})`,
    target: most === undefined ? "" : `< ${milliseconds(most)}`,
    reached: most === undefined ? undefined : after < most,
  };
}

async function timesOf(work: () => unknown): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

/** As the extension and the command do it: search, look into the most telling files, decide. */
async function findFile(
  folder: string,
  search: (texts: readonly string[]) => Promise<readonly TextHits[] | undefined>,
): Promise<string | undefined> {
  const sketches = readReply(`\`\`\`ts\n${textOf(WANTED).replace("+ 2;", "+ 22;")}\`\`\`\n`);
  const traits = sketchTraits(sketches);
  const hits = (await search(searchTexts(sketches))) ?? [];
  const unknown = { folder: undefined, isSource: false, isActive: false, isVisible: false, isAttached: false };
  const looked = await Promise.all(
    mostTelling(hits, 40).map(async ({ path }) => {
      const file = await readTextFile(path, join(folder, path));
      const text = file.type === "file" ? file.text : "";
      return { file: { uri: path, path, languageId: "typescript", ...unknown }, found: findTraits(traits, text) };
    }),
  );
  const question = {
    path: undefined,
    language: "ts",
    names: traits.names.length,
    lines: traits.lines.length,
    makesFile: false,
    folders: [],
  };
  const decision = resolveTarget(withScores(question, looked, spreadOf(hits)));
  return decision.type === "certain" ? decision.choice.file.path : undefined;
}

function writeFiles(folder: string, names: readonly string[]): void {
  for (let index = 0; index < FILES; index++) {
    const ending = index === WANTED ? "ts" : (names[index % names.length] ?? "ts");
    const path = join(folder, pathOf(index, ending));
    if (index % FILES_PER_FOLDER === 0) mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, textOf(index));
  }
}

function pathOf(index: number, ending: string): string {
  const folder = Math.floor(index / FILES_PER_FOLDER);
  return `src/part${String(folder % 50)}/module${String(folder)}/file${String(index)}.${ending}`;
}

/** A file of 40 lines, of which some stand in all files, some in one of a hundred, and some in this one alone. */
function textOf(index: number): string {
  const [own, shared] = [String(index), String(index % 500)];
  const part = (number: number): string =>
    [
      `export function handle${shared}Part${String(number)}(request: Request): Response {`,
      "  const settings = readSettings(request);",
      `  const total${String(number)} = settings.base${own} + ${String(number)};`,
      `  if (total${String(number)} > settings.most${shared}) return refuse(request);`,
      "  return answer(request);",
      "}",
      "",
    ].join("\n");
  return ['import { answer, refuse, readSettings } from "../server/http.ts";', "", ...[1, 2, 3, 4, 5].map(part)].join(
    "\n",
  );
}
