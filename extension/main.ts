import type { ExtensionContext } from "vscode";

/** Called by VS Code when a command, lens or view of the extension is first used. */
export function activate(_context: ExtensionContext): void {
  // The commands come with the review.
}
