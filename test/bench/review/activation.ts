import { statSync } from "node:fs";
import { join } from "node:path";
import { median, milliseconds, type Row } from "../figures.ts";
import type { BenchWorkbench } from "./benchWorkbench.ts";

const STARTS = 5;
const MOST_MS = 50;
const REPORT_LIMIT_MS = 20_000;
/** What an apply needs, and a start does not. */
const LATE = /^(apply|applySketch|treeSitter|web-tree-sitter)-|\.wasm$/;

/** What VS Code's own report says of the extension's start, and which of its files are there then. */
export async function measureActivation(workbench: BenchWorkbench): Promise<Row[]> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    if (start > 0) await workbench.reload();
    times.push(await reportedTime(workbench));
  }
  const scripts = await workbench.ask("loadedScripts", { folder: workbench.bundles });
  const kilobytes = scripts.reduce((sum, name) => sum + statSync(join(workbench.bundles, name)).size / 1_000, 0);
  const early = scripts.filter((name) => LATE.test(name));
  return [
    {
      what: "activation: load, call and finish, by VS Code's report",
      value: `${milliseconds(median(times))} (${times.join(", ")})`,
      target: `< ${milliseconds(MOST_MS)}`,
      reached: median(times) < MOST_MS,
    },
    {
      what: "activation: files loaded",
      value: `${scripts.join(" ")} (${kilobytes.toFixed(0)} kB)`,
      target: "no engine",
      reached: scripts.length > 0 && early.length === 0,
    },
  ];
}

/** The columns of the report: extension, whether eager, load code, call activate, finish activate, and why. In milliseconds. */
async function reportedTime({ runCommand, editorText, ask, bundles }: BenchWorkbench): Promise<number> {
  // Answers when the extension is active.
  await ask("loadedScripts", { folder: bundles });
  await runCommand("Developer: Startup Performance");
  const deadline = Date.now() + REPORT_LIMIT_MS;
  while (Date.now() < deadline) {
    const line = /^\| *fast-apply\.fast-apply *\|.*$/m.exec(await editorText())?.[0];
    const [, , , load, call, finish] = line?.split("|") ?? [];
    if (finish !== undefined) return Number(load) + Number(call) + Number(finish);
  }
  throw new Error("VS Code's report on its start does not name the extension.");
}
