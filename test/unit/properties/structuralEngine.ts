import { expect } from "vitest";
import type { StructuralOutcome } from "../../../extension/core/apply/outcome.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import type { SyntaxParser } from "../../../extension/core/text/syntax.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";
import { dialects } from "./sourceFiles.ts";

export { runs } from "../fastCheck.ts";

/** The whole engine behind one call, without a file system. */
export interface StructuralEngine {
  parserOf(language: string | undefined): SyntaxParser | undefined;
  apply(
    original: string,
    reply: string,
    target: { readonly language?: string; readonly path?: string },
  ): StructuralOutcome;
}

/** Loads the grammars of all generated languages, so that properties run without waiting. */
export async function loadStructuralEngine(): Promise<StructuralEngine> {
  const parsers = createSyntaxParsers(sourceGrammarsDirectory());
  const loaded = new Map<string, SyntaxParser>();
  for (const { language } of dialects) {
    const parser = await parsers.load(language);
    if (parser) loaded.set(language, parser);
  }
  const parserOf = (language: string | undefined) => (language === undefined ? undefined : loaded.get(language));
  return {
    parserOf,
    apply: (original, reply, { language, path }) =>
      applyStructural({
        original,
        sketches: readReply(reply, { path, language, original }),
        language,
        parser: parserOf(language),
      }),
  };
}

/** A merge is what the edit meant, or it is none. */
export function checkNeverWrong(outcome: StructuralOutcome, want: string): void {
  if (outcome.type === "merged") expect(outcome.text).toBe(want);
  else expect(outcome.type).toBe("ambiguous");
}
