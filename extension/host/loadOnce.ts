/** Something that takes time to load, and is then there for good. */
export interface LoadedOnce<Value> {
  /** Loads it if it is not there yet. A load that has failed is tried again by the next call. */
  readonly get: () => Promise<Value>;
  /** Returns what is there or being loaded; `undefined` if nothing is, or if its load fails. Never rejects. */
  readonly peek: () => Promise<Value | undefined>;
}

/** Loads a value by `load` on first use, and keeps it. */
export function loadOnce<Value>(load: () => Promise<Value>): LoadedOnce<Value> {
  let loaded: Promise<Value> | undefined;
  return {
    get: () => {
      if (loaded !== undefined) return loaded;
      const coming = Promise.resolve().then(load);
      loaded = coming;
      coming.catch(() => {
        loaded = undefined;
      });
      return coming;
    },
    peek: async () => {
      try {
        return await loaded;
      } catch {
        return undefined;
      }
    },
  };
}
