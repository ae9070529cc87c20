// How much a stress test does. In the gate it is a sample that shows that the test works; `npm run test:stress` does it in full.

/** Whether this run has the time for all of it, and its figures of memory mean something. */
export const isFullStress = process.env.STRESS === "full";

/** A count of a stress test: `full` of them, or one in twenty in the gate, and never less than `least`. */
export function stressed(full: number, least = 1): number {
  return isFullStress ? full : Math.max(least, Math.round(full / 20));
}
