import assert from "node:assert/strict";
import { describe, it } from "mocha";

describe("a suite whose extension host dies", () => {
  it("passes its first test", () => {
    assert.ok(true);
  });

  it("never ends its second", () => {
    process.kill(process.pid, "SIGKILL");
  });
});
