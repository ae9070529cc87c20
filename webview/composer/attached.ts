import type { Reference } from "../../extension/core/chat/chatSchemas.ts";
import { lastName } from "./mention.ts";

/** A text that is longer becomes an attachment when it is pasted. */
const MOST_LINES = 20;
const MOST_CHARACTERS = 2_000;

/** Checks whether a pasted text would bury the question. */
export function isLongPaste(text: string): boolean {
  return text.length > MOST_CHARACTERS || linesOf(text) > MOST_LINES;
}

/** Counts lines as a reader does: a line end at the very end does not begin another one. */
export function linesOf(text: string): number {
  if (text === "") return 0;
  return text.replace(/\r?\n$/, "").split("\n").length;
}

/** Checks whether two references stand for the same thing. */
export function isSame(one: Reference, other: Reference): boolean {
  return referenceKey(one) === referenceKey(other);
}

/** Long texts are not read again for each drawing of a page that draws while an answer streams. */
const keys = new WeakMap<Reference, string>();

/** Makes a key that is the same for references that stand for the same thing, and for no others. */
export function referenceKey(reference: Reference): string {
  const known = keys.get(reference);
  if (known !== undefined) return known;
  const key = newKey(reference);
  keys.set(reference, key);
  return key;
}

function newKey(reference: Reference): string {
  switch (reference.type) {
    case "file":
    case "problems":
    case "folder":
      return JSON.stringify([reference.type, reference.uri]);
    case "selection":
      return JSON.stringify([reference.type, reference.uri, reference.startLine, reference.endLine]);
    case "symbol":
      return JSON.stringify([reference.type, reference.uri, reference.name, reference.startLine]);
    case "text":
      return JSON.stringify([reference.type, reference.name, reference.text]);
  }
}

/** Adds a reference; the same list if it is there already. */
export function withReference(references: readonly Reference[], added: Reference): readonly Reference[] {
  return references.some((each) => isSame(each, added)) ? references : [...references, added];
}

/** Removes a reference. */
export function withoutReference(references: readonly Reference[], removed: Reference): readonly Reference[] {
  return references.filter((each) => !isSame(each, removed));
}

/** Lists what goes along with a question: what the user has added, then what is active unless it is left out. */
export function sentReferences(
  added: readonly Reference[],
  active: readonly Reference[],
  leavesOutActive: boolean,
): readonly Reference[] {
  return leavesOutActive ? added : active.reduce(withReference, added);
}

/** Names a reference on its chip, in few letters. */
export function chipLabel(reference: Reference): string {
  switch (reference.type) {
    case "file":
    case "problems":
      return lastName(reference.path);
    case "folder":
      return `${lastName(reference.path)}/`;
    case "selection":
      return `${lastName(reference.path)}:${reference.startLine}-${reference.endLine}`;
    case "symbol":
    case "text":
      return reference.name;
  }
}

/** Returns the codicon of a reference. */
export function referenceIcon(reference: Reference): string {
  const icons: Record<Reference["type"], string> = {
    file: "file",
    selection: "list-selection",
    symbol: "symbol-method",
    problems: "warning",
    folder: "folder",
    text: "clippy",
  };
  return icons[reference.type];
}

/** Finds a name that no reference to a text has: with a number if need be. */
export function freeName(references: readonly Reference[], name: string): string {
  const taken = new Set(references.map((each) => (each.type === "text" ? each.name : "")));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
