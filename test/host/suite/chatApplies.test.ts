import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as v from "valibot";
import * as vscode from "vscode";
import {
  messageSchema,
  type Answer,
  type BlockState,
  type Conversation,
  type Reference,
} from "../../../extension/core/chat/chatSchemas.ts";
import { BlockApplies, type ApplyAction } from "../../../extension/host/chat/blockApplies.ts";
import type { Rewriter } from "../../../extension/core/apply/rewriter.ts";
import { answering, Messages } from "./applying.ts";
import { eventually, pause, Reviewing } from "./reviewing.ts";

const CART = ["export function total(items) {", "  return items.length;", "}", "", "export const max = 3;", ""].join(
  "\n",
);
const TAX = ["export function tax(sum) {", "  return sum * 0.2;", "}", ""].join("\n");
const BOTH = ["function a() {", "  run();", "}", "", "function b() {", "  run();", "}", ""].join("\n");

const fence = (path: string, ...lines: string[]): string => ["```js " + path, ...lines, "```", ""].join("\n");

describe("blocks of a chat's answers", function () {
  this.timeout(60_000);
  const desk = new Reviewing();
  const messages = new Messages();
  let applies: BlockApplies;
  let rewriters: readonly Rewriter[];
  let count = 0;

  const begun = (): BlockApplies => {
    const { reviews, editors, progress } = desk.surface;
    return new BlockApplies({
      surroundings: {
        reviews,
        engines: {
          parsers: { load: () => Promise.resolve(undefined) },
          progress,
          configuredRewriters: () => Promise.resolve(rewriters),
        },
      },
      reviews,
      editors,
      rewriterNames: () => Promise.resolve(rewriters.map(({ id, name }) => ({ id, name }))),
    });
  };
  beforeEach(() => {
    rewriters = [];
    applies = begun();
  });
  afterEach(() => {
    applies.dispose();
  });

  /** A conversation of one question and its answer. */
  const chat = (text: string, attached: readonly Reference[] = []): { conversation: Conversation; answer: Answer } => {
    const id = `answer-${String(count++)}`;
    const answer: Answer = {
      id,
      parent: "question",
      role: "assistant",
      text,
      reasoning: "",
      model: { id: "test/model", name: "Model" },
      state: { type: "done" },
      leftOut: [],
      blocks: {},
    };
    const attachments = attached.map((reference) => ({ reference, text: "" }));
    const question = { id: "question", parent: "", role: "user" as const, text: "Change it.", attachments };
    const conversation: Conversation = {
      version: 1,
      id: "chat",
      title: "",
      changed: 0,
      messages: [question, answer],
      head: id,
    };
    return { conversation, answer };
  };
  type Chat = ReturnType<typeof chat>;

  const act = ({ conversation, answer }: Chat, index: number, action: ApplyAction, engine?: string): Promise<void> =>
    applies.act(conversation, answer, index, action, engine);
  const all = ({ conversation, answer }: Chat, action: "apply" | "accept" | "undo"): Promise<void> =>
    applies.actOnAll(conversation, answer, action);
  const states = ({ answer }: Chat): BlockState[] =>
    Object.entries(applies.records(answer))
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, { state }]) => state);
  const becomes = (about: Chat, ...wanted: BlockState[]): Promise<void> =>
    eventually(() => {
      assert.deepEqual(states(about), wanted);
    });
  /** A path below the workspace, as an answer names it. */
  const named = (name: string): string => vscode.workspace.asRelativePath(desk.uri(name), false);
  const twoHunks = (name: string): string =>
    fence(
      named(name),
      "export function total(items) {",
      "  return items.length + 1;",
      "}",
      "",
      "export const max = 4;",
    );

  describe("one of them", () => {
    it("follows its review from hunk to hunk, and back by undo in the document", async () => {
      const target = await desk.write("cart.js", CART);
      const about = chat(twoHunks("cart.js"));
      await act(about, 0, "apply");
      await becomes(about, { type: "review", decided: 0, total: 2 });
      await desk.inFront(desk.review(target));
      await desk.press("acceptHunk");
      await becomes(about, { type: "review", decided: 1, total: 2 });
      await desk.press("rejectHunk");
      await becomes(about, { type: "partly", accepted: 1, total: 2 });
      await desk.undo(target);
      await becomes(about, { type: "review", decided: 1, total: 2 });
      const { added, removed } = applies.records(about.answer)["0"] ?? {};
      assert.deepEqual({ added, removed }, { added: 2, removed: 2 });
    });

    it("says whether all of it was taken, or none", async () => {
      const target = await desk.write("cart.js", CART);
      const about = chat(twoHunks("cart.js"));
      await act(about, 0, "apply");
      await desk.inFront(desk.review(target));
      await desk.press("acceptAll");
      await becomes(about, { type: "applied", total: 2 });
      await act(about, 0, "apply");
      await becomes(about, { type: "applied", total: 2 });
      const again = chat(twoHunks("cart.js"));
      await act(again, 0, "apply");
      await becomes(again, { type: "unchanged" });
      await desk.undo(target);
      await act(about, 0, "apply");
      await becomes(about, { type: "review", decided: 0, total: 2 });
      await desk.inFront(desk.review(target));
      await desk.press("rejectAll");
      await becomes(about, { type: "rejected" });
    });

    it("keeps what became of it when another one is for the same file", async () => {
      const target = await desk.write("cart.js", CART);
      const about = chat(
        [
          fence(named("cart.js"), "export function total(items) {", "  return 1;", "}", "// ... existing code ..."),
          fence(named("cart.js"), "// ... existing code ...", "export const max = 4;"),
        ].join("\n"),
      );
      await act(about, 0, "apply");
      await desk.inFront(desk.review(target));
      await desk.press("acceptAll");
      await becomes(about, { type: "applied", total: 1 });
      await act(about, 1, "apply");
      await becomes(about, { type: "applied", total: 1 }, { type: "review", decided: 0, total: 1 });
      const review = desk.review(target);
      await review.decide("reject", review.state, review.hunks);
      await becomes(about, { type: "applied", total: 1 }, { type: "rejected" });
    });

    it("tells why it failed, and is retried with an engine of the user's choice", async () => {
      const target = await desk.write("both.js", BOTH);
      const sketch = ["// ... existing code ...", "  run();", "  stop();", "}", "// ... existing code ..."];
      const about = chat(fence(named("both.js"), ...sketch));
      await act(about, 0, "apply");
      const [state] = states(about);
      assert.equal(state?.type, "failed");
      assert.ok(messages.said.length > 0, "The failure is also said in a message.");
      rewriters = [rewriter("good", BOTH.replace("  run();", "  run();\n  stop();"))];
      await act(about, 0, "apply", "good");
      await becomes(about, { type: "review", decided: 0, total: 1 });
      assert.equal(desk.review(target).hunks.length, 1);
    });

    it("makes a new file as one hunk, and is rejected with it", async () => {
      const about = chat(fence(named("new.js"), "export const a = 1;", "", "export const b = 2;"));
      await act(about, 0, "apply");
      await becomes(about, { type: "review", decided: 0, total: 1 });
      await desk.inFront(desk.review(desk.uri("new.js")));
      await desk.press("rejectAll");
      await becomes(about, { type: "rejected" });
      await act(about, 0, "apply");
      await desk.inFront(desk.review(desk.uri("new.js")));
      await desk.press("acceptAll");
      await becomes(about, { type: "applied", total: 1 });
      assert.match(await desk.onDisk("new.js"), /a = 1/);
    });

    it("is followed again after a restart", async () => {
      const target = await desk.write("cart.js", CART);
      const about = chat(twoHunks("cart.js"));
      await act(about, 0, "apply");
      const review = desk.review(target);
      await desk.inFront(review);
      await desk.press("acceptHunk");
      await becomes(about, { type: "review", decided: 1, total: 2 });
      const answer = { ...about.answer, blocks: applies.records(about.answer) };
      const stored = { conversation: { ...about.conversation, messages: [answer] }, answer };
      const { id, kind, session } = review;
      applies.dispose();
      desk.reviews.end(review);
      applies = begun();
      await applies.view(stored.conversation, stored.answer);
      await becomes(stored, { type: "review", decided: 1, total: 2 });
      desk.reviews.restore(id, kind, target, session);
      await becomes(stored, { type: "review", decided: 1, total: 2 });
      const again = desk.review(target);
      await again.decide("reject", again.state, again.hunks);
      await becomes(stored, { type: "partly", accepted: 1, total: 2 });
    });

    it("names the file that it went to, whatever the user has chosen for the next time", async () => {
      const cart = await desk.write("cart.js", CART);
      const other = await desk.write("other.js", CART);
      const about = chat(twoHunks("cart.js"));
      const shown = async (): Promise<string | undefined> =>
        (await applies.view(about.conversation, about.answer)).blocks[0]?.path;
      await act(about, 0, "apply");
      await becomes(about, { type: "review", decided: 0, total: 2 });
      await desk.open(other);
      await answering(act(about, 0, "change-target"));
      assert.equal(await shown(), named("cart.js"));
      const review = desk.review(cart);
      await review.decide("reject", review.state, review.hunks);
      await becomes(about, { type: "rejected" });
      await act(about, 0, "open-target");
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), cart.toString());
      const record = applies.records(about.answer)["0"];
      assert.deepEqual([record?.target, record?.placed], [other.toString(), cart.toString()]);
      await act(about, 0, "apply");
      await becomes(about, { type: "review", decided: 0, total: 2 });
      assert.equal(await shown(), named("other.js"));
      assert.equal(applies.records(about.answer)["0"]?.placed, undefined);
    });

    it("is placed without opening its file, and again when editors come, not when another one is in front", async () => {
      const target = await desk.write("cart.js", CART);
      const [first, second] = [await desk.write("first.js", "1;\n"), await desk.write("second.js", "2;\n")];
      await desk.open(first);
      await desk.open(second);
      const about = chat(twoHunks("cart.js"));
      const certainty = async (): Promise<string | undefined> =>
        (await applies.view(about.conversation, about.answer)).blocks[0]?.certainty;
      await eventually(async () => {
        assert.equal(await certainty(), "certain");
      });
      assert.equal(desk.document(target), undefined);
      // What the editors that were opened before have set off is over by then.
      await pause(600);
      assert.equal(await certainty(), "certain");
      let told = 0;
      const listener = applies.onDidChange(() => told++);
      await desk.open(first);
      await pause(600);
      assert.equal(told, 0);
      await desk.open(target);
      await eventually(() => {
        assert.ok(told > 0);
      });
      listener.dispose();
    });

    it("goes to the file that went along with the question", async () => {
      await desk.write("one/cart.js", CART);
      const target = await desk.write("two/cart.js", CART);
      const about = chat(twoHunks("cart.js").replace(named("cart.js"), "cart.js"), [
        { type: "file", uri: target.toString(), path: named("two/cart.js") },
      ]);
      await act(about, 0, "apply");
      await becomes(about, { type: "review", decided: 0, total: 2 });
      assert.ok(desk.reviews.findByTarget(target));
    });

    it("is neither applied nor placed before it is known where it ends", async () => {
      await desk.write("README.md", "# Cart\n");
      const torn = ["```md " + named("README.md"), "# Cart", "", "```js", "total();", "```", ""].join("\n");
      const about = chat(torn);
      const streaming = { ...about, answer: { ...about.answer, state: { type: "streaming" as const } } };
      for (const action of ["apply", "change-target"] as const) await act(streaming, 0, action);
      await all(streaming, "apply");
      assert.deepEqual(applies.records(streaming.answer), {});
      assert.equal((await applies.view(streaming.conversation, streaming.answer)).blocks[0]?.certainty, "none");
      const stopped = { ...about, answer: { ...about.answer, state: { type: "stopped" as const } } };
      const [view] = (await applies.view(stopped.conversation, stopped.answer)).blocks;
      assert.equal(view?.certainty, "refused");
      assert.match(view.reason, /ends before this block/);
      assert.equal(desk.reviews.pending.length, 0);
    });

    it("is refused with the reason where the path leads out of the workspace", async () => {
      const about = chat(fence("../../etc/passwd", "root"));
      await act(about, 0, "apply");
      const [state] = states(about);
      assert.ok(state?.type === "failed" && state.reason.includes("outside the workspace"), JSON.stringify(state));
    });
  });

  describe("all of them", () => {
    const three = (): Chat =>
      chat(
        [
          twoHunks("cart.js"),
          fence(named("tax.js"), "export function tax(sum) {", "  return sum * 0.19;", "}"),
          fence(named("new.js"), "export const fresh = true;"),
        ].join("\n"),
      );

    it("open their reviews together, are accepted as one and undone as one", async () => {
      const cart = await desk.write("cart.js", CART);
      const tax = await desk.write("tax.js", TAX);
      const about = three();
      await all(about, "apply");
      await becomes(
        about,
        { type: "review", decided: 0, total: 2 },
        { type: "review", decided: 0, total: 1 },
        { type: "review", decided: 0, total: 1 },
      );
      await desk.inFront(desk.review(cart));
      await all(about, "accept");
      await becomes(about, { type: "applied", total: 2 }, { type: "applied", total: 1 }, { type: "applied", total: 1 });
      assert.match(desk.textOf(cart) ?? "", /length \+ 1/);
      assert.match(await desk.onDisk("new.js"), /fresh/);
      const { batch } = await applies.view(about.conversation, about.answer);
      assert.deepEqual([batch?.state, batch?.canUndo], ["accepted", true]);
      await all(about, "undo");
      assert.equal(desk.textOf(cart), CART);
      assert.equal(desk.textOf(tax), TAX);
      await assert.rejects(desk.onDisk("new.js"));
      await becomes(
        about,
        { type: "review", decided: 0, total: 2 },
        { type: "review", decided: 0, total: 1 },
        { type: "idle" },
      );
    });

    it("say where later edits prevent the undo, and lose none of them", async () => {
      const cart = await desk.write("cart.js", CART);
      await desk.write("tax.js", TAX);
      const about = three();
      await all(about, "apply");
      await all(about, "accept");
      await desk.type(cart, "items.length + 1", "items.length + 2");
      await desk.type(desk.uri("new.js"), "true", "false");
      await all(about, "undo");
      assert.equal(desk.textOf(cart), CART.replace("items.length", "items.length + 2"));
      assert.equal(desk.textOf(desk.uri("new.js"))?.trim(), "export const fresh = false;");
      assert.ok(
        messages.said.some((said) => said.includes("cart.js") && said.includes("line 2") && said.includes("new.js")),
      );
    });

    it("can be undone again where a file could not be edited", async () => {
      const cart = await desk.write("cart.js", CART);
      await desk.write("tax.js", TAX);
      const about = three();
      await all(about, "apply");
      await all(about, "accept");
      const { workspace } = vscode as { workspace: { applyEdit: typeof vscode.workspace.applyEdit } };
      const { applyEdit } = workspace;
      workspace.applyEdit = () => Promise.resolve(false);
      try {
        await all(about, "undo");
      } finally {
        workspace.applyEdit = applyEdit;
      }
      assert.ok(messages.said.some((said) => said.includes("cannot be edited now")));
      assert.equal((await applies.view(about.conversation, about.answer)).batch?.canUndo, true);
      await all(about, "undo");
      assert.equal(desk.textOf(cart), CART);
      await assert.rejects(desk.onDisk("new.js"));
      assert.equal((await applies.view(about.conversation, about.answer)).batch?.canUndo, false);
    });

    it("can be undone after a restart", async () => {
      const cart = await desk.write("cart.js", CART);
      await desk.write("tax.js", TAX);
      const about = three();
      await all(about, "apply");
      await all(about, "accept");
      const done: BlockState[] = [2, 1, 1].map((total) => ({ type: "applied", total }));
      await becomes(about, ...done);
      const kept = { ...about.answer, blocks: applies.records(about.answer) };
      const answer = v.parse(messageSchema, JSON.parse(JSON.stringify(kept)));
      assert.ok(answer.role === "assistant");
      const stored = { conversation: { ...about.conversation, messages: [answer] }, answer };
      applies.dispose();
      applies = begun();
      const { batch } = await applies.view(stored.conversation, stored.answer);
      assert.deepEqual([batch?.state, batch?.canUndo], ["accepted", true]);
      await all(stored, "undo");
      assert.equal(desk.textOf(cart), CART);
      await assert.rejects(desk.onDisk("new.js"));
      await becomes(stored, { type: "idle" }, { type: "idle" }, { type: "idle" });
      const records = Object.values(applies.records(stored.answer));
      assert.ok(records.every(({ accepted }) => accepted === undefined));
    });

    it("can be undone where the accept of one failed", async () => {
      const cart = await desk.write("cart.js", CART);
      const tax = await desk.write("tax.js", TAX);
      const about = three();
      await all(about, "apply");
      desk.review(tax).decide = () => Promise.reject(new Error("The disk is gone."));
      await all(about, "accept");
      assert.ok(messages.said.some((said) => said.includes("could not be edited") && said.includes("tax.js")));
      assert.match(desk.textOf(cart) ?? "", /length \+ 1/);
      assert.match(await desk.onDisk("new.js"), /fresh/);
      await all(about, "undo");
      assert.equal(desk.textOf(cart), CART);
      await assert.rejects(desk.onDisk("new.js"));
    });

    it("go into a file together where several are for it", async () => {
      const cart = await desk.write("cart.js", CART);
      const about = chat(
        [
          fence(
            named("cart.js"),
            "export function total(items) {",
            "  return items.length + 1;",
            "}",
            "// ... existing code ...",
          ),
          fence(named("cart.js"), "// ... existing code ...", "export const max = 4;"),
        ].join("\n"),
      );
      const { batch } = await applies.view(about.conversation, about.answer);
      assert.equal(batch?.state, "idle");
      await all(about, "apply");
      const state = { type: "review", decided: 0, total: 2 } as const;
      await becomes(about, state, state);
      assert.deepEqual(desk.hunks(cart), [
        "  return items.length; >   return items.length + 1;",
        "export const max = 3; > export const max = 4;",
      ]);
    });

    it("are as before when they are stopped while one is written yet", async () => {
      await desk.write("cart.js", CART);
      await desk.write("both.js", BOTH);
      const about = chat(
        [
          twoHunks("cart.js"),
          fence(named("both.js"), "// ... existing code ...", "  run();", "  stop();", "}", "// ... existing code ..."),
        ].join("\n"),
      );
      rewriters = [endless()];
      const applied = all(about, "apply");
      await eventually(() => {
        const [done, slow] = states(about);
        assert.ok(done?.type === "applying" && done.share > 0.9, JSON.stringify(done));
        assert.equal(slow?.type, "applying");
      });
      await act(about, 1, "stop");
      await applied;
      await becomes(about, { type: "idle" }, { type: "idle" });
      const { batch, blocks } = await applies.view(about.conversation, about.answer);
      assert.deepEqual([batch?.state, blocks[0]?.added], ["idle", undefined]);
      assert.equal(desk.reviews.pending.length, 0);
      await act(about, 0, "apply");
      await becomes(about, { type: "review", decided: 0, total: 2 }, { type: "idle" });
    });

    it("open the other reviews where one cannot be", async () => {
      const cart = await desk.write("cart.js", CART);
      await desk.write("tax.js", TAX);
      const about = three();
      const start = desk.reviews.start.bind(desk.reviews);
      desk.reviews.start = (request) =>
        request.target.toString() === cart.toString() ? Promise.reject(new Error("The disk is gone.")) : start(request);
      try {
        await all(about, "apply");
      } finally {
        desk.reviews.start = start;
      }
      await becomes(
        about,
        { type: "failed", reason: "The disk is gone." },
        { type: "review", decided: 0, total: 1 },
        { type: "review", decided: 0, total: 1 },
      );
    });

    it("are listed with the surest target first", async () => {
      await desk.write("cart.js", CART);
      const about = chat([fence(named("new.js"), "export const a = 1;"), twoHunks("cart.js")].join("\n"));
      await eventually(async () => {
        const { batch } = await applies.view(about.conversation, about.answer);
        assert.deepEqual(
          batch?.targets.map(({ path, certainty, blocks }) => [path, certainty, blocks]),
          [
            [named("cart.js"), "certain", [1]],
            [named("new.js"), "new", [0]],
          ],
        );
      });
    });
  });
});

/** An engine that answers with this text at once. */
function rewriter(id: string, text: string): Rewriter {
  return {
    id,
    name: id,
    limits: { contextTokens: 100_000, outputTokens: 100_000 },
    rewrite: async function* () {
      yield await Promise.resolve({ type: "text" as const, text });
      yield { type: "end", reason: "stop" };
    },
  };
}

/** An engine that never comes to its end. */
function endless(): Rewriter {
  return {
    id: "endless",
    name: "endless",
    limits: { contextTokens: 100_000, outputTokens: 100_000 },
    rewrite: async function* (_task, signal) {
      yield { type: "text" as const, text: "function" };
      await new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          reject(new Error("Stopped."));
        });
      });
    },
  };
}
