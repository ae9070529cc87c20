import { spawn } from "node:child_process";
import { readHits, withoutCommon, type TextHits } from "../core/targets/textHits.ts";

/** How a program is asked for files that hold texts, which it reads from its stdin, one per line. */
export interface SearchCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** More is not read: only texts that stand nearly everywhere yield this much. Printing them takes longer than searching. */
const MOST_OUTPUT = 1024 * 1024;
/** If a folder cannot be searched in this time, as on a slow disk, what was found so far counts. */
const SEARCH_MS = 10_000;
const MOST_ROUNDS = 4;
const MOST_REMEMBERED = 10_000;

/**
 * Searches by a program that prints as `readHits` reads it. Leaves out texts that too many files have, and searches again without them;
 * `common` remembers them for the next search of the same files. `undefined` if the program cannot be run or fails. Rejects with the reason
 * of an abort of `signal`, which ends the program.
 */
export async function searchByProgram(
  command: SearchCommand,
  texts: readonly string[],
  signal: AbortSignal,
  common = new Set<string>(),
): Promise<readonly TextHits[] | undefined> {
  let wanted = texts.filter((text) => !common.has(text));
  for (let round = 1; ; round++) {
    if (wanted.length === 0) return [];
    const result = await runSearch(command, `${wanted.join("\n")}\n`, MOST_OUTPUT, signal);
    signal.throwIfAborted();
    if (result === undefined) return undefined;
    const hits = readHits(result.output, wanted);
    if (!result.isFull || round === MOST_ROUNDS) return hits;
    const rest = new Set(withoutCommon(wanted, hits));
    if (common.size > MOST_REMEMBERED) common.clear();
    for (const text of wanted) if (!rest.has(text)) common.add(text);
    wanted = wanted.filter((text) => rest.has(text));
  }
}

/** What a search has printed. */
export interface SearchOutput {
  readonly output: string;
  /** There was more of it than is read. */
  readonly isFull: boolean;
  /** It took too long, or there was too much of it. */
  readonly isStopped: boolean;
}

/**
 * Runs a search with a text on its stdin, and reads up to `most` bytes of what it prints. `undefined` if it cannot be run or fails without
 * printing anything, or if `signal` is aborted already.
 */
export function runSearch(
  command: SearchCommand,
  input: string,
  most: number,
  signal: AbortSignal,
): Promise<SearchOutput | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(undefined);
      return;
    }
    const { program, args, cwd } = command;
    const child = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    const parts: Buffer[] = [];
    let size = 0;
    let isStopped = false;
    const stop = (): void => {
      isStopped = true;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(stop, SEARCH_MS);
    signal.addEventListener("abort", stop, { once: true });
    const end = (result: SearchOutput | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(result);
    };
    child.on("error", () => {
      end(undefined);
    });
    child.stdout.on("data", (part: Buffer) => {
      if (size >= most) return;
      parts.push(part);
      size += part.length;
      if (size >= most) stop();
    });
    child.on("close", (code) => {
      // Both programs end with 1 if nothing was found, and with more than that if they failed; what was found by then counts.
      const isFailure = !isStopped && (code === null || code > 1) && size === 0;
      end(isFailure ? undefined : { output: Buffer.concat(parts).toString(), isFull: size >= most, isStopped });
    });
    // A program that ends early reads no more.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
