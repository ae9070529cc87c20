import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { Answers } from "../chat/answers.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { KEY, ORIGINAL, ProviderSetup } from "./providerSetup.ts";

describe("an apply with a provider", function () {
  // The first use of a language loads its grammar, on a machine that may be busy.
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const answers = new Answers();
  const setup = new ProviderSetup(reviewing);
  const { signIn, apply } = setup;

  it("asks the provider where the structural engine is not sure", async () => {
    await signIn();
    const before = setup.server.requests.length;
    const target = await apply();
    await eventually(() => {
      assert.deepEqual(reviewing.hunks(target), [" >   stop();"]);
    });
    const [request] = setup.server.requests.slice(before);
    assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
    const sent = JSON.stringify(request.body);
    assert.ok(!sent.includes(vscode.workspace.workspaceFolders?.[0]?.uri.path ?? "?"), "no path above the workspace");
    assert.ok(sent.includes("Stop after the first run."), "the prose around the sketch");
    await eventually(() => {
      assert.match(reviewing.surface.progress.text, /OpenAI .*chars\/s, .*% accepted, .*tokens/);
    });
  });

  it("tells what the provider lacks, and offers to mend it", async () => {
    answers.will(undefined);
    messages.press("Set API Key…");
    await apply();
    await eventually(() => {
      assert.match(messages.said.join(), /a\.js.* (needs an API key|no API key)/);
    });
    await eventually(() => {
      assert.match(answers.asked.join(), /API Key for OpenAI/);
    });
    assert.equal(reviewing.reviews.pending.length, 1);
  });

  it("ends at a click, and with it the connection", async () => {
    await signIn();
    setup.server.fail({ type: "stall", afterBytes: 600 });
    const target = await apply();
    await eventually(() => {
      assert.match(reviewing.surface.progress.text, /sync~spin.*Asking OpenAI .* where 1 piece goes: [\d.,]+ s/);
      assert.equal(reviewing.review(target).progress, "streaming");
    });
    await reviewing.press("stopApply");
    await eventually(() => {
      assert.equal(reviewing.reviews.findByTarget(target), undefined);
      assert.equal(setup.server.openAnswers, 0);
    });
    assert.equal(await reviewing.onDisk("a.js"), ORIGINAL);
    assert.deepEqual(messages.said, []);
  });

  it("that breaks off while it is shown leaves the file as it was, and says why", async () => {
    await signIn();
    setup.server.fail({ type: "cut", afterBytes: 600 }, { always: true });
    const target = await apply();
    try {
      await eventually(() => {
        assert.match(messages.said.join(), /a\.js.*OpenAI/s);
        assert.equal(reviewing.review(target).progress, "whole");
      }, 20_000);
    } finally {
      await setup.restartServer();
    }
    assert.equal(await reviewing.onDisk("a.js"), ORIGINAL);
  });

  it("tells why the provider failed, and changes nothing", async () => {
    await signIn("sk-wrong");
    const target = await apply();
    await eventually(() => {
      assert.match(messages.said.join(), /key/i);
    });
    assert.equal(await reviewing.onDisk("a.js"), ORIGINAL);
    assert.equal(reviewing.textOf(target), ORIGINAL);
  });
});
