import type { Thresholds } from "../../extension/core/merge/model/readByModel.ts";

/** Reads three numbers from 0 to 1, with commas: from where the model counts, overrules the rules, and tolerates what they merge. */
export function readThresholds(given: string): Thresholds | "unreadable" {
  const numbers = given.split(",").map((text) => (text.trim() === "" ? NaN : Number(text)));
  const [counts, overrules, tolerates, ...others] = numbers;
  if (counts === undefined || overrules === undefined || tolerates === undefined || others.length > 0)
    return "unreadable";
  return numbers.every((number) => number >= 0 && number <= 1) ? { counts, overrules, tolerates } : "unreadable";
}
