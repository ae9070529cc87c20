import type { Evaluation } from "../core/evaluation/evaluation.ts";

/** Written into the bundle by esbuild.mjs. */
declare const BUILT_FROM: Pick<Evaluation["made"], "commit" | "isChanged">;

/** The commit that this was built from, if it is known. */
export const builtCommit: Pick<Evaluation["made"], "commit" | "isChanged"> =
  typeof BUILT_FROM === "undefined" ? {} : BUILT_FROM;
