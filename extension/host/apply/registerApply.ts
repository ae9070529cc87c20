import { Disposable } from "vscode";
import type { SyntaxParsers } from "../../core/merge/syntax.ts";
import type { ReviewStarter } from "../review/reviewRequest.ts";

/** What the ways in need. */
export interface ApplySurroundings {
  readonly reviews: ReviewStarter;
  readonly parsers: SyntaxParsers;
}

/** Registers the commands and lenses that apply sketches. Dispose of what it gives to take them away. */
export function registerApply(_surroundings: ApplySurroundings): Disposable {
  return Disposable.from();
}
