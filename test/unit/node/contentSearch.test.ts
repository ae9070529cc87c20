import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { TextHits } from "../../../extension/core/targets/textHits.ts";
import { searchByGit } from "../../../extension/node/gitSearch.ts";
import { searchByReading } from "../../../extension/node/readSearch.ts";
import { findRipgrep, searchByRipgrep, searchLines, type SearchLimits } from "../../../extension/node/ripgrep.ts";
import { searchByProgram } from "../../../extension/node/searchProcess.ts";
import { cleanUp, folderOf } from "../cli/applying.ts";
import type { Files } from "../cli/command.ts";

cleanUp();
afterEach(() => {
  vi.unstubAllEnvs();
});

const never = new AbortController().signal;
const LINE = "const total = price * count;";
const NO_LIMITS: SearchLimits = { excludes: [], extensions: [] };

/** The VS Code of the tests inside it, which is not on every machine that runs these. */
const vsCode = join(import.meta.dirname, "../../../.vscode-test/code-server/node_modules/code-server/lib/vscode");
const ripgrep = await findRipgrep(vsCode);

type Way = (folder: string, texts: readonly string[]) => Promise<readonly TextHits[] | undefined>;

/** Each way with how it makes a folder one that it can search. */
const WAYS: readonly (readonly [string, boolean, Way])[] = [
  ["git", true, (folder, texts) => searchByGit(folder, texts, never)],
  [
    "reading",
    true,
    (folder, texts) => searchByReading(folder, { files: 100, bytes: 1e6, bytesOfFile: 1e6 }, texts, never),
  ],
  [
    "ripgrep",
    ripgrep !== undefined,
    (folder, texts) => searchByRipgrep(ripgrep ?? "", folder, NO_LIMITS, texts, never),
  ],
];

function repositoryOf(files: Files): string {
  const folder = folderOf(files);
  execFileSync("git", ["init", "--quiet", folder]);
  return folder;
}

const inShort = (hits: readonly TextHits[] | undefined): Record<string, string[]> | undefined =>
  hits && Object.fromEntries(hits.map(({ path, texts }) => [path, [...texts].sort()]));

describe.each(WAYS.filter(([, isThere]) => isThere))("by %s", (name, _, search) => {
  async function check(files: Files, texts: readonly string[], want: Record<string, string[]>): Promise<void> {
    expect(inShort(await search(repositoryOf(files), texts))).toEqual(want);
  }

  test("each file with the texts that it has", async () => {
    await check(
      { "a.ts": `  ${LINE}\n\nfoo();\n`, "b/c d.ts": `x\r\n\t${LINE} // why\r\n`, "b/e.ts": "bar();\n" },
      [LINE, "foo();"],
      { "a.ts": [LINE, "foo();"].sort(), "b/c d.ts": [LINE] },
    );
  });

  test("nothing", async () => {
    await check({ "a.ts": "foo();\n" }, [LINE], {});
  });

  test.each([
    ["-rf --pre=touch"],
    ["a.*b(c|d)[e]$"],
    ['"; touch ran; echo "$(id) `id`'],
    ["\\n\\x41 %s"],
    ["größer als 日本"],
  ])("text is text: %s", async (text) => {
    await check({ "a.ts": `x ${text} y\n`, "b.ts": "a-b\nA n ran\n" }, [text], { "a.ts": [text] });
  });

  test("no links and nothing of git's own", async () => {
    const folder = repositoryOf({ "a.ts": "foo();\n" });
    symlinkSync(folderOf({ "x.ts": LINE }), join(folder, "away"));
    execFileSync("git", ["-C", folder, "config", "user.name", LINE]);
    expect(inShort(await search(folder, [LINE]))).toEqual({});
  });

  test("no binary file", async () => {
    await check({ "a.bin": `\0\0${LINE}\n` }, [LINE], {});
  });

  test.skipIf(name === "reading")("nothing that git ignores", async () => {
    await check(
      {
        ".gitignore": "out/\n*.log\n",
        "out/a.ts": LINE,
        "a.log": LINE,
        "sub/.gitignore": "*.gen.ts\n",
        "sub/a.gen.ts": LINE,
      },
      [LINE],
      {},
    );
  });
});

describe.skipIf(ripgrep === undefined)("ripgrep leaves out", () => {
  const files = { "a.ts": LINE, "a.md": LINE, "sub/b.json": LINE, "build/c.ts": LINE, "sub/build/d.ts": LINE };
  test.each<[string, Partial<SearchLimits>, readonly string[]]>([
    ["nothing more", {}, ["a.md", "a.ts", "build/c.ts", "sub/b.json", "sub/build/d.ts"]],
    ["a folder by its path", { excludes: ["build"] }, ["a.md", "a.ts", "sub/b.json", "sub/build/d.ts"]],
    ["a folder wherever it is", { excludes: ["**/build"] }, ["a.md", "a.ts", "sub/b.json"]],
    ["what a glob with a choice fits", { excludes: ["**/*.{md,json}"] }, ["a.ts", "build/c.ts", "sub/build/d.ts"]],
    ["files of other languages", { extensions: ["md", "json"] }, ["a.ts", "build/c.ts", "sub/build/d.ts"]],
  ])("%s", async (_, limits, want) => {
    const folder = repositoryOf(files);
    const hits = await searchByRipgrep(ripgrep ?? "", folder, { ...NO_LIMITS, ...limits }, [LINE], never);
    expect(hits?.map(({ path }) => path).sort()).toEqual(want);
  });

  test("what git ignores, also where other languages are left out", async () => {
    const folder = repositoryOf({ ".gitignore": "*.gen.ts\n", "a.gen.ts": LINE, "b.ts": LINE });
    const limits = { ...NO_LIMITS, extensions: ["md"] };
    expect(inShort(await searchByRipgrep(ripgrep ?? "", folder, limits, [LINE], never))).toEqual({ "b.ts": [LINE] });
  });

  test("itself, where a setting is no glob", async () => {
    const limits = { ...NO_LIMITS, excludes: ["{a,"] };
    expect(await searchByRipgrep(ripgrep ?? "", repositoryOf(files), limits, [LINE], never)).toBeUndefined();
  });
});

// Its threads print in any order, so that it is told here what to print.
test.skipIf(process.platform === "win32")("lines behind those of a binary file have their own path", async () => {
  const warning = (path: string): string =>
    `./${path}: WARNING: stopped searching binary file after match (found "\\0" byte around offset 99)\n`;
  const lines = [
    "./a.bin\x001:needle\n",
    warning("a.bin"),
    warning("b.bin"),
    "./c\n d.txt\x002:needle\n",
    "./e.txt\x003:WARNING\n",
    warning("f.bin"),
  ];
  const folder = folderOf({ printed: lines.join(""), rg: '#!/bin/sh\ncat "$(dirname "$0")/printed"\n' });
  chmodSync(join(folder, "rg"), 0o755);
  const query = { query: "needle", isRegex: false, ignoresCase: false };
  const found = await searchLines(join(folder, "rg"), folder, NO_LIMITS, query, never);
  expect(found?.lines).toEqual([
    { path: "a.bin", line: 1, text: "needle" },
    { path: "c\n d.txt", line: 2, text: "needle" },
    { path: "e.txt", line: 3, text: "WARNING" },
  ]);
});

test("ripgrep is not where VS Code is not", async () => {
  expect(await findRipgrep(folderOf({ "a.js": "" }))).toBeUndefined();
});

test("git has no answer of a folder that it does not know, or that is not there", async () => {
  const folder = folderOf({ "a.ts": LINE });
  vi.stubEnv("GIT_CEILING_DIRECTORIES", join(folder, ".."));
  expect(await searchByGit(folder, [LINE], never)).toBeUndefined();
  expect(await searchByGit(join(folder, "none"), [LINE], never)).toBeUndefined();
});

test("reading ends at its limits", async () => {
  const folder = folderOf({ "a.ts": LINE, "b/c.ts": LINE, "b/d/e.ts": LINE });
  const read = async (limits: { files?: number; bytes?: number; bytesOfFile?: number }): Promise<readonly string[]> => {
    const all = { files: 100, bytes: 1e6, bytesOfFile: 1e6, ...limits };
    return (await searchByReading(folder, all, [LINE], never)).map(({ path }) => path);
  };
  expect(await read({})).toEqual(["a.ts", "b/c.ts", "b/d/e.ts"]);
  expect(await read({ files: 2 })).toEqual(["a.ts", "b/c.ts"]);
  expect(await read({ bytes: 10 })).toEqual(["a.ts"]);
  expect(await read({ bytesOfFile: 10 })).toEqual([]);
});

describe("a program that searches", () => {
  const program = process.execPath;

  /** Searches by a script of Node.js. */
  const byScript = (
    script: string,
    texts: readonly string[],
    signal: AbortSignal = never,
    common?: Set<string>,
  ): Promise<readonly TextHits[] | undefined> =>
    searchByProgram({ program, args: ["-e", script], cwd: import.meta.dirname }, texts, signal, common);

  test.each<[string, string, Record<string, string[]> | undefined]>([
    ["fails", "process.exitCode = 2", undefined],
    ["fails behind what it found", 'process.stdout.write("a.ts\\0foo\\n"); process.exitCode = 2', { "a.ts": ["foo"] }],
    ["finds nothing", "process.exitCode = 1", {}],
    ["does not read what it is told", "process.exit(1)", {}],
  ])("%s", async (_, script, want) => {
    expect(inShort(await byScript(script, ["foo"]))).toEqual(want);
  });

  test("is not there", async () => {
    const command = { program: join(folderOf({ a: "" }), "none"), args: [], cwd: import.meta.dirname };
    expect(await searchByProgram(command, ["foo"], never)).toBeUndefined();
  });

  test("is not run without texts", async () => {
    const folder = folderOf({ a: "" });
    expect(await byScript(`fs.writeFileSync(${JSON.stringify(join(folder, "ran"))}, "")`, [])).toEqual([]);
    expect(existsSync(join(folder, "ran"))).toBe(false);
  });

  test("finds what stands everywhere: it is asked again without that", async () => {
    // For each text that it is told, every file that has it: more of them than is read, or one.
    const script = `
      const texts = fs.readFileSync(0, "utf8").split("\\n").filter(Boolean);
      const files = Array.from({ length: texts.includes("common") ? 1e5 : 0 }, (_, file) => "f" + file + "\\0common\\n");
      process.stdout.write(files.join(""));
      if (texts.includes("rare")) process.stdout.write("a.ts\\0rare\\n");
    `;
    expect(inShort(await byScript(script, ["common", "rare"]))).toEqual({ "a.ts": ["rare"] });
    expect(await byScript(script, ["common"])).toEqual([]);
    const common = new Set(["known"]);
    await byScript(script, ["common", "rare", "known"], never, common);
    expect(common).toEqual(new Set(["known", "common"]));
    // What is known to be common is not asked for.
    expect(inShort(await byScript(script, ["common", "rare"], never, new Set(["rare"])))).toEqual({});
  });

  test("ends when nobody wants its answer any more", async () => {
    const stop = new AbortController();
    // It tells when it has begun, and holds the line as long as it lives.
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const search = byScript(`net.connect(${String(port)}, "127.0.0.1").resume()`, ["foo"], stop.signal);
    const [line] = (await once(server, "connection")) as [Socket];
    line.on("error", () => undefined);
    const ended = once(line, "close");
    stop.abort(new Error("Not wanted."));
    await expect(search).rejects.toThrow("Not wanted.");
    await ended;
    server.close();
  });

  test("is not begun for nobody", async () => {
    const folder = folderOf({ a: "" });
    const script = `fs.writeFileSync(${JSON.stringify(join(folder, "ran"))}, "")`;
    await expect(byScript(script, ["foo"], AbortSignal.abort(new Error("Not wanted.")))).rejects.toThrow("Not wanted.");
    expect(existsSync(join(folder, "ran"))).toBe(false);
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("");
  });
});
