const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Does a piece of work to its end before a request to end, such as Ctrl+C, ends the process: for what must not be left half done. With
 * such a request the process ends right behind the work, by the signal that came first.
 */
export async function holdSignals<T>(work: () => Promise<T>): Promise<T> {
  let held: NodeJS.Signals | undefined;
  const hold = (signal: NodeJS.Signals): void => {
    held ??= signal;
  };
  for (const signal of SIGNALS) process.on(signal, hold);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, hold);
    if (held !== undefined) process.kill(process.pid, held);
  }
}
