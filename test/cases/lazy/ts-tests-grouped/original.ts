import { expect, it } from "vitest";
import { parseDuration } from "./duration";

it("reads minutes", () => {
  const parsed = parseDuration("5m");
  expect(parsed.seconds).toBe(300);
});

it("reads hours", () => {
  const parsed = parseDuration("2h");
  if (parsed.seconds !== 7200) {
    throw new Error("not two hours");
  }
});

it("refuses letters", () => {
  expect(() => parseDuration("xy")).toThrow();
});

it("refuses nothing at all", () => {
  expect(() => parseDuration("")).toThrow();
});
