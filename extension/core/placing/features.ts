import type { WindowScene } from "./blockScene.ts";

/** Values of features by name; those that are 0 are left out. */
export class Features {
  readonly values = new Map<string, number>();

  /** Adds to the value of a feature. */
  add(name: string, value = 1): void {
    if (value !== 0) this.values.set(name, (this.values.get(name) ?? 0) + value);
  }

  /** Sums the values, each times its weight; those without a weight count nothing. */
  score(weights: ReadonlyMap<string, number>): number {
    let sum = 0;
    for (const [name, value] of this.values) sum += (weights.get(name) ?? 0) * value;
    return sum;
  }
}

/** A window with what speaks for and against it. */
export interface Placement extends Pick<WindowScene, "window" | "alignment" | "situation"> {
  readonly features: Features;
}
