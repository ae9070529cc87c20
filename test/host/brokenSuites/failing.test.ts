import assert from "node:assert/strict";
import { describe, it } from "mocha";

describe("a suite with a failure", () => {
  it("passes", () => {
    assert.ok(true);
  });

  it("fails", () => {
    assert.fail("on purpose");
  });
});
