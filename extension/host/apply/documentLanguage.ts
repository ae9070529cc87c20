import type { TextDocument } from "vscode";

/** The language that VS Code knows a document in; plain text is what it says where it knows none. */
export function languageOfDocument({ languageId }: TextDocument): string | undefined {
  return languageId === "plaintext" ? undefined : languageId;
}
