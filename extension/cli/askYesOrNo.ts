import { createInterface } from "node:readline/promises";

/** Asks a question on a terminal. Anything but a yes is a no, even Ctrl+C and Ctrl+D. Rejects only with the reason of an abort. */
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
