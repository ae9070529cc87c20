import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Evaluation } from "../core/evaluation/evaluation.ts";
import { renderMarkdown } from "../core/evaluation/report/renderMarkdown.ts";
import { renderReport } from "../core/evaluation/report/renderReport.ts";
import { troubleWith } from "./folderTrouble.ts";

/**
 * Writes the report of an evaluation (HTML, Markdown, JSON) into a folder, which is made if missing, and returns the file names. Rejects
 * with `FolderTrouble`.
 */
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

/** Writes the report into a new folder below `parent` and returns its path: if the name exists already, that is another report's. */
export async function writeNewReport(parent: string, name: string, evaluation: Evaluation): Promise<string> {
  const folder = await makeNewFolder(parent, name).catch((error: unknown) => {
    throw troubleWith(parent, error);
  });
  await writeReport(folder, evaluation);
  return folder;
}

/** Makes the first folder that is free of `name`, `name 2`, `name 3`, …: only making it tells, since another window may make one, too. */
async function makeNewFolder(parent: string, name: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (let count = 1; ; count++) {
    const folder = join(parent, count === 1 ? name : `${name} ${String(count)}`);
    try {
      await mkdir(folder);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
