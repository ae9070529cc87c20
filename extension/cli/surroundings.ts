import type { Readable, Writable } from "node:stream";
import type { ApplyPorts } from "../core/apply/applyEvents.ts";
import type { Rewriter } from "../core/models/rewriter.ts";
import type { SyntaxParsers } from "../core/text/syntax.ts";
import { drained } from "../node/drained.ts";

/** What a command reads and writes besides the files that it is told of. */
export interface Surroundings {
  /** The folder that the paths of a sketch are relative to, and that they may not leave. */
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether what goes to stdout may be coloured. */
  readonly colours: boolean;
  readonly parsers: SyntaxParsers;
  /** Who is asked where the structural engine is not sure; nobody without `--provider`. */
  readonly rewriters: readonly Rewriter[];
  readonly draft?: ApplyPorts["draft"];
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** What the exit codes mean; they are the command's promise to scripts. */
export const EXIT = { applied: 0, notSure: 1, usage: 2, fileTrouble: 3, fault: 70 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The signal of an apply that nobody stops: the process ends as a whole when it is interrupted. */
export function untilTheEnd(): AbortSignal {
  return new AbortController().signal;
}

/** Writes and waits until the stream wants more, so that a slow reader does not fill the memory. */
export function print(stream: Writable, text: string): Promise<void> {
  return text === "" || stream.write(text) ? Promise.resolve() : drained(stream);
}
