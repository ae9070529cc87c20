import type { Reference } from "../../extension/core/chat/chatSchemas.ts";

/** A mention that is being typed: where its `@` stands, and what is typed after it. */
export interface OpenMention {
  readonly start: number;
  readonly query: string;
}

/** What may stand before the `@` of a mention: elsewhere it is part of a mail address, a decorator's name or the like. */
const BEFORE = /[\s([{"'`,;]/;

/** Finds the mention that ends at the caret; `undefined` if there is none. A blank ends a mention. */
export function mentionAt(text: string, caret: number): OpenMention | undefined {
  const start = text.lastIndexOf("@", caret - 1);
  if (start < 0 || caret <= start) return undefined;
  const before = text[start - 1];
  if (before !== undefined && !BEFORE.test(before)) return undefined;
  const query = text.slice(start + 1, caret);
  return /\s/.test(query) ? undefined : { start, query };
}

/** Writes how a question's text names a reference, so that the sentence around it still reads. */
export function mentionOf(reference: Reference): string {
  switch (reference.type) {
    case "file":
      return `@${lastName(reference.path)}`;
    case "folder":
      return `@${lastName(reference.path)}/`;
    case "selection":
      return `@${lastName(reference.path)}:${reference.startLine}-${reference.endLine}`;
    case "symbol":
      return `@${reference.name}`;
    case "problems":
      return `@problems:${lastName(reference.path)}`;
    case "text":
      return `@${reference.name}`;
  }
}

/** Returns the last name of a path; the whole path if it has no folder. */
export function lastName(path: string): string {
  return path.split(/[\\/]/).findLast((name) => name !== "") ?? "";
}
