import type { SaidPlaces, Statement } from "./statement.ts";

/**
 * What a model wrote about one file, recognised by its form.
 *
 * - `code`: lazy code or a whole file. Which of the two it is, only the original can tell, so `merge` decides.
 * - `edits`: search/replace blocks, the hunks of a unified diff, or those of a v4a update.
 * - `add`: the text of a new file (v4a `Add File`, or a diff from `/dev/null`).
 * - `delete`: the whole file goes.
 */
export type Sketch =
  | CodeSketch
  | { readonly type: "edits"; readonly format: EditFormat; readonly edits: readonly Edit[] }
  | { readonly type: "add"; readonly format: EditFormat; readonly text: string }
  | { readonly type: "delete"; readonly format: EditFormat };

/** Lazy code or a whole file, with what the words around it say. */
export interface CodeSketch {
  readonly type: "code";
  readonly text: string;
  /** It is said to be the whole new file. */
  readonly isWhole?: true | undefined;
  /** Its lines, zero-based, that nobody wrote: markers between joined blocks, and in place of pieces that are left out. */
  readonly seams?: readonly number[] | undefined;
}

/** How edits are written down. */
export type EditFormat = "search-replace" | "unified-diff" | "v4a";

/** Replace the lines `search`, wherever they stand, by the lines `replace`. Lines carry no line end. */
export interface Edit {
  /** Context and removed lines, in order. Empty: the edit only inserts, at the place the hints give. */
  readonly search: readonly string[];
  /** Context and added lines, in order. */
  readonly replace: readonly string[];
  /** One-based first line that the model claimed for `search`; often wrong, so it only breaks ties. */
  readonly lineHint?: number | undefined;
  /** Lines that enclose the edit, outermost first: v4a `@@ class Foo`, which binds, or a diff's section heading, a hint. */
  readonly scope: readonly string[];
  /** v4a's `*** End of File`: `search` stands at the end of the file. */
  readonly atEnd: boolean;
  /** The reply ends before the edit does, so that a part of it may be missing. */
  readonly isCutOff?: true;
  /** One-based line of the reply at which the edit begins. */
  readonly replyLine: number;
}

/**
 * Why a sketch may not be meant as it stands, which nothing in its code tells: the reply breaks off within it, it is one of several
 * ways to do the same, it only shows how the change is used, or it goes by another file's name.
 */
export type SketchDoubt = "cut-off" | "option" | "example" | "other-file";

/** A sketch and the file that it is for, as far as the reply says so. */
export interface FileSketch {
  readonly path: string | undefined;
  /** New path of a moved or renamed file. */
  readonly moveTo: string | undefined;
  /** Language that the fence names, as written there. */
  readonly language: string | undefined;
  readonly sketch: Sketch;
  /** One-based line of the reply at which the sketch's text begins. */
  readonly replyLine: number;
  /** The words that lead to it: headings and paragraphs since the block before, the last 1,000 letters of them. */
  readonly introduction?: string | undefined;
  /** Blocks of the reply that look like examples or samples, which only the places that they may have can tell; with the first sketch. */
  readonly besides?: readonly FileSketch[] | undefined;
  /** All words of the reply that may be about the file, without its code. */
  readonly words?: string | undefined;
  /** What was asked for, or what an agent says of its edit. */
  readonly request?: string | undefined;
  /** Where the words that lead to joined blocks say that each of them goes; for a single block its introduction tells. */
  readonly places?: readonly SaidPlaces[] | undefined;
  readonly doubt?: SketchDoubt | undefined;
  /** It was read from the words around code, and nobody wrote it as an edit. */
  readonly isInferred?: true;
  /** What the words of the reply and of the instruction say of the change; absent if they say nothing. */
  readonly said?: readonly Statement[] | undefined;
}
