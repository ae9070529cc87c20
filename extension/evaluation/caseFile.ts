import { createReadStream } from "node:fs";
import * as v from "valibot";
import type { EvaluationCase } from "../core/evaluation/evaluation.ts";
import { languageOfPath } from "../core/sketch/languages.ts";
import { byteLines } from "../node/byteLines.ts";
import type { NoHistory } from "./history/repository.ts";

/** A line of a file of cases: as an evaluation has them, or as the generator of the training writes them, which says `sketch` for the answer. */
const lineSchema = v.object({
  id: v.string(),
  path: v.string(),
  language: v.optional(v.string()),
  kind: v.optional(v.string()),
  commit: v.optional(v.string()),
  original: v.string(),
  answer: v.optional(v.string()),
  sketch: v.optional(v.string()),
  instruction: v.optional(v.string()),
  expected: v.nullish(v.string()),
  expect_refusal: v.optional(v.boolean()),
});

/** Cases of a file, in its order. */
export interface CaseFile {
  readonly type: "cases";
  readonly cases: readonly Omit<EvaluationCase, "split">[];
}

const LONGEST_LINE = 16 * 1024 * 1024;

/** Reads a file of cases: a JSON object in each line. Fails with the first line that is not a case; empty lines are skipped. */
export async function readCaseFile(path: string): Promise<CaseFile | NoHistory> {
  const cases: Omit<EvaluationCase, "split">[] = [];
  const ids = new Set<string>();
  let number = 0;
  const wrong = (why: string): NoHistory => ({
    type: "failed",
    message: `line ${number} of ${path} is not a case: ${why}`,
    next: "give each line an object with id, path, original, answer and expected, or expect_refusal in its place.",
  });
  try {
    for await (const line of byteLines(createReadStream(path), LONGEST_LINE)) {
      number++;
      if (line === "too-long") return wrong("it is longer than 16 MiB.");
      // The file may have CRLF line ends.
      if (line.toString("latin1", 0, 2).trim() === "") continue;
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), lineSchema), line.toString("utf8"));
      if (!parsed.success) {
        const where = v.getDotPath(parsed.issues[0]);
        return wrong(`${where === null ? "" : `"${where}": `}${parsed.issues[0].message}.`);
      }
      const { answer, sketch, expected, expect_refusal, language, kind, ...known } = parsed.output;
      const said = answer ?? sketch;
      if (said === undefined) return wrong("it has no answer.");
      if (ids.has(known.id)) return wrong(`the id ${known.id} appears twice.`);
      ids.add(known.id);
      const mustRefuse = expect_refusal === true;
      if (!mustRefuse && typeof expected !== "string") return wrong("it does not say what is expected.");
      const own = { language: language ?? languageOfPath(known.path) ?? "", kind: kind ?? "given" };
      cases.push({ ...known, ...own, answer: said, expected: mustRefuse ? null : (expected ?? null) });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : (error as Error).message;
    return { type: "failed", message: `${path} cannot be read: ${why}.`, next: "look at its name and permissions." };
  }
  if (cases.length > 0) return { type: "cases", cases };
  return { type: "failed", message: `${path} has no cases.`, next: "name a file with a case in each line." };
}
