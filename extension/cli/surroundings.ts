import type { Readable, Writable } from "node:stream";
import type { ApplyPorts } from "../core/apply/applyEvents.ts";
import type { Rewriter } from "../core/models/rewriter.ts";
import type { SyntaxParsers } from "../core/text/syntax.ts";
import { drained } from "../node/drained.ts";

/** What the command has of the process that it runs in. */
export interface CommandProcess extends Pick<Surroundings, "cwd" | "stdin" | "now"> {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How the command is started again, for a part of its work. */
  readonly program: { readonly program: string; readonly args: readonly string[] };
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** The parsers of all languages. `isServing`: for many requests, so that they had better be fast than there at once. */
  createParsers(isServing: boolean): SyntaxParsers;
  /** Keeps the process alive even if nobody reads what it writes. */
  outliveReader(): void;
}

/** A stream that may lead to a terminal. */
export interface Terminal extends Writable {
  readonly isTTY?: boolean;
  /** How wide the terminal is. */
  readonly columns?: number;
}

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
  /** Who is asked if the structural engine is not sure; nobody without `--provider`. */
  readonly rewriters: readonly Rewriter[];
  readonly draft?: ApplyPorts["draft"];
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** What the exit codes mean; they are the command's promise to scripts. */
export const EXIT = { applied: 0, notSure: 1, usage: 2, fileTrouble: 3, fault: 70 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Returns the signal of an apply that nobody stops: the process ends as a whole when it is interrupted. */
export function untilTheEnd(): AbortSignal {
  return new AbortController().signal;
}

/** Writes and waits until the stream wants more, so that a slow reader does not fill the memory. */
export function print(stream: Writable, text: string): Promise<void> {
  return text === "" || stream.write(text) ? Promise.resolve() : drained(stream);
}
