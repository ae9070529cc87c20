/** Types a text over the selection of a field, so that the browser's own undo takes it back. The field gets the focus. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  // Whatever replaces this old command forgets what the user could undo before.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand("insertText", false, text);
}
