import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { FolderTrouble } from "../../../extension/evaluation/folderTrouble.ts";
import { writeNewReport } from "../../../extension/evaluation/writeReport.ts";
import { emptyEvaluation } from "./report/sampleEvaluation.ts";

const root = mkdtempSync(join(tmpdir(), "fast-apply-reports-"));
afterAll(() => {
  rmSync(root, { recursive: true });
});

test("each report has a folder of its own, also where several have one name", async () => {
  const reports = join(root, "reports");
  const seeds = [1, 2, 3];
  const folders: string[] = [];
  for (const seed of seeds) {
    const source = { ...emptyEvaluation.source, seed };
    folders.push(await writeNewReport(reports, "10-00-00 shop", { ...emptyEvaluation, source }));
  }
  expect(folders.map((folder) => basename(folder))).toEqual(["10-00-00 shop", "10-00-00 shop 2", "10-00-00 shop 3"]);
  expect(readdirSync(reports).sort()).toEqual(folders.map((folder) => basename(folder)));
  const kept = folders.map((folder) => JSON.parse(readFileSync(join(folder, "evaluation.json"), "utf8")) as unknown);
  expect(kept).toMatchObject(seeds.map((seed) => ({ source: { seed } })));
});

test("a folder that cannot be made is told", async () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  await expect(writeNewReport(file, "shop", emptyEvaluation)).rejects.toBeInstanceOf(FolderTrouble);
});
