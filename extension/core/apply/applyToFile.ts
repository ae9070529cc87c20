import type { ApplyEvent, ApplyPorts, StepFailure } from "./applyEvents.ts";
import { applySketch } from "./applySketch.ts";
import { chooseLanguage } from "./chooseLanguage.ts";
import type { Turn } from "../models/model.ts";
import type { StructuralOutcome } from "./outcome.ts";
import type { Rewriter } from "../models/rewriter.ts";
import type { StructuralRequest } from "./applyInTurn.ts";
import { candidatesOf, isPlaced } from "../merge/pieces.ts";
import type { SyntaxParsers } from "../text/syntax.ts";
import type { FileSketch } from "../sketch/sketch.ts";

export interface FileApplyRequest {
  readonly original: string;
  readonly sketches: readonly FileSketch[];
  readonly path: string | undefined;
  /** As the user names it, in whatever way. */
  readonly language: string | undefined;
  readonly instruction: string;
  readonly conversation: readonly Turn[];
}

/** What an apply works with. */
export interface Engine {
  readonly parsers: SyntaxParsers;
  /** Who is asked if the structural engine is not sure. */
  readonly rewriters: readonly Rewriter[];
  readonly draft?: ApplyPorts["draft"];
  /** Is called with each event while the apply goes on. */
  readonly onEvent?: ((event: ApplyEvent, path: string | undefined) => Promise<void>) | undefined;
}

/** What applying to one file came to; `failures` says which steps of the ladder gave way, and why. */
export type EngineOutcome = StructuralOutcome & {
  readonly engine?: string | undefined;
  readonly failures?: readonly StepFailure[] | undefined;
};

/**
 * Applies sketches to one file with the parser of its language, to the end. A rewrite that is not proven is only a best guess. Throws if
 * `signal` is aborted.
 */
export async function applyToFile(
  { parsers, rewriters, draft, onEvent }: Engine,
  given: FileApplyRequest,
  signal: AbortSignal,
): Promise<EngineOutcome> {
  const { path, instruction, conversation } = given;
  const request = { ...(await structuralRequest(parsers, given)), path, instruction, conversation };
  for await (const event of applySketch(request, { rewriters, draft }, signal)) {
    await onEvent?.(event, path);
    if (event.type === "step" || event.type === "text" || event.type === "usage") continue;
    return outcomeOf(event);
  }
  throw new Error("The apply ended without an outcome.");
}

/**
 * Makes the request to the structural engine for a file: with the language that the user, its name or the sketches tell, and its parser.
 */
export async function structuralRequest(
  parsers: SyntaxParsers,
  { original, sketches, path, language: given }: Pick<FileApplyRequest, "original" | "sketches" | "path" | "language">,
): Promise<StructuralRequest> {
  const language = chooseLanguage(given, path, sketches);
  const parser = language === undefined ? undefined : await parsers.load(language);
  return { original, sketches, language, parser };
}

/**
 * Turns the event that an apply ends with into its outcome. A rewrite that is not proven is only a best guess; a failure becomes
 * `no-sketch`.
 */
export function outcomeOf(event: Exclude<ApplyEvent, { type: "step" | "text" | "usage" }>): EngineOutcome {
  switch (event.type) {
    case "ambiguous":
    case "no-sketch":
      return event;
    case "failed":
      return { type: "no-sketch", reason: event.reason };
    case "done": {
      const { text, proof, pieces, engine, failures } = event;
      const placed = pieces.filter(isPlaced);
      if (proof.holds) return { type: "merged", text, proof, pieces: placed, engine, failures };
      const reason = proof.findings[0]?.message ?? "The result could not be proven.";
      return {
        type: "ambiguous",
        reason,
        draft: text,
        candidates: candidatesOf(pieces),
        pieces,
        proof,
        engine,
        failures,
      };
    }
  }
}
