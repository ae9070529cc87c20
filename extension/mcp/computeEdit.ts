import { STRUCTURAL, type StepFailure } from "../core/apply/applyEvents.ts";
import {
  applyToFile,
  structuralRequest,
  type Engine,
  type EngineOutcome,
  type FileApplyRequest,
} from "../core/apply/applyToFile.ts";
import type { Choices } from "../core/apply/chooseAlternatives.ts";
import { countPieces } from "../core/apply/pieceWords.ts";
import type { EditCall } from "../core/tools/editArguments.ts";
import { boundedDiff } from "../core/tools/editReport.ts";
import { bareResult, type EditResult } from "../core/tools/editResult.ts";
import { readEditSketch } from "../core/tools/readEditSketch.ts";
import { refusedChoiceWords } from "../core/tools/outcomeWords.ts";
import { resultPieces } from "../core/tools/resultPieces.ts";
import type { NamedEdit, ShownAlternatives } from "../core/tools/shownAlternatives.ts";
import { explainUnsure, pieceWords } from "../core/tools/unsureEdit.ts";
import { readPlace, type ConfinedFile } from "../node/confinedFile.ts";
import type { FileTrouble } from "../node/files.ts";
import { troubleWords, type LocatedFile } from "./locate.ts";

/** A new text that the proof holds for, and what is reported of it. */
export interface ComputedDirectEdit {
  readonly type: "computed";
  /** `undefined`: the edit makes the file. */
  readonly file: ConfinedFile | undefined;
  readonly original: string;
  readonly text: string;
  /** As if nothing had been written. */
  readonly result: EditResult;
}

export type Computing =
  | ComputedDirectEdit
  /** There is nothing to write, and this is the answer. */
  | { readonly type: "reported"; readonly result: EditResult }
  /** The file changed while it was read. */
  | { readonly type: "changed" };

/** How many findings of a proof are reported. */
const MAX_REMARKS = 20;

/** What agents of a server have been shown, and which of them asks. */
export interface Telling {
  readonly reported: ShownAlternatives;
  readonly session: string;
  /** Whether no line of the file may be shown, and so none be chosen either. */
  readonly isSecret: boolean;
}

/** Reads a file and applies a call, or the choices in it, to its text; writes nothing. Throws if `signal` is aborted. */
export async function computeDirectEdit(
  engine: Engine,
  call: EditCall,
  { place, inner }: LocatedFile,
  telling: Telling,
  now: () => number,
  signal: AbortSignal,
): Promise<Computing> {
  const { targetFile, instructions, codeEdit } = call;
  const began = now();
  const file = place.isThere ? await readPlace(place) : undefined;
  if (file !== undefined && file.type !== "file") {
    return file.type === "changed" ? { type: "changed" } : reported(failedBy(targetFile, file));
  }
  const original = file?.text ?? "";
  const sketch = readEditSketch(codeEdit, inner, original);
  if (sketch.type === "bad") return reported(bareResult("failed", targetFile, sketch.message));
  if (file === undefined && !sketch.makesFile) {
    const message =
      "Nothing was changed: there is no such file, and code_edit is not the whole text of a new one. Check target_file, or send all of the new file without markers and blocks.";
    return reported(bareResult("failed", targetFile, message));
  }
  const request = {
    original,
    sketches: sketch.job.sketches,
    path: inner,
    language: undefined,
    instruction: instructions,
    conversation: [],
  };
  const edit = { session: telling.session, file: place.real, codeEdit };
  const { outcome, refused } =
    call.choices === undefined
      ? { outcome: await applyToFile(engine, request, signal), refused: undefined }
      : await takeChoice(engine, request, edit, call.choices, telling.reported, signal);
  if (outcome.type === "no-sketch") {
    return reported(bareResult("failed", targetFile, `Nothing was changed. ${outcome.reason}`));
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
  if (outcome.type === "ambiguous" && !telling.isSecret)
    telling.reported.remember(edit, { original, outcome, left: original });
  if (refused !== undefined) {
    const message = refusedChoiceWords(refused.reason, outcome);
    return reported({ ...result, outcome: "not sure", message, remarks: [...refused.remarks] });
  }
  if (outcome.type === "merged") return { type: "computed", file, original, text, result };
  const between = [...waysTried(outcome.failures), ...pieceWords(outcome.pieces), "Nothing was changed."];
  const { message, regions } = explainUnsure({ original, codeEdit, path: inner }, outcome, between);
  return reported({ ...result, outcome: "not sure", message, remarks: remarksOf(outcome, message), regions });
}

/**
 * Takes what an agent has chosen of an edit, or says why that cannot be, with what the edit can mean now. Asks no model, since whoever
 * chooses need not.
 */
async function takeChoice(
  engine: Engine,
  request: FileApplyRequest,
  edit: NamedEdit,
  choices: Choices,
  reported: ShownAlternatives,
  signal: AbortSignal,
): Promise<{ readonly outcome: EngineOutcome; readonly refused: Refused | undefined }> {
  const chosen = await reported.choose(edit, choices, request.original, (original) => {
    const read = readEditSketch(edit.codeEdit, request.path ?? "", original);
    const { sketches } = read.type === "sketch" ? read.job : request;
    return structuralRequest(engine.parsers, { ...request, sketches, original });
  });
  const refused = chosen.type === "refused" ? { reason: chosen.reason, remarks: [] } : refusedFor(chosen.outcome);
  if (chosen.type === "chosen" && refused === undefined) return { outcome: chosen.outcome, refused };
  const outcome = chosen.reported?.outcome ?? (await applyToFile({ ...engine, rewriters: [] }, request, signal));
  return { outcome, refused };
}

/** Why a choice is not written. */
interface Refused {
  readonly reason: string;
  readonly remarks: readonly string[];
}

/** Says why a choice is not written: nobody reviews it here, so it must be whole and proven, whoever has chosen; `undefined` if it is. */
function refusedFor(outcome: Exclude<EngineOutcome, { type: "no-sketch" }>): Refused | undefined {
  if (outcome.type === "ambiguous")
    return { reason: `${countPieces(outcome.pieces)}: decide all of them in one call.`, remarks: [] };
  const { holds, findings } = outcome.proof;
  if (holds) return undefined;
  const reason =
    "The proof does not hold for what it gives, and nobody would review it: see below. Choose something else, or ask the user to open the folder in VS Code with Fast Apply.";
  return { reason, remarks: findings.map(({ message }) => message).slice(0, MAX_REMARKS) };
}

function reported(result: EditResult): Computing {
  return { type: "reported", result };
}

/** Makes the result for a file that cannot be read or written. */
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
