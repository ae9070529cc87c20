import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Evaluation } from "../core/evaluation/evaluation.ts";
import { renderMarkdown } from "../core/evaluation/report/renderMarkdown.ts";
import { renderReport } from "../core/evaluation/report/renderReport.ts";

/** Writes `report.html`, `report.md` and `evaluation.json` into a folder, which is made where it is missing. Rejects where that cannot be done. */
export async function writeReport(folder: string, evaluation: Evaluation): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "report.html"), renderReport(evaluation, randomUUID().replaceAll("-", "")));
  await writeFile(join(folder, "report.md"), renderMarkdown(evaluation));
  // Last, since who finds it takes the report as whole.
  await writeFile(join(folder, "evaluation.json"), `${JSON.stringify(evaluation)}\n`);
}
