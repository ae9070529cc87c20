import { Uri, ViewColumn, window, workspace } from "vscode";
import type { Conversation } from "../../core/chat/chatSchemas.ts";
import { sampleConversation, sampleFiles } from "../../core/chat/sampleConversation.ts";

/** Writes the files of the sample anew into a folder, shows the first one, and gives the conversation about them. */
export async function openSample(folder: Uri): Promise<Conversation> {
  for (const [path, text] of sampleFiles) {
    await workspace.fs.writeFile(Uri.joinPath(folder, path), new TextEncoder().encode(text));
  }
  const [first] = sampleFiles.keys();
  if (first !== undefined) {
    await window.showTextDocument(Uri.joinPath(folder, first), { viewColumn: ViewColumn.One, preserveFocus: true });
  }
  return sampleConversation((path) => Uri.joinPath(folder, path).toString());
}
