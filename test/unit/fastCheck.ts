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
export function runs(count: number): { readonly numRuns: number; readonly seed: number } {
  const { PROPERTY_SEED = "20251121", PROPERTY_SCALE = isFullStress ? "4" : "0.5" } = process.env;
  return { numRuns: Math.ceil(count * Number(PROPERTY_SCALE)), seed: Number(PROPERTY_SEED) };
}
