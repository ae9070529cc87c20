import { chooseLanguage } from "../core/apply/chooseLanguage.ts";
import type { StructuralOutcome } from "../core/apply/outcome.ts";
import { applyStructural } from "../core/apply/structural.ts";
import type { SyntaxParsers } from "../core/merge/syntax.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";

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
  const parser = language === undefined ? undefined : await parsers.load(language);
  return applyStructural({ original, sketches, language, parser });
}
