import { Range, Uri, ViewColumn, window, workspace, WorkspaceEdit } from "vscode";
import type { Conversation } from "../../core/chat/chatSchemas.ts";
import { sampleConversation, sampleFiles } from "../../core/chat/sampleConversation.ts";
import { openDocument } from "../review/targetDocument.ts";

/**
 * Writes the files of the sample anew into a folder, deletes all others there, shows the first one, and returns the conversation about
 * them.
 */
export async function openSample(folder: Uri): Promise<Conversation> {
  await workspace.fs.createDirectory(folder);
  for (const [name] of await workspace.fs.readDirectory(folder)) {
    if (!sampleFiles.has(name)) await workspace.fs.delete(Uri.joinPath(folder, name), { recursive: true });
  }
  for (const [path, text] of sampleFiles) await writeAnew(Uri.joinPath(folder, path), text);
  const [first] = sampleFiles.keys();
  if (first !== undefined) {
    await window.showTextDocument(Uri.joinPath(folder, first), { viewColumn: ViewColumn.One, preserveFocus: true });
  }
  return withFreshIds(sampleConversation((path) => Uri.joinPath(folder, path).toString()));
}

/** Writes a file anew. What an earlier sample has left unsaved in an editor is replaced there, so that undo brings it back. */
async function writeAnew(uri: Uri, text: string): Promise<void> {
  const open = openDocument(uri);
  if (open?.isDirty === true) {
    const edit = new WorkspaceEdit();
    edit.replace(uri, new Range(0, 0, open.lineCount, 0), text);
    if ((await workspace.applyEdit(edit)) && (await open.save())) return;
  }
  await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
}

/** Gives a conversation new ids, so that it does not inherit what became of the blocks of an earlier sample. */
function withFreshIds(conversation: Conversation): Conversation {
  const ids = new Map(conversation.messages.map(({ id }) => [id, crypto.randomUUID()]));
  const fresh = (id: string): string => ids.get(id) ?? id;
  return {
    ...conversation,
    id: crypto.randomUUID(),
    head: fresh(conversation.head),
    messages: conversation.messages.map((each) => ({ ...each, id: fresh(each.id), parent: fresh(each.parent) })),
  };
}
