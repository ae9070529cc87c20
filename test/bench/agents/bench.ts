/**
 * Measures what the server for agents adds to the engine: the same edits by the official client over stdio, and by the engine in this
 * process, in turn. Prints one table and always exits with 0; a figure is no test.
 *
 *     npm run bench:agents
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import * as v from "valibot";
import { applyToFile } from "../../../extension/core/apply/applyToFile.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { readArguments } from "../../../scripts/arguments.ts";
import { median, milliseconds, printTable, type Row } from "../figures.ts";
import { writeLongFile } from "../longFiles.ts";

readArguments("npm run bench:agents");

const CALLS = 60;
const WARM_UP = 10;
const LENGTHS = [100, 500, 2_500];
const MOST_OVERHEAD_MS = 10;

const folder = mkdtempSync(join(tmpdir(), "fast-apply-bench-"));
const parsers = createSyntaxParsers(sourceGrammarsDirectory());
const client = new Client({ name: "bench", version: "1" });
const reported = v.object({ outcome: v.string(), message: v.string() });
try {
  const server = join(import.meta.dirname, "../../../dist/cli.js");
  const args = [server, "mcp", "--root", folder, "--auto"];
  // No window of the user's shall get these edits.
  const env = { ...process.env, FAST_APPLY_RUNTIME_FOLDER: folder };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const rows: Row[] = [];
  for (const length of LENGTHS) rows.push(...(await measure(length)));
  printTable(rows);
} finally {
  await client.close();
  rmSync(folder, { recursive: true });
}

/** The same edit back and forth: each call finds the file that the one before has left. */
async function measure(length: number): Promise<Row[]> {
  const { original, reply } = writeLongFile("typescript", length);
  const sketch = /^```[^\n]*\n(.*?)^```/ms.exec(reply)?.[1] ?? reply;
  const path = `file${String(length)}.ts`;
  writeFileSync(join(folder, path), original);
  const times = { preview: [] as number[], write: [] as number[], engine: [] as number[] };
  for (let call = 0; call < WARM_UP + CALLS; call++) {
    writeFileSync(join(folder, path), original);
    const preview = await timed(() => ask("preview_edit", path, sketch, "previewed"));
    const write = await timed(() => ask("edit_file", path, sketch, "applied"));
    const engine = await timed(() => applyHere(original, sketch, path));
    if (call < WARM_UP) continue;
    times.preview.push(preview);
    times.write.push(write);
    times.engine.push(engine);
  }
  const engine = median(times.engine);
  const row = (what: string, time: number): Row => ({
    what: `${String(length)} lines: ${what} over the engine`,
    value: `${milliseconds(time - engine)} (${milliseconds(time)} / ${milliseconds(engine)})`,
    target: `< ${String(MOST_OVERHEAD_MS)} ms`,
    reached: time - engine < MOST_OVERHEAD_MS,
  });
  return [row("preview_edit", median(times.preview)), row("edit_file", median(times.write))];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function ask(name: string, path: string, sketch: string, wanted: string): Promise<void> {
  const call = { target_file: path, instructions: "", code_edit: sketch };
  const { structuredContent } = await client.callTool({ name, arguments: call });
  const { outcome, message } = v.parse(reported, structuredContent);
  if (outcome !== wanted) throw new Error(`${outcome}: ${message}`);
}

async function applyHere(original: string, sketch: string, path: string): Promise<void> {
  const sketches = readReply(sketch, { path, language: "typescript", original });
  const request = { original, sketches, path, language: undefined, instruction: "", conversation: [] };
  const outcome = await applyToFile({ parsers, rewriters: [] }, request, new AbortController().signal);
  if (outcome.type !== "merged") throw new Error(outcome.reason);
}
