import { lineTexts } from "../text/lines.ts";
import { isBlank } from "../text/indentation.ts";
import type { CaseResult, EvaluationCase } from "./evaluation.ts";

/** What an engine returned: a text that it is sure of, one that it is not sure of or none at all, or nothing but trouble. */
export type GivenResult =
  | { readonly type: "sure"; readonly text: string }
  | { readonly type: "unsure"; readonly text: string | undefined; readonly message: string }
  | { readonly type: "trouble"; readonly message: string };

/** Finds the outcome of a case by what the engine returned. Nothing is asked of a model here: texts are equal, or they are not. */
export function judgeResult(
  given: GivenResult,
  { expected }: Pick<EvaluationCase, "expected">,
): Pick<CaseResult, "outcome" | "text" | "message" | "characters"> {
  switch (given.type) {
    case "sure": {
      const { text } = given;
      const { length: characters } = text;
      if (expected === null) return { outcome: "wrong", text, characters };
      const outcome = text === expected ? "exact" : isLenientlyEqual(text, expected) ? "lenient" : "wrong";
      return { outcome, text, characters };
    }
    case "unsure":
      return {
        outcome: expected === null ? "declined" : "refused",
        message: given.message,
        characters: 0,
        ...(given.text === undefined ? {} : { text: given.text }),
      };
    case "trouble":
      return { outcome: "failed", message: given.message, characters: 0 };
  }
}

/**
 * Checks whether two texts are the same except for blank lines, blanks at the ends of lines, and line ends: what a formatter takes care of
 * in every language. Indentation counts, since in some languages it carries meaning.
 */
export function isLenientlyEqual(one: string, other: string): boolean {
  const [ones, others] = [tellingLines(one), tellingLines(other)];
  return ones.length === others.length && ones.every((line, index) => line === others[index]);
}

function tellingLines(text: string): readonly string[] {
  return lineTexts(text)
    .filter((line) => !isBlank(line))
    .map((line) => line.trimEnd());
}
