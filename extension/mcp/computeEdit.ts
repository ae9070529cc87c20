import { STRUCTURAL, type StepFailure } from "../core/apply/applyEvents.ts";
import { applyToFile, type Engine, type EngineOutcome } from "../core/apply/applyToFile.ts";
import type { EditCall } from "../core/tools/editArguments.ts";
import { boundedDiff } from "../core/tools/editReport.ts";
import { bareResult, type EditResult } from "../core/tools/editResult.ts";
import { readEditSketch } from "../core/tools/readEditSketch.ts";
import { resultPieces } from "../core/tools/resultPieces.ts";
import { explainUnsure, pieceWords } from "../core/tools/unsureEdit.ts";
import { readPlace, type ConfinedFile } from "../node/confinedFile.ts";
import type { FileTrouble } from "../node/files.ts";
import { troubleWords, type LocatedFile } from "./locate.ts";

/** A new text that the proof holds for, and what is to be told of it. */
export interface ComputedEdit {
  readonly type: "computed";
  /** `undefined`: the edit makes the file. */
  readonly file: ConfinedFile | undefined;
  readonly original: string;
  readonly text: string;
  /** As if nothing had been written. */
  readonly result: EditResult;
}

export type Computing =
  | ComputedEdit
  /** There is nothing to write, and this is to be told. */
  | { readonly type: "told"; readonly result: EditResult }
  /** The file changed while it was read. */
  | { readonly type: "changed" };

/** Findings of a proof that are told. */
const MAX_REMARKS = 20;

/** Reads a file and applies a call to it; writes nothing. Throws when `signal` is aborted. */
export async function computeEdit(
  engine: Engine,
  { targetFile, instructions, codeEdit }: EditCall,
  { place, inner }: LocatedFile,
  now: () => number,
  signal: AbortSignal,
): Promise<Computing> {
  const began = now();
  const file = place.isThere ? await readPlace(place) : undefined;
  if (file !== undefined && file.type !== "file") {
    return file.type === "changed" ? { type: "changed" } : told(failedBy(targetFile, file));
  }
  const original = file?.text ?? "";
  const sketch = readEditSketch(codeEdit, inner, original);
  if (sketch.type === "bad") return told(bareResult("failed", targetFile, sketch.message));
  if (file === undefined && !sketch.makesFile) {
    const message =
      "Nothing was changed: there is no such file, and code_edit is not the whole text of a new one. Check target_file, or send all of the new file without markers and blocks.";
    return told(bareResult("failed", targetFile, message));
  }
  const outcome = await applyToFile(
    engine,
    {
      original,
      sketches: sketch.job.sketches,
      path: inner,
      language: undefined,
      instruction: instructions,
      conversation: [],
    },
    signal,
  );
  if (outcome.type === "no-sketch") {
    return told(bareResult("failed", targetFile, `Nothing was changed. ${outcome.reason}`));
  }
  const text = outcome.type === "merged" ? outcome.text : outcome.draft;
  const name = inner.replace(/^\/+/, "");
  const result: EditResult = {
    ...bareResult("previewed", targetFile, ""),
    engine: outcome.engine ?? STRUCTURAL,
    milliseconds: now() - began,
    pieces: resultPieces(outcome.pieces, { original, text, shown: "original" }),
    diff: boundedDiff({ oldName: file === undefined ? undefined : name, newName: name, original, text }),
  };
  if (outcome.type === "merged") return { type: "computed", file, original, text, result };
  const between = [...waysTried(outcome.failures), ...pieceWords(outcome.pieces), "Nothing was changed."];
  const { message, regions } = explainUnsure({ original, codeEdit, path: inner }, outcome, between);
  return told({ ...result, outcome: "not sure", message, remarks: remarksOf(outcome, message), regions });
}

function told(result: EditResult): Computing {
  return { type: "told", result };
}

/** The result where a file cannot be read or written. */
export function failedBy(targetFile: string, trouble: FileTrouble): EditResult {
  return bareResult("failed", targetFile, `Nothing was changed: ${troubleWords(trouble)}`);
}

/** What the message does not say. */
function remarksOf({ proof }: Extract<EngineOutcome, { type: "ambiguous" }>, said: string): string[] {
  const messages = new Set(proof?.findings.map(({ message }) => message));
  return [...messages].filter((message) => !said.includes(message)).slice(0, MAX_REMARKS);
}

/** Models that were asked as well, and why nothing came of it. */
function waysTried(failures: readonly StepFailure[] = []): readonly string[] {
  return failures
    .filter(({ engine }) => engine !== STRUCTURAL)
    .map(({ engine, message }) => `${engine} was asked too: ${message}`);
}
