/** What the bench asks of its extension inside VS Code. All paths are absolute. */
interface Requests {
  /** Ends all reviews and shows the file at the right and the plan beside it, with the focus and the cursor on `planLine`. */
  readonly layOut: { readonly takes: { readonly file: string; readonly plan: string; readonly planLine: number } };
  /** Asks the chat, and waits for the end of the answer and until the edits of all its blocks have their places. */
  readonly ask: { readonly takes: { readonly question: string; readonly blocks: number } };
  /** Which block of that answer the key for *Apply* applies next. */
  readonly chooseBlock: { readonly takes: { readonly index: number } };
  /** Milliseconds from that key's command to the moment at which the finished review asks for its editor, the last time. */
  readonly hostTime: { readonly takes: Readonly<Record<string, never>>; readonly gives: number };
  /** What the key for a plain document shows next, with its first line green or without any colour. */
  readonly setPlainText: { readonly takes: { readonly text: string; readonly isColoured: boolean } };
  /** Streams a rewrite into a review of the file, keeps the place where it writes in view, and waits for its end. */
  readonly stream: {
    readonly takes: { readonly file: string; readonly rewrite: string; readonly durationMs: number };
    readonly gives: readonly ReviewChange[];
  };
  /** The scripts that the extension host has loaded from the folder, after the extension was activated. */
  readonly loadedScripts: { readonly takes: { readonly folder: string }; readonly gives: readonly string[] };
}

/** A change of the review while a rewrite streams in. */
export interface ReviewChange {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The number of the last `NEW` line that has arrived. */
  readonly reached: number;
}

export type RequestName = keyof Requests;
export type Takes<Name extends RequestName> = Requests[Name]["takes"];
export type Gives<Name extends RequestName> = Requests[Name] extends { gives: infer Result } ? Result : undefined;
export type Answers = { readonly [Name in RequestName]: (takes: Takes<Name>) => Promise<Gives<Name>> };

/** Key of the extension's command that shows a plain document, as Playwright presses it. */
export const PLAIN_KEYS = ["Control+k", "b"];
export const PLAIN_COMMAND = "reviewBench.showPlain";
/** Key of the extension's command that does what a click on a block's *Apply* does, from where the page has told the host. */
export const APPLY_BLOCK_KEYS = ["Control+k", "g"];
export const APPLY_BLOCK_COMMAND = "reviewBench.applyBlock";
