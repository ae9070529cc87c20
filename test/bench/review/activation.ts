import { statSync } from "node:fs";
import { join } from "node:path";
import { median, milliseconds, type Row } from "../figures.ts";
import type { BenchWorkbench } from "./benchWorkbench.ts";

const STARTS = 5;
const MOST_MS = 50;
const REPORT_LIMIT_MS = 20_000;
/** What an apply needs, and a start does not. */
const LATE = /^(firstUse|web-tree-sitter)-|\.wasm$/;

/**
 * What VS Code's own report says of the extension's start, above that of an extension that is one small file, and which of
 * its files are there then.
 */
export async function measureActivation(workbench: BenchWorkbench): Promise<Row[]> {
  const times: number[] = [];
  const ownTimes: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    if (start > 0) await workbench.reload();
    const { product, bench } = await reportedTimes(workbench);
    times.push(product);
    ownTimes.push(product - bench);
  }
  const scripts = await workbench.ask("loadedScripts", { folder: workbench.bundles });
  const kilobytes = scripts.reduce((sum, name) => sum + statSync(join(workbench.bundles, name)).size / 1_000, 0);
  const early = scripts.filter((name) => LATE.test(name));
  return [
    {
      what: "activation: load and call, by VS Code's report, above an extension of one small file",
      value: `${milliseconds(median(ownTimes))} (${ownTimes.join(", ")})`,
      target: `< ${milliseconds(MOST_MS)}`,
      reached: median(ownTimes) < MOST_MS,
    },
    {
      what: "activation: load and call in all",
      value: `${milliseconds(median(times))} (${times.join(", ")})`,
      target: "",
      reached: undefined,
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
async function reportedTimes({ runCommand, editorText, ask, bundles }: BenchWorkbench): Promise<{
  readonly product: number;
  readonly bench: number;
}> {
  // Answers when the extension is active.
  await ask("loadedScripts", { folder: bundles });
  await runCommand("Developer: Startup Performance");
  const deadline = Date.now() + REPORT_LIMIT_MS;
  while (Date.now() < deadline) {
    const report = await editorText();
    const timeOf = (name: string): number => {
      const [, , , load, call] =
        new RegExp(`^\\| *fast-apply\\.${name} *\\|.*$`, "m").exec(report)?.[0].split("|") ?? [];
      return Number(load) + Number(call);
    };
    const [product, bench] = [timeOf("fast-apply"), timeOf("review-bench")];
    if (!Number.isNaN(product + bench)) return { product, bench };
  }
  throw new Error("VS Code's report on its start does not name the extensions.");
}
