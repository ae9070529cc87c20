/** Counts the passes of a model on this machine. */
export interface PassCounter {
  /** To be called with what each rewrite took. */
  readonly onFigures: (figures: { readonly passes: number }) => void;
  /** Passes of the last rewrite since this was last asked; `undefined` if there was none. */
  readonly takePasses: () => number | undefined;
}

/** Creates a counter that has counted nothing yet. */
export function countPasses(): PassCounter {
  let passes: number | undefined;
  return {
    onFigures: (figures) => {
      passes = figures.passes;
    },
    takePasses: () => {
      const taken = passes;
      passes = undefined;
      return taken;
    },
  };
}
