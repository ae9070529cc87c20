import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { EditResult } from "../../../../extension/core/tools/editResult.ts";
import type { ModelEvent } from "../../../../extension/core/models/model.ts";
import type { Rewriter } from "../../../../extension/core/models/rewriter.ts";
import { AgentTurns } from "../../../../extension/host/tools/agentTurns.ts";
import { wholeOrStopped } from "../../../../extension/host/tools/rewriteInReview.ts";
import { ReportedEdits } from "../../../../extension/host/tools/reportedEdits.ts";
import { ToolEdits } from "../../../../extension/host/tools/toolEdits.ts";
import { AgentCalls } from "./agentCalls.ts";
import { Messages } from "../applying.ts";
import { eventually, Reviewing, whole } from "../reviewing.ts";

/** Where the engine that needs no model is not sure, so that the rewriter is asked. */
const TEXT = "function a() {\n  run();\n}\n\nfunction b() {\n  run();\n}\n\nfunction c() {\n  rest();\n}\n";
const DOUBTFUL = "<<<<<<< SEARCH\n  run();\n=======\n  walk();\n>>>>>>> REPLACE\n";
/** Other work in the place of the first, and the same once more at the end: the sketch still fits two places. */
const JOGGED = TEXT.replace("run();", "jog();").replace("rest();", "run();");
const walking = (text: string): string => text.replace("run();", "walk();");

/** Something that is waited for until it is let go. */
function held(): { readonly wait: Promise<void>; readonly release: () => void } {
  let release: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { wait, release };
}

type Rewriting = (original: string, signal: AbortSignal) => AsyncIterable<ModelEvent>;

async function* writes(text: string): AsyncGenerator<ModelEvent> {
  yield await Promise.resolve({ type: "text" as const, text });
  yield { type: "end", reason: "stop" };
}

describe("while an agent's edit is on its way", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const agent = new AgentCalls(user);
  /** What the model does, one for each time it is asked. */
  let answers: Rewriting[] = [];
  let asked = 0;
  let close = (): void => undefined;
  let toolEdits: ToolEdits;

  const model: Rewriter = {
    id: "model",
    name: "model",
    limits: { contextTokens: 100_000, outputTokens: 100_000 },
    rewrite: ({ original }, signal) => {
      const answer = answers[asked++];
      assert.ok(answer !== undefined, "It is asked no more.");
      return answer(original, signal);
    },
  };
  const memory = { get: () => undefined, update: () => Promise.resolve() };

  beforeEach(() => {
    answers = [];
    asked = 0;
    const { reviews, editors, progress } = user.surface;
    const turns = new AgentTurns(reviews);
    const reported = new ReportedEdits(reviews, memory, Promise.resolve());
    const parsers = { load: () => Promise.resolve(undefined) };
    const engines = { parsers, progress, configuredRewriters: () => Promise.resolve([model]) };
    toolEdits = new ToolEdits({ surroundings: { reviews, engines }, surface: { reviews, editors }, turns, reported });
    close = () => {
      for (const part of [toolEdits, turns, reported]) part.dispose();
    };
  });
  afterEach(() => {
    close();
  });

  const edit = (name: string, code_edit: string, signal = new AbortController().signal): Promise<EditResult> => {
    const call = { target_file: name, instructions: "I change it.", code_edit };
    const request = { target: user.uri(name), arguments: call, agent: "tester", session: "s", patienceSeconds: 60 };
    return toolEdits.edit(request, () => undefined, signal);
  };
  const asksTheUser = (): Promise<void> =>
    eventually(() => {
      assert.match(messages.said.join(), /tester wants to edit/);
    });

  /** An edit that the setting allows to be accepted at once; the user types while the model is asked for the first time. */
  async function typedMeanwhile(
    found: string,
    instead: string,
    second: Rewriting,
  ): Promise<{ readonly editing: Promise<EditResult>; readonly typed: string }> {
    const gate = held();
    answers = [
      async function* (original) {
        await gate.wait;
        yield* writes(walking(original));
      },
      second,
    ];
    const target = await user.write("a.js", TEXT);
    await user.open(target);
    const editing = edit("a.js", DOUBTFUL);
    await eventually(() => {
      assert.equal(asked, 1);
    });
    await user.type(target, found, instead);
    gate.release();
    return { editing, typed: TEXT.replace(found, instead) };
  }
  const auto = (run: () => Promise<void>): Promise<void> => user.withSettings({ "fastApply.tool.review": "auto" }, run);

  it("and nothing else happens, a proven one is accepted by the setting auto", async () => {
    await auto(async () => {
      answers = [(original) => writes(walking(original))];
      const target = await user.write("a.js", TEXT);
      const result = await edit("a.js", DOUBTFUL);
      assert.deepEqual([result.outcome, result.engine, result.remarks], ["applied", "model", []]);
      assert.equal(user.textOf(target), walking(TEXT));
    });
  });

  it("a change of the file that is merged with it leaves it to the user, whatever the setting says", async () => {
    await auto(async () => {
      const { editing, typed } = await typedMeanwhile("rest();", "sleep();", () => writes(""));
      const target = user.uri("a.js");
      await asksTheUser();
      assert.equal(user.textOf(target), typed);
      await agent.decide(target, "accept");
      assert.equal((await editing).outcome, "applied");
      assert.equal(user.textOf(target), walking(typed));
      assert.equal(asked, 1);
    });
  });

  it("a change of the same lines has it computed anew, and what counts is the proof of that", async () => {
    await auto(async () => {
      const unproven = (text: string): string => walking(text).replace("function c", "function d");
      const { editing, typed } = await typedMeanwhile(TEXT, JOGGED, (original) => writes(unproven(original)));
      const target = user.uri("a.js");
      await asksTheUser();
      assert.equal(user.textOf(target), typed);
      while (user.reviews.findByTarget(target)?.isPending === true) await agent.decide(target, "reject", 0);
      const result = await editing;
      assert.deepEqual([result.outcome, result.engine, asked], ["rejected", "model", 2]);
      assert.ok(result.remarks.length > 0, "It tells what speaks against it.");
    });
  });

  it("and comes in before the user's eyes, the call can be cancelled, which says what is so", async () => {
    const cancel = new AbortController();
    const gate = held();
    answers = [
      async function* (original) {
        await gate.wait;
        yield* writes(walking(original));
      },
      async function* (original, signal) {
        yield { type: "text", text: original.slice(0, 20) };
        await new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            reject(new Error("Stopped."));
          });
        });
      },
    ];
    const target = await user.write("a.js", TEXT);
    await user.open(target);
    const editing = edit("a.js", DOUBTFUL, cancel.signal);
    await eventually(() => {
      assert.equal(asked, 1);
    });
    await user.type(target, TEXT, JOGGED);
    gate.release();
    await eventually(() => {
      assert.equal(user.review(target).progress, "streaming");
    });
    cancel.abort();
    const result = await editing;
    assert.equal(result.outcome, "failed");
    assert.match(result.message, /^The call was cancelled\. Nothing of it is in the file but what the user accepted/);
    assert.equal(user.reviews.findByTarget(target), undefined);
  });

  it("nobody else's rewrite is stopped with it, or waited for", async () => {
    const target = await user.write("a.js", TEXT);
    const gate = held();
    await user.start(target, async function* (original) {
      await gate.wait;
      yield* whole(walking(original));
    });
    const review = user.review(target);
    await wholeOrStopped(review, () => false, AbortSignal.abort());
    assert.equal(review.progress, "streaming");
    gate.release();
    await wholeOrStopped(review, () => false, new AbortController().signal);
    assert.deepEqual(user.hunks(target), ["  run(); >   walk();"]);
  });
});
