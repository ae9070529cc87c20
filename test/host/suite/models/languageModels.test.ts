import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { ModelEvent } from "../../../../extension/core/models/model.ts";
import { failureOf, languageModel } from "../../../../extension/host/providers/languageModels.ts";
import type { Patience } from "../../../../extension/host/providers/patience.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { ProviderSetup } from "./providerSetup.ts";

describe("a model of VS Code", function () {
  // The first use of a language loads its grammar, on a machine that may be busy.
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const { set, apply } = new ProviderSetup(reviewing);

  const eventsOf = async (
    respond: () => Thenable<vscode.LanguageModelChatResponse>,
    patience?: Patience,
  ): Promise<ModelEvent[]> => {
    const model = {
      name: "Some Model",
      maxInputTokens: 8000,
      sendRequest: respond,
    } as unknown as vscode.LanguageModelChat;
    const events: ModelEvent[] = [];
    const request = { messages: [{ role: "user", text: "x" } as const], prediction: "", maxTokens: 100 };
    const asked = languageModel(model, patience);
    for await (const event of asked.stream(request, new AbortController().signal)) events.push(event);
    return events;
  };
  async function* words(): AsyncGenerator<string> {
    yield await Promise.resolve("one ");
    yield "two";
  }

  it("streams", async () => {
    assert.deepEqual(await eventsOf(() => Promise.resolve({ text: words(), stream: words() })), [
      { type: "text", text: "one " },
      { type: "text", text: "two" },
      { type: "end", reason: "stop" },
    ]);
  });

  it("fails with a reason", async () => {
    const types = [
      vscode.LanguageModelError.NoPermissions("x"),
      vscode.LanguageModelError.Blocked("x"),
      vscode.LanguageModelError.NotFound("x"),
      new Error("x"),
    ].map((error) => failureOf(error, "Some Model").type);
    assert.deepEqual(types, ["bad-key", "rate-limited", "not-found", "bad-answer"]);
    const [failed] = await eventsOf(() => Promise.reject(vscode.LanguageModelError.Blocked("limit")));
    assert.equal(failed?.type, "failed");
  });

  it("that hangs and does not heed the cancellation is given up", async () => {
    const hangs = new Promise<never>(() => undefined);
    const types: string[] = [];
    async function* halfway(): AsyncGenerator<string> {
      yield "one ";
      await hangs;
    }
    for (const respond of [() => hangs, () => Promise.resolve({ text: halfway(), stream: halfway() })]) {
      for (const event of await eventsOf(respond, { firstByteMs: 50, idleMs: 50 })) {
        types.push(event.type === "failed" ? `${event.type} ${event.failure.type}` : event.type);
      }
    }
    assert.deepEqual(types, ["failed timeout", "text", "failed timeout"]);
  });

  it("that is gone is told at the apply", async () => {
    await set("provider", "vscode");
    await apply();
    await eventually(() => {
      assert.match(messages.said.join(), /no language model/);
    });
  });
});
