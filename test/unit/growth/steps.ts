import { Session, type Profiler } from "node:inspector";
import { countBuiltIns } from "./builtIns.ts";

/**
 * Counts what code does instead of how long it takes, so that its growth can be tested on any machine: how often V8 entered
 * each block of the project's code, plus what built-in methods run over (`builtIns`). What regular expressions do inside a
 * line is not seen; lint forbids those that look at a text again and again (`regexp/no-super-linear-*`).
 */
export interface StepCounter {
  /** Steps that `work` takes. The same work takes the same number of them each time but the first. */
  count(work: () => void): Steps;
}

interface Steps {
  readonly total: number;
  /** By file and by built-in method, to see where growth comes from. */
  readonly byPlace: ReadonlyMap<string, number>;
}

/** Starts counting. Only modules that are imported after it are counted in full, so import those that are measured then. */
export function createStepCounter(isCounted: (url: string) => boolean): StepCounter {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const take = (): Profiler.ScriptCoverage[] => {
    let taken: Profiler.ScriptCoverage[] | undefined;
    session.post("Profiler.takePreciseCoverage", (error, coverage) => {
      if (error) throw error;
      taken = coverage.result;
    });
    if (taken === undefined) throw new Error("V8 gives no counts at once.");
    return taken;
  };
  return {
    count: (work) => {
      take();
      const byPlace = new Map(countBuiltIns(work));
      for (const { url, functions } of take()) {
        if (!isCounted(url)) continue;
        const steps = functions.reduce((sum, { ranges }) => ranges.reduce((all, { count }) => all + count, sum), 0);
        byPlace.set(url, steps);
      }
      const total = [...byPlace.values()].reduce((sum, steps) => sum + steps, 0);
      return { total, byPlace };
    },
  };
}
