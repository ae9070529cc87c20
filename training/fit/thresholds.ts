import type { Thresholds } from "../../extension/core/merge/model/readByModel.ts";

/** Reads two numbers from 0 to 1, with a comma: from where a text is merged, and from where a piece is. */
export function readThresholds(given: string): Thresholds | "unreadable" {
  const numbers = given.split(",").map((text) => (text.trim() === "" ? NaN : Number(text)));
  const [text, piece, ...others] = numbers;
  if (text === undefined || piece === undefined || others.length > 0) return "unreadable";
  return numbers.every((number) => number >= 0 && number <= 1) ? { text, piece } : "unreadable";
}
