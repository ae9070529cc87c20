import assert from "node:assert/strict";
import { describe, it } from "mocha";

let tries = 0;

describe("a suite with a test that fails once", () => {
  it("passes at its second try", () => {
    tries += 1;
    assert.equal(tries, 2);
  });
});
