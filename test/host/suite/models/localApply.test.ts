import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Rewriter, RewriteTask } from "../../../../extension/core/models/rewriter.ts";
import type { BlockState } from "../../../../extension/core/chat/chatSchemas.ts";
import type { Planner } from "../../../../extension/core/chat/planner.ts";
import { localLimits } from "../../../../extension/local/localLimits.ts";
import { projectRoot } from "../../../models/modelCache.ts";
import { modelThatWrites } from "../../../models/modelThatWrites.ts";
import { randomModel } from "../../../models/randomModel.ts";
import { Messages } from "../applying.ts";
import { ApplyingBlocks, BOTH, CART, fence } from "../applyingBlocks.ts";
import { Chatting, type TestPage } from "../chat/chatting.ts";
import { eventually, Reviewing } from "../reviewing.ts";

const TESTS_HAVE_MS = 120_000;
const QUESTION = "Change it.";
const values = (count: number): string =>
  Array.from({ length: count }, (_, line) => `export const value${line} = ${line} * 2; // ${"-".repeat(count)}\n`).join(
    "",
  );
const FILE = BOTH + values(12);
/** So long that a model which writes nonsense is stopped before it comes to its end. */
const LONG = BOTH + values(55);
const EXPECTED = FILE.replace("  run();", "  run();\n  stop();");
/** Fits both functions of the file. */
const UNSURE = ["// ... existing code ...", "  run();", "  stop();", "}", "// ... existing code ..."];

describe("a model on this machine and the blocks of a chat", function () {
  this.timeout(TESTS_HAVE_MS);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const applying = new ApplyingBlocks(reviewing);
  const chats = new Chatting(reviewing);
  /** Writes the expected text for `both.js`. */
  let scripted: string;
  /** Never ends by itself. */
  let endless: string;

  const set = (name: string, value: unknown): Thenable<void> =>
    vscode.workspace.getConfiguration("fastApply").update(name, value, vscode.ConfigurationTarget.Global);
  const use = async (model: string): Promise<void> => {
    await set("provider", "local");
    await set("local.model", model);
  };
  const health = async () => (await reviewing.surface.local.engine()).health();
  const loaded = (model: string): Promise<void> =>
    eventually(async () => {
      const found = await health();
      assert.equal(found.type === "running" ? found.model : undefined, model);
    }, 30_000);
  const block = (name = "both.js"): string => fence(applying.named(name), ...UNSURE);
  const expected = (target: vscode.Uri): void => {
    assert.equal(reviewing.review(target).state.proposal.join("\n"), EXPECTED);
    assert.equal(reviewing.textOf(target), FILE);
  };

  before(async () => {
    endless = await randomModel({ shape: "tiny", quantization: "Q8_0", seed: 1 });
  });
  afterEach(async () => {
    for (const name of ["local.model", "provider"]) await set(name, undefined);
    await (await reviewing.surface.local.engine()).stop();
  });

  /** The file, and the model for what a rewriter is asked when the block is applied. */
  async function writeFile(): Promise<vscode.Uri> {
    const target = await reviewing.write("both.js", FILE);
    const tasks: RewriteTask[] = [];
    applying.rewriters = [recording(tasks)];
    await applying.act(applying.chat(block()), 0, "apply");
    const [task] = tasks;
    assert.ok(task !== undefined, "The structural engine is not sure.");
    assert.equal(task.instruction, QUESTION);
    // What it may mean is not to be decided here.
    for (const review of reviewing.reviews.pending) reviewing.reviews.end(review);
    // Its place in the prompt is all that counts, and folders of tests have names of one length.
    scripted = await modelThatWrites(join(projectRoot, "dist/local/engine.js"), task, EXPECTED);
    return target;
  }

  /** Asks, and gets an answer that goes on until `finish` is called. */
  async function asking(text: string): Promise<{ readonly page: TestPage; readonly finish: () => void }> {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const planner: Planner = {
      id: "test/slow",
      name: "slow",
      limits: { contextTokens: 100_000, outputTokens: 100_000 },
      takesTools: false,
      async *stream() {
        yield { type: "text", text };
        await finished;
        yield { type: "end", reason: "stop" };
      },
    };
    const { page } = await chats.open(chats.root, chats.memory, {
      chosen: () => Promise.resolve(planner.id),
      planner: () => Promise.resolve(planner),
    });
    page.post({ type: "send", text: QUESTION, references: [] });
    await eventually(() => {
      assert.equal(page.answer.text, text);
    });
    return { page, finish };
  }

  const stateOf = (page: TestPage): BlockState | undefined =>
    page.state.conversation?.messages.at(-1)?.blocks[0]?.state;
  const becomes = (page: TestPage, type: BlockState["type"]): Promise<void> =>
    eventually(() => {
      assert.equal(stateOf(page)?.type, type, JSON.stringify(stateOf(page)));
    }, 30_000);
  /** Clicks *Apply*, once there is one. */
  async function apply(page: TestPage, engine?: string): Promise<void> {
    await eventually(() => {
      assert.equal(page.state.conversation?.messages.at(-1)?.blocks[0]?.certainty, "certain");
    });
    page.post({
      type: "block",
      id: page.answer.id,
      index: 0,
      action: "apply",
      ...(engine === undefined ? {} : { engine }),
    });
  }
  async function applied(name: string, engine?: string): Promise<TestPage> {
    const { page, finish } = await asking(block(name));
    finish();
    await page.answered();
    await apply(page, engine);
    return page;
  }
  /** Has a model at work that does not come to its end. */
  async function writingLong(): Promise<{ readonly page: TestPage; readonly long: vscode.Uri }> {
    const long = await reviewing.write("long.js", LONG);
    await use(endless);
    // Asked to write: what it finds likely would decide the piece.
    const page = await applied("long.js", "local");
    await eventually(() => {
      const state = stateOf(page);
      const isWriting = state?.type === "applying" && state.engine === nameOf(endless) && state.asks === undefined;
      assert.ok(isWriting && state.charsPerSecond !== undefined, JSON.stringify(state));
    }, 30_000);
    await loaded(endless);
    return { page, long };
  }
  /** Another model writes what is expected. */
  async function worksAgain(target: vscode.Uri): Promise<void> {
    await use(scripted);
    await becomes(await applied("both.js"), "review");
    expected(target);
  }

  it("go the whole way to a review, and the model reads while the answer still streams in", async () => {
    const target = await writeFile();
    await use(scripted);
    const { page, finish } = await asking(`${block()}\nAnd that is\n`);
    await loaded(scripted);
    assert.equal(page.answer.state.type, "streaming");
    assert.equal(reviewing.reviews.pending.length, 0);
    finish();
    await page.answered();
    await apply(page);
    await becomes(page, "review");
    expected(target);
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptAll");
    await becomes(page, "applied");
    assert.equal(reviewing.textOf(target), EXPECTED);
  });

  it("meet when the pointer comes to Apply, where the engine is not sure", async () => {
    await writeFile();
    await use(scripted);
    const about = applying.chat(block());
    const { blocks } = (await chats.open()).liveChat.parts;
    const sure = applying.chat(applying.twoHunks("cart.js"));
    await reviewing.write("cart.js", CART);
    await blocks.expects(sure.conversation, sure.answer, 0);
    assert.equal((await health()).type, "stopped");
    await blocks.expects(about.conversation, about.answer, 0);
    await loaded(scripted);
    assert.equal(reviewing.reviews.pending.length, 0);
    assert.deepEqual(messages.said.slice(1), []);
  });

  it("part when the user stops, and the file is as it was", async () => {
    const target = await writeFile();
    const { page, long } = await writingLong();
    page.post({ type: "block", id: page.answer.id, index: 0, action: "stop" });
    await becomes(page, "idle");
    assert.equal(reviewing.textOf(long), LONG);
    assert.equal(reviewing.reviews.pending.length, 0);
    await worksAgain(target);
  });

  it("part when the engine is killed: the reason is told, the file is as it was, and the next apply works", async () => {
    const target = await writeFile();
    const { page, long } = await writingLong();
    const found = await health();
    assert.ok(found.type === "running");
    process.kill(found.pid, "SIGKILL");
    await becomes(page, "review");
    assert.match(messages.said.join(), /broke down.*The file is as it was/);
    reviewing.reviews.end(reviewing.review(long));
    assert.equal(reviewing.textOf(long), LONG);
    assert.equal(await reviewing.onDisk("long.js"), LONG);
    await worksAgain(target);
  });

  describe("before an apply", () => {
    it("what is read is what the apply asks for, and ends when it begins", async () => {
      await reviewing.write("both.js", FILE);
      const [prepared, asked]: [RewriteTask[], RewriteTask[]] = [[], []];
      let isEnded = false;
      applying.rewriters = [
        {
          ...recording(asked),
          prepare: (task, signal) => {
            prepared.push(task);
            return new Promise((_, reject) => {
              signal.addEventListener("abort", () => {
                isEnded = true;
                reject(new Error("Stopped."));
              });
            });
          },
        },
      ];
      const about = applying.chat(block());
      const expects = applying.applies.expects(about.conversation, about.answer, 0);
      await eventually(() => {
        assert.equal(prepared.length, 1);
      });
      await applying.act(about, 0, "apply");
      await expects;
      assert.ok(isEnded);
      assert.deepEqual(asked, prepared);
    });

    it("a block that comes is read as far as it is there, and again at its end", async () => {
      await reviewing.write("both.js", FILE);
      const prepared: string[] = [];
      applying.rewriters = [
        { ...recording([]), prepare: ({ sketch }) => Promise.resolve(void prepared.push(sketch.trimEnd())) },
      ];
      const { conversation, answer } = applying.chat(block());
      const [opening = ""] = block().split("\n");
      const [come, whole] = [UNSURE.slice(0, 3).join("\n"), UNSURE.join("\n")];
      const text = `${opening}\n${come}\nhalf a li`;
      applying.applies.grows(conversation, { ...answer, text, state: { type: "streaming" } });
      await eventually(() => {
        assert.deepEqual(prepared, [come]);
      });
      applying.applies.grows(conversation, answer);
      await eventually(() => {
        assert.deepEqual(prepared, [come, whole]);
      });
    });

    it("nothing is opened where the first to be asked reads nothing ahead", async () => {
      const target = await reviewing.write("both.js", FILE);
      const tasks: RewriteTask[] = [];
      applying.rewriters = [
        recording(tasks),
        { ...recording(tasks), prepare: (task) => Promise.resolve(void tasks.push(task)) },
      ];
      const about = applying.chat(block());
      await applying.applies.expects(about.conversation, about.answer, 0);
      assert.equal(reviewing.document(target), undefined);
      assert.deepEqual(tasks, []);
    });
  });
});

/** A rewriter with the limits of the local engine. */
function recording(tasks: RewriteTask[]): Rewriter {
  return { id: "recording", name: "recording", limits: localLimits, rewrite: failingAfter(tasks) };
}

/** Keeps its task, and fails. */
function failingAfter(tasks: RewriteTask[]): Rewriter["rewrite"] {
  return async function* (task) {
    tasks.push(task);
    yield await Promise.resolve({ type: "failed", failure: { type: "rejected", message: "It only listens." } });
  };
}

/** How a model file is named to the user. */
function nameOf(path: string): string {
  return basename(path, ".gguf");
}
