import { describe, it } from "mocha";

describe("a suite that hangs", () => {
  it("waits for what never comes", async function () {
    this.timeout(0);
    console.log("The suite hangs.");
    await new Promise(() => undefined);
  });
});
