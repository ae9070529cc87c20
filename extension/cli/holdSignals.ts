const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Finishes work that must not be left half done before a signal, such as Ctrl+C, ends the process. If one comes meanwhile, the process
 * ends right after the work, by the first signal that came.
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
