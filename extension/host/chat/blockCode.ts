import { commands, env, l10n, window, workspace } from "vscode";
import { normalizeLanguage } from "../../core/sketch/languages.ts";
import { REVIEW_SCHEME } from "../review/reviewUris.ts";

/** Inserts code at all cursors of the active editor, in place of what is selected; warns if none can be edited. */
export async function insertAtCursor(code: string): Promise<void> {
  const editor = window.activeTextEditor;
  const isInserted =
    editor !== undefined &&
    editor.document.uri.scheme !== REVIEW_SCHEME &&
    (await editor.edit((edit) => {
      for (const selection of editor.selections) edit.replace(selection, code);
    }));
  if (!isInserted)
    void window.showWarningMessage(l10n.t("There is no editor to insert the code into. Open a file first."));
}

/** Opens code as a new file that has no name yet. */
export async function openAsNewFile(code: string, language: string | undefined): Promise<void> {
  const known = language === undefined ? undefined : normalizeLanguage(language);
  const document = await workspace.openTextDocument({
    content: code.endsWith("\n") ? code : `${code}\n`,
    ...(known !== undefined && { language: known }),
  });
  await window.showTextDocument(document, { preview: false });
}

/**
 * Puts commands into a terminal. A single line is never run. Several lines are pasted: a shell that knows pastes takes them as one text,
 * and any other runs each line but the last at once, so the user is asked first. Rejects if VS Code cannot paste.
 */
export async function putIntoTerminal(code: string): Promise<void> {
  const text = typed(code);
  if (text === "") return;
  const lines = text.split("\n").length;
  const before = await env.clipboard.readText();
  if (lines > 1 && !(await confirmLines(lines, before === ""))) return;
  const terminal = window.activeTerminal ?? window.createTerminal();
  terminal.show();
  if (lines === 1) {
    terminal.sendText(text, false);
    return;
  }
  try {
    await env.clipboard.writeText(text);
    await commands.executeCommand("workbench.action.terminal.paste");
  } finally {
    await env.clipboard.writeText(before);
  }
}

/** `hasNoText`: the clipboard holds no text. What it holds then cannot be put back, since extensions can read and write only text. */
async function confirmLines(lines: number, hasNoText: boolean): Promise<boolean> {
  const paste = l10n.t("Paste Into Terminal");
  const question = l10n.t(
    "Paste {0} lines into the terminal? Its shell may run them at once, without waiting for Enter.",
    lines,
  );
  const loss = l10n.t("The clipboard holds no text: an image or files in it will be gone.");
  const words = hasNoText ? `${question} ${loss}` : question;
  return (await window.showWarningMessage(words, { modal: true }, paste)) === paste;
}

/** Removes what a terminal would take for a key; the lines end as in a paste. */
function typed(code: string): string {
  return code
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replaceAll("\t", "  ")
    .replace(/(?!\n)\p{Cc}/gu, "")
    .replace(/^\n+/, "")
    .trimEnd();
}
