import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Evaluation } from "../core/evaluation/evaluation.ts";
import { renderMarkdown } from "../core/evaluation/report/renderMarkdown.ts";
import { renderReport } from "../core/evaluation/report/renderReport.ts";
import { troubleWith } from "./folderTrouble.ts";

/** Writes what is made of an evaluation into a folder, which is made where it is missing, and gives the names of the files. Rejects with `FolderTrouble`. */
export async function writeReport(folder: string, evaluation: Evaluation): Promise<readonly string[]> {
  const files = {
    "report.html": renderReport(evaluation, randomUUID().replaceAll("-", "")),
    "report.md": renderMarkdown(evaluation),
    // Last, since who finds it takes the report as whole.
    "evaluation.json": `${JSON.stringify(evaluation)}\n`,
  };
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  } catch (error) {
    throw troubleWith(folder, error);
  }
  return Object.keys(files);
}
