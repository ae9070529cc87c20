import { compiledSamples } from "./compiledSamples.ts";
import { scriptSamples } from "./scriptSamples.ts";
import type { Sample } from "./treeSample.ts";

/** One for each grammar. */
export const samples: readonly Sample[] = [...scriptSamples, ...compiledSamples];
