import { createInterface } from "node:readline/promises";

/** Asks on a terminal. Anything but a yes is a no, Ctrl+C and Ctrl+D too. Rejects only with what `signal` aborts with. */
export async function askYesOrNo(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<boolean> {
  const asking = createInterface({ input, output });
  try {
    return /^y(?:es)?$/i.test((await asking.question(`${question} [y/N] `, { signal })).trim());
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    asking.close();
  }
}
