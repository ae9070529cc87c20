import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { failureLine } from "../counts.ts";

describe("the line of a failure", () => {
  const check = (run: () => void, expected: string): void => {
    let thrown: unknown;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    assert.ok(thrown instanceof Error);
    assert.equal(failureLine("place", thrown), expected);
  };

  test("has the first line of what went wrong", () => {
    check(() => {
      throw new Error("No lens.\nIt was waited for.");
    }, "place: No lens.");
    check(() => {
      throw new Error("");
    }, "place");
    assert.equal(failureLine("place", undefined), "place");
  });

  test("has what was compared, cut off where it is long", () => {
    check(() => {
      assert.equal("none", "one");
    }, "place: Expected values to be strictly equal: 'none' !== 'one'");
    const long = "x".repeat(2000);
    assert.ok(failureLine("place", new Error(`Not equal:\n${long}`)).length < 1000);
  });
});
