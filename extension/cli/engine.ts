import type { StructuralOutcome } from "../core/apply/outcome.ts";
import { applyStructural } from "../core/apply/structural.ts";
import type { SyntaxParsers } from "../core/merge/syntax.ts";
import { concludeProof } from "../core/proof/proof.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";
import { chooseLanguage } from "./targets.ts";

export interface EngineRequest {
  readonly original: string;
  readonly sketches: readonly FileSketch[];
  readonly path: string | undefined;
  /** As the user names it, in whatever way. */
  readonly language: string | undefined;
}

/** Applies sketches to one file with the parser of its language. */
export async function applyToFile(
  parsers: SyntaxParsers,
  { original, sketches, path, language: given }: EngineRequest,
): Promise<StructuralOutcome> {
  const language = chooseLanguage(given, path, sketches);
  const changing = sketches.filter((sketch) => !isMoveOnly(sketch));
  if (changing.length === 0 && sketches.length > 0) {
    return { type: "merged", text: original, placements: [], proof: concludeProof([], 0, 0) };
  }
  const parser = language === undefined ? undefined : await parsers.load(language);
  return applyStructural({ original, sketches: changing.map(({ sketch }) => sketch), language, parser });
}

function isMoveOnly({ moveTo, sketch }: FileSketch): boolean {
  return moveTo !== undefined && sketch.type === "edits" && sketch.edits.length === 0;
}
