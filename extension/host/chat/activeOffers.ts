import { Disposable, window, workspace, type Uri } from "vscode";
import type { Reference } from "../../core/chat/chatSchemas.ts";
import { activeReferences } from "./editorReferences.ts";
import type { KnownUris } from "./knownUris.ts";

/** Cursors move often, so changes are gathered for this long, in milliseconds, before they are passed on. */
const ACTIVE_MS = 100;

/** The file that a review document shows. */
type TargetOf = (document: Uri) => Uri | undefined;

/** Follows which file and selection are active, which the chat offers as chips. */
export class ActiveOffers implements Disposable {
  readonly #targetOf: TargetOf;
  readonly #known: KnownUris;
  readonly #listeners: Disposable;
  #reported = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param tell is called with the references whenever they have changed */
  constructor(targetOf: TargetOf, known: KnownUris, tell: (references: readonly Reference[]) => void) {
    this.#targetOf = targetOf;
    this.#known = known;
    const look = (): void => {
      this.#timer = undefined;
      const references = this.now();
      const text = JSON.stringify(references);
      if (text === this.#reported) return;
      this.#reported = text;
      tell(references);
    };
    const lookSoon = (): void => {
      this.#timer ??= setTimeout(look, ACTIVE_MS);
    };
    this.#listeners = Disposable.from(
      window.onDidChangeActiveTextEditor(lookSoon),
      window.onDidChangeTextEditorSelection(lookSoon),
      workspace.onDidRenameFiles(lookSoon),
    );
  }

  now(): readonly Reference[] {
    const references = activeReferences(this.#targetOf);
    this.#known.tell(references);
    return references;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
  }
}
