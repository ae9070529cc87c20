/**
 * Measures reviews in the page of a real VS Code, as the eye would: a frame counts when it is drawn. Prints one table; a
 * figure is no test, so the exit code is 0 whatever the figures are, and another one only where nothing could be measured.
 */
import { availableParallelism, loadavg } from "node:os";
import { endWithUsage, readArguments } from "../../../scripts/arguments.ts";
import { printTable, type Row } from "../figures.ts";
import { measureActivation } from "./activation.ts";
import { measureChatApply } from "./chatApply.ts";
import { openBenchWorkbench, type BenchWorkbench } from "./benchWorkbench.ts";
import { measureFirstPaint } from "./firstPaint.ts";
import { measureStreaming } from "./streaming.ts";

const measures: Readonly<Record<string, (workbench: BenchWorkbench) => Promise<Row[]>>> = {
  // On a fresh extension host, before anything else is loaded.
  activation: measureActivation,
  firstPaint: measureFirstPaint,
  chatApply: measureChatApply,
  streaming: measureStreaming,
};

/** Names on the command line leave the others out. */
const USAGE = `npm run bench:review -- [${Object.keys(measures).join("] [")}]`;
const { positionals: wanted } = readArguments(USAGE, { allowPositionals: true });
for (const name of wanted) if (measures[name] === undefined) endWithUsage(`Nothing here is called ${name}.`, USAGE);

const workbench = await openBenchWorkbench();
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const before = load();
    const rows = await measure(workbench);
    console.log(`\n${name} (load of the machine ${before} before, ${load()} after, ${availableParallelism()} cores)`);
    printTable(rows);
  }
} finally {
  await workbench.end();
}

function load(): string {
  return (loadavg()[0] ?? NaN).toFixed(1);
}
