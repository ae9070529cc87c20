import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as v from "valibot";
import type { Conversation } from "../../../../extension/core/chat/chatSchemas.ts";
import { messageSchema } from "../../../../extension/core/chat/chatSchemas.ts";
import { Messages } from "../applying.ts";
import { ApplyingBlocks, CART, TAX, fence, held, type AnsweredChat } from "../applyingBlocks.ts";
import { eventually, Reviewing } from "../reviewing.ts";

describe("what an answer of the chat has changed", function () {
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const applying = new ApplyingBlocks(reviewing);
  const { chat, act, all, becomes, named, twoHunks } = applying;

  const canRestore = async ({ conversation, answer }: AnsweredChat): Promise<boolean> =>
    (await applying.applies.view(conversation, answer)).canRestore;

  /** Two answers of one conversation. */
  const both = (earlier: string, later: string): readonly [AnsweredChat, AnsweredChat] => {
    const [a, b] = [chat(earlier), chat(later)];
    const conversation: Conversation = {
      ...a.conversation,
      messages: [...a.conversation.messages, b.answer],
      head: b.answer.id,
    };
    return [
      { conversation, answer: a.answer },
      { conversation, answer: b.answer },
    ];
  };

  /** Both as they are read from the disk after VS Code was closed. */
  const again = (one: AnsweredChat): AnsweredChat => {
    const stored = one.conversation.messages.map((message) =>
      message.role === "user" ? message : { ...message, blocks: applying.applies.records(message) },
    );
    const read = stored.map((message) => v.parse(messageSchema, JSON.parse(JSON.stringify(message))));
    const answer = read.find(({ id }) => id === one.answer.id);
    assert.ok(answer?.role === "assistant");
    return { conversation: { ...one.conversation, messages: read }, answer };
  };

  const total = (name: string, sum: string): string =>
    fence(named(name), "export function total(items) {", `  return ${sum};`, "}", "// ... existing code ...");
  const max = (name: string, value: string): string =>
    fence(named(name), "// ... existing code ...", `export const max = ${value};`);

  /** Applies the block of an answer, and accepts all of it. */
  const take = async (about: AnsweredChat, name: string): Promise<void> => {
    await act(about, 0, "apply");
    await reviewing.inFront(reviewing.review(reviewing.uri(name)));
    await reviewing.press("acceptAll");
  };

  it("comes back though its hunks were decided one by one", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(twoHunks("cart.js"));
    await act(about, 0, "apply");
    assert.equal(await canRestore(about), false);
    await reviewing.inFront(reviewing.review(target));
    await reviewing.press("acceptHunk");
    assert.equal(await canRestore(about), true);
    await reviewing.type(target, "items.length + 1;", "items.length + 1; // sum");
    await reviewing.type(target, "items.length + 1; // sum", "items.length + 1;");
    await reviewing.press("acceptHunk");
    await becomes(about, { type: "applied", total: 2 });
    await reviewing.type(target, "export const max", "// The most.\nexport const max");
    await all(about, "restore");
    assert.equal(reviewing.textOf(target), CART.replace("export const max", "// The most.\nexport const max"));
    assert.equal(await canRestore(about), false);
    assert.deepEqual(messages.said, []);
  });

  it("comes back though some was accepted while the rewrite still streamed in", async () => {
    const text = `${CART}\n${TAX}`;
    const target = await reviewing.write("cart.js", text);
    const about = chat(
      fence(
        named("cart.js"),
        "export function total(items) {",
        "  return items.size;",
        "}",
        "// ... existing code ...",
        "export function tax(sum) {",
        "  return sum * 0.19;",
        "}",
      ),
    );
    const wanted = text.replace("items.length", "items.size").replace("0.2", "0.19");
    const at = wanted.indexOf("  return sum");
    let goOn = (): void => undefined;
    const released = new Promise<void>((resolve) => (goOn = resolve));
    applying.rewriters = [held("held", wanted.slice(0, at), wanted.slice(at), released)];
    const applied = act(about, 0, "apply", "held");
    await eventually(() => {
      assert.deepEqual(reviewing.hunks(target), ["  return items.length; >   return items.size;"]);
    });
    const review = reviewing.review(target);
    assert.equal(review.progress, "streaming");
    await review.decide("accept", review.state, review.hunks);
    assert.equal(await canRestore(about), true);
    goOn();
    await applied;
    await becomes(about, { type: "review", decided: 1, total: 2 });
    await review.decide("accept", review.state, review.hunks);
    assert.equal(reviewing.textOf(target), wanted);
    await all(about, "restore");
    assert.equal(reviewing.textOf(target), text);
    assert.deepEqual(messages.said, []);
  });

  it("is nothing any more once it was undone in the editor", async () => {
    const target = await reviewing.write("cart.js", CART);
    const about = chat(twoHunks("cart.js"));
    await take(about, "cart.js");
    assert.equal(await canRestore(about), true);
    await reviewing.undo(target);
    await becomes(about, { type: "review", decided: 0, total: 2 });
    assert.equal(await canRestore(about), false);
  });

  it("goes with what later answers have changed in its files, which is named", async () => {
    const cart = await reviewing.write("cart.js", CART);
    const tax = await reviewing.write("tax.js", TAX);
    const [first, second] = both(
      total("cart.js", "items.size"),
      [
        total("cart.js", "items.size + 1"),
        fence(named("tax.js"), "export function tax(sum) {", "  return sum * 0.19;", "}"),
      ].join("\n"),
    );
    await take(first, "cart.js");
    await take(second, "cart.js");
    await act(second, 1, "apply");
    await reviewing.inFront(reviewing.review(tax));
    await reviewing.press("acceptAll");
    await all(first, "restore");
    assert.equal(reviewing.textOf(cart), CART);
    assert.match(reviewing.textOf(tax) ?? "", /0\.19/);
    assert.ok(messages.said.some((said) => said.includes("later answers") && said.includes("cart.js")));
    assert.deepEqual([await canRestore(first), await canRestore(second)], [false, true]);
  });

  it("leaves what earlier answers have changed", async () => {
    const cart = await reviewing.write("cart.js", CART);
    const [first, second] = both(total("cart.js", "items.size"), max("cart.js", "4"));
    await take(first, "cart.js");
    await take(second, "cart.js");
    await all(second, "restore");
    assert.equal(reviewing.textOf(cart), CART.replace("items.length", "items.size"));
    assert.deepEqual([await canRestore(first), await canRestore(second)], [true, false]);
  });

  it("leaves all of an earlier answer, of which a hunk was accepted later", async () => {
    const target = await reviewing.write("cart.js", `${CART}\n${TAX}`);
    const [first, second] = both(
      [
        total("cart.js", "items.size"),
        fence(named("cart.js"), "// ... existing code ...", "export const max = 4;", "// ... existing code ..."),
      ].join("\n"),
      fence(named("cart.js"), "// ... existing code ...", "export function tax(sum) {", "  return sum * 0.19;", "}"),
    );
    await act(first, 0, "apply");
    await act(first, 1, "apply");
    await act(second, 0, "apply");
    const accept = async (index: number): Promise<void> => {
      const review = reviewing.review(target);
      await review.decide("accept", review.state, review.hunks.slice(index, index + 1));
    };
    assert.equal(reviewing.hunks(target).length, 3);
    for (const index of [0, 1, 0]) await accept(index);
    await all(second, "restore");
    const kept = CART.replace("items.length", "items.size").replace("max = 3", "max = 4");
    assert.equal(reviewing.textOf(target), `${kept}\n${TAX}`);
    assert.deepEqual([await canRestore(first), await canRestore(second)], [true, false]);
  });

  it("is told apart from another answer's in the same review", async () => {
    const cart = await reviewing.write("cart.js", CART);
    const [first, second] = both(total("cart.js", "items.size"), max("cart.js", "4"));
    await act(first, 0, "apply");
    await act(second, 0, "apply");
    await reviewing.inFront(reviewing.review(cart));
    await reviewing.press("acceptAll");
    await becomes(first, { type: "applied", total: 1 });
    await all(second, "restore");
    assert.equal(reviewing.textOf(cart), CART.replace("items.length", "items.size"));
  });

  it("comes back after a restart, with later answers' and without what was typed there", async () => {
    const cart = await reviewing.write("cart.js", CART);
    const [first, second] = both(total("cart.js", "items.size"), max("cart.js", "4"));
    await take(first, "cart.js");
    await take(second, "cart.js");
    await becomes(second, { type: "applied", total: 1 });
    const stored = again(first);
    applying.applies.dispose();
    reviewing.reviews.end(reviewing.review(cart));
    applying.restart();
    assert.equal(await canRestore(stored), true);
    await reviewing.type(cart, "max = 4", "max = 5");
    await all(stored, "restore");
    assert.equal(reviewing.textOf(cart), CART.replace("max = 3", "max = 5"));
    assert.ok(messages.said.some((said) => said.includes("cart.js") && said.includes("line 5")));
    await becomes(stored, { type: "idle" });
  });

  it("says where it is too large to outlive the window", async () => {
    const long = `${"// A line that is not short.\n".repeat(12_000)}${CART}`;
    const target = await reviewing.write("cart.js", long);
    const about = chat(total("cart.js", "items.size"));
    await take(about, "cart.js");
    assert.ok(messages.said.some((said) => said.includes("too large")));
    assert.ok(Object.values(applying.applies.records(about.answer)).every(({ accepted }) => accepted === undefined));
    await all(about, "restore");
    assert.equal(reviewing.textOf(target), long);
  });
});
