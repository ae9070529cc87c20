// Property tests take fast-check from here: it draws values up to the lengths that a property names. By itself version 4 stops at about ten.
import fc from "fast-check";
import { isFullStress } from "./stress.ts";

fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  defaultSizeToMaxWhenMaxSpecified: true,
  // The smallest value that fails is for people to read.
  endOnFailure: process.env.PROPERTY_SHRINK === "no",
});

export { default } from "fast-check";

/**
 * How often a property runs: in the gate half of `count`, in a full stress test four times as often. The seed is fixed, so that the gate
 * is the same for everyone; `PROPERTY_SEED` and `PROPERTY_SCALE` look further.
 */
export function runs(count: number): Runs {
  return scaled(count, isFullStress ? 4 : 0.5);
}

/** How many samples a share is taken of. In the gate no fewer than `count`: the share of a few varies too much for a limit. */
export function draws(count: number): Runs {
  return scaled(count, isFullStress ? 4 : 1);
}

interface Runs {
  readonly numRuns: number;
  readonly seed: number;
}

function scaled(count: number, usual: number): Runs {
  const { PROPERTY_SEED = "20251121", PROPERTY_SCALE = String(usual) } = process.env;
  return { numRuns: Math.ceil(count * Number(PROPERTY_SCALE)), seed: Number(PROPERTY_SEED) };
}
