import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Evaluation } from "../core/evaluation/evaluation.ts";
import { renderMarkdown } from "../core/evaluation/report/renderMarkdown.ts";
import { renderReport } from "../core/evaluation/report/renderReport.ts";

/** Writes what is made of an evaluation into a folder, which is made where it is missing, and gives the names of the files. */
export async function writeReport(folder: string, evaluation: Evaluation): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const files = {
    "report.html": renderReport(evaluation, randomUUID().replaceAll("-", "")),
    "report.md": renderMarkdown(evaluation),
    // Last, since who finds it takes the report as whole.
    "evaluation.json": `${JSON.stringify(evaluation)}\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return Object.keys(files);
}
