import { describe, expect, test } from "vitest";
import type { ModelMessage, ToolCall } from "../../../extension/core/models/model.ts";
import type { Message } from "../../../extension/core/chat/chatSchemas.ts";
import type { Planner, PlannerEvent } from "../../../extension/core/chat/planner.ts";
import { planRequest } from "../../../extension/core/chat/plannerRequest.ts";
import {
  askInRounds,
  type BegunAnswer,
  type WorkspaceReading,
  type RoundEvent,
} from "../../../extension/core/planning/askInRounds.ts";
import { OFFERED_TOOLS } from "../../../extension/core/planning/offeredTools.ts";

interface Sent {
  readonly messages: readonly ModelMessage[];
  readonly mayCall: boolean | undefined;
}

const call = (path: string, id = path): ToolCall => ({
  id,
  name: "read_file",
  arguments: JSON.stringify({ path }),
});

/** A planner that says these things, one at each request. */
function planner(
  said: readonly (string | readonly ToolCall[] | readonly [string, readonly ToolCall[]])[],
  takesTools = true,
): { readonly planner: Planner; readonly sent: readonly Sent[] } {
  const sent: Sent[] = [];
  const limits = { contextTokens: 100_000, outputTokens: 10_000 };
  return {
    sent,
    planner: {
      id: "test/planner",
      name: "planner",
      limits,
      takesTools,
      // oxlint-disable-next-line typescript/require-await -- The port wants a stream.
      async *stream(messages, _signal, offered): AsyncGenerator<PlannerEvent> {
        const now = said[sent.length] ?? "The end.";
        sent.push({ messages, mayCall: offered?.mayCall });
        if (now === "toolless") {
          yield { type: "toolless" };
          return;
        }
        const [text, calls] = typeof now === "string" ? [now, []] : typeof now[0] === "string" ? now : ["", now];
        if (text !== "") yield { type: "text", text: text as string };
        yield { type: "usage", usage: { promptTokens: 10, completionTokens: 2, cachedTokens: 4 } };
        const made = calls as readonly ToolCall[];
        yield made.length > 0 ? { type: "calls", calls: made } : { type: "end", reason: "stop" };
      },
    },
  };
}

const branch: readonly Message[] = [{ id: "q", parent: "", role: "user", text: "How?", attachments: [] }];

const reading = (own: Partial<WorkspaceReading["limits"]> = {}, read?: WorkspaceReading["read"]): WorkspaceReading => ({
  tools: OFFERED_TOOLS,
  limits: { rounds: 5, tokens: 10_000, ...own },
  read: read ?? ((_tool, written) => Promise.resolve({ state: "done", text: `1\tread ${written}` })),
});

async function run(
  asked: Planner,
  given: WorkspaceReading | undefined,
  signal = new AbortController().signal,
  broken?: BegunAnswer,
): Promise<readonly RoundEvent[]> {
  const events: RoundEvent[] = [];
  const plan: Parameters<typeof askInRounds>[1] = (begun, now) =>
    planRequest("Prompt.", branch, asked.limits, undefined, { tools: now?.tools, begun });
  for await (const event of askInRounds(asked, plan, given, signal, broken)) events.push(event);
  return events;
}

const textOf = (events: readonly RoundEvent[]): string =>
  events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");

const roundsOf = (events: readonly RoundEvent[]) =>
  events.flatMap((e) => (e.type === "rounds" ? [e.rounds] : [])).at(-1);

describe("a planner that reads", () => {
  test("gets what it has asked for, all at once, and goes on", async () => {
    const { planner: asked, sent } = planner([["I look.", [call("a.ts"), call("b.ts")]], [call("c.ts")], "Done."]);
    const events = await run(asked, reading());
    expect(textOf(events)).toBe("I look.\n\nDone.");
    expect(events.at(-1)).toEqual({ type: "end", reason: "stop" });
    expect(roundsOf(events)?.map(({ at, reads }) => [at, reads.map(({ what, state }) => `${what} ${state}`)])).toEqual([
      [7, ["a.ts done", "b.ts done"]],
      [7, ["c.ts done"]],
    ]);
    expect(sent.at(-1)?.messages.slice(2)).toEqual([
      {
        role: "assistant",
        text: "I look.",
        calls: [
          { ...call("a.ts"), id: "call00000" },
          { ...call("b.ts"), id: "call00001" },
        ],
      },
      { role: "tool", call: "call00000", text: '1\tread {"path":"a.ts"}' },
      { role: "tool", call: "call00001", text: '1\tread {"path":"b.ts"}' },
      { role: "assistant", text: "", calls: [{ ...call("c.ts"), id: "call00002" }] },
      { role: "tool", call: "call00002", text: '1\tread {"path":"c.ts"}' },
    ]);
    const usage = events.flatMap((event) => (event.type === "usage" ? [event.usage] : [])).at(-1);
    expect(usage).toEqual({ promptTokens: 30, completionTokens: 6, cachedTokens: 12 });
  });

  test("sends each request as a longer form of the one before, so that a provider can keep it", async () => {
    const { planner: asked, sent } = planner([[call("a.ts")], ["More.", [call("b.ts")]], [call("c.ts")], "Done."]);
    await run(asked, reading());
    expect(sent).toHaveLength(4);
    for (const [at, { messages }] of sent.entries()) {
      const before = sent[at - 1]?.messages ?? [];
      expect(messages.slice(0, before.length)).toEqual(before);
    }
  });

  test("goes on after a break with the very request that broke off, within what is left of its limits", async () => {
    const said = [["I look.", [call("a.ts")]], [call("b.ts")], "Done."] as const;
    const { planner: asked, sent } = planner(said);
    const all = await run(asked, reading());
    const rounds = roundsOf(all)?.slice(0, 1) ?? [];
    const { planner: again, sent: sentAgain } = planner(said.slice(1));
    const broken = { text: "I look.", rounds, usage: { promptTokens: 10, completionTokens: 2, cachedTokens: 4 } };
    const events = await run(again, reading(), undefined, broken);
    expect(sentAgain).toEqual(sent.slice(1));
    expect(broken.text + textOf(events)).toBe(textOf(all));
    expect(roundsOf(events)).toEqual(roundsOf(all));
    expect(events.findLast(({ type }) => type === "usage")).toEqual(all.findLast(({ type }) => type === "usage"));

    const limits: readonly Partial<WorkspaceReading["limits"]>[] = [{ rounds: 1 }, { tokens: 1 }];
    for (const limit of limits) {
      const { planner: over, sent: sentOver } = planner(["Done."]);
      await run(over, reading(limit), undefined, broken);
      expect(sentOver.map(({ mayCall }) => mayCall)).toEqual([false]);
    }
  });

  test("is told that the budget is used up, and may not call any more", async () => {
    const { planner: asked, sent } = planner([[call("a.ts"), call("b.ts")], "Done."]);
    const read: WorkspaceReading["read"] = () => Promise.resolve({ state: "done", text: "x".repeat(6_000) });
    const events = await run(asked, reading({ tokens: 1_000 }, read));
    const [first, second] = roundsOf(events)?.[0]?.reads ?? [];
    expect(first?.text.length).toBeLessThan(3_200);
    expect(second?.text).toMatch(/budget is used up/);
    expect(sent.map(({ mayCall }) => mayCall)).toEqual([true, false]);
  });

  test("may call for so many rounds, and is ended where it calls on", async () => {
    const { planner: asked, sent } = planner([[call("a.ts")], [call("b.ts")], [call("c.ts")], [call("d.ts")]]);
    const events = await run(asked, reading({ rounds: 2 }));
    expect(sent.map(({ mayCall }) => mayCall)).toEqual([true, true, false]);
    expect(events.at(-1)).toEqual({ type: "restless" });
  });

  test("is asked anew without tools where its provider refuses them", async () => {
    const { planner: asked, sent } = planner(["toolless", "Done."]);
    expect(textOf(await run(asked, reading()))).toBe("Done.");
    expect(sent.map(({ mayCall }) => mayCall)).toEqual([true, undefined]);
  });

  test("is not offered what it has refused before, or what the user does not want", async () => {
    const { planner: old, sent } = planner(["Done."], false);
    await run(old, reading());
    const { planner: other, sent: sentToo } = planner(["Done."]);
    await run(other, undefined);
    expect([...sent, ...sentToo].map(({ mayCall }) => mayCall)).toEqual([undefined, undefined]);
  });

  test("is told of more than 32 calls that it asks for too much", async () => {
    const many = Array.from({ length: 40 }, (_, at) => call(`f${at}.ts`));
    const { planner: asked } = planner([many, "Done."]);
    const reads = roundsOf(await run(asked, reading()))?.[0]?.reads ?? [];
    expect(reads).toHaveLength(40);
    expect(reads.filter(({ text }) => text.startsWith("At most 32"))).toHaveLength(8);
  });

  test("is stopped in the middle of a read", async () => {
    const stop = new AbortController();
    const { planner: asked } = planner([[call("a.ts")], "Done."]);
    const read: WorkspaceReading["read"] = (_tool, _written, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reject(new Error("stopped"));
        });
        stop.abort();
      });
    await expect(run(asked, reading({}, read), stop.signal)).rejects.toThrow("stopped");
  });
});
