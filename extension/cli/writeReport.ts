import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Evaluation } from "../core/evaluation/evaluation.ts";

/** Writes what is made of an evaluation into a folder that exists, and gives the names of the files. */
export async function writeReport(folder: string, evaluation: Evaluation): Promise<readonly string[]> {
  const files = { "evaluation.json": `${JSON.stringify(evaluation)}\n` };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return Object.keys(files);
}
