/**
 * Does work on items, as many at a time as there are slots, and yields the results as they come. Rejects as soon as any of the work does.
 * What is still running then, or when the caller stops early, is aborted through its `signal`.
 */
export async function* inParallel<Item, Slot, Result>(
  items: Iterable<Item>,
  slots: readonly Slot[],
  work: (item: Item, slot: Slot, signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): AsyncGenerator<Result> {
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const left = items[Symbol.iterator]();
  const running = new Map<Slot, Promise<{ readonly slot: Slot; readonly result: Result }>>();
  const begin = (slot: Slot): void => {
    const next = left.next();
    if (next.done !== true)
      running.set(
        slot,
        work(next.value, slot, both).then((result) => ({ slot, result })),
      );
  };
  try {
    for (const slot of slots) begin(slot);
    while (running.size > 0) {
      signal.throwIfAborted();
      const { slot, result } = await Promise.race(running.values());
      running.delete(slot);
      begin(slot);
      yield result;
    }
  } finally {
    ending.abort();
    await Promise.allSettled(running.values());
  }
}
