import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import type { BlockView } from "../../../../extension/core/chat/chatProtocol.ts";
import type { Answer } from "../../../../extension/core/chat/chatSchemas.ts";
import type { Fault } from "../../../servers/faults.ts";
import { Messages } from "../applying.ts";
import { ApplyingBlocks, CART, TAX, fence } from "../applyingBlocks.ts";
import { eventually, Reviewing } from "../reviewing.ts";
import { Chatting, type TestPage } from "./chatting.ts";
import { edit, LENGTH_EDIT, MAX_EDIT, Placing, RATE_EDIT } from "./placing.ts";

describe("the edits of a chat's answer that is unfinished", function () {
  this.timeout(60_000);
  const reviewing = new Reviewing();
  const messages = new Messages();
  const applying = new ApplyingBlocks(reviewing);
  const { chat, act, all, becomes, named } = applying;
  const { views, arePlaced, upTo, grows, torn, nobodyIsAsked } = new Placing(applying);

  describe("where the answer breaks off", () => {
    const states: readonly Answer["state"][] = [{ type: "stopped" }, { type: "failed", message: "Gone." }];
    for (const state of states) {
      it(`(${state.type}), those that are whole are applied, and the other one is named`, async () => {
        const asked = nobodyIsAsked();
        const target = await reviewing.write("cart.js", CART);
        const about = upTo(chat(""), torn("cart.js", LENGTH_EDIT, MAX_EDIT), state);
        grows(about);
        await arePlaced(about, 2);
        await eventually(async () => {
          const [view] = await views(about);
          assert.equal(view?.certainty, "certain");
          assert.match(view.note ?? "", /inside edit 2/);
        });
        await act(about, 0, "apply");
        await becomes(about, { type: "review", decided: 0, total: 1 });
        assert.deepEqual(reviewing.hunks(target), ["  return items.length; >   return items.length + 1;"]);
        assert.deepEqual(asked, []);
      });
    }

    it("inside the first one, nothing is applied", async () => {
      await reviewing.write("cart.js", CART);
      const about = upTo(chat(""), torn("cart.js", LENGTH_EDIT), { type: "stopped" });
      grows(about);
      await act(about, 0, "apply");
      const [state] = applying.states(about);
      assert.ok(state?.type === "failed" && state.reason.includes("ends before this block"), JSON.stringify(state));
      assert.equal(reviewing.reviews.pending.length, 0);
    });

    it("all of them are applied together", async () => {
      const cart = await reviewing.write("cart.js", CART);
      const tax = await reviewing.write("tax.js", TAX);
      const text = `${fence(named("tax.js"), RATE_EDIT)}\n${torn("cart.js", LENGTH_EDIT, MAX_EDIT)}`;
      const about = upTo(chat(""), text, { type: "failed", message: "Gone." });
      grows(about);
      await all(about, "apply");
      await becomes(about, { type: "review", decided: 0, total: 1 }, { type: "review", decided: 0, total: 1 });
      assert.deepEqual(reviewing.hunks(tax), ["  return sum * 0.2; >   return sum * 0.19;"]);
      assert.deepEqual(reviewing.hunks(cart), ["  return items.length; >   return items.length + 1;"]);
    });
  });

  describe("that a model streams", () => {
    const chats = new Chatting(reviewing);
    const blocksOf = (page: TestPage): readonly BlockView[] => page.state.conversation?.messages.at(-1)?.blocks ?? [];
    const placesOn = (page: TestPage): readonly (number | undefined)[] =>
      (blocksOf(page)[0]?.edits ?? []).map(({ at }) => at);
    /** The second edit takes most of it. */
    const answer = (): string => {
      const lines = Array.from({ length: 300 }, (_, at) => `// ${String(at)}`);
      const long = edit("export const max = 3;", [...lines, "export const max = 4;"].join("\n"));
      return `So:\n\n${fence(named("cart.js"), LENGTH_EDIT, long)}\nDone.`;
    };
    const asks = async (fault: Fault): Promise<TestPage> => {
      const server = await chats.serve({ answer: answer() });
      server.fail(fault);
      const { page } = await chats.open();
      page.post({ type: "send", text: "Change it.", references: [] });
      await eventually(() => {
        assert.deepEqual(placesOn(page), [2]);
      }, 30_000);
      return page;
    };
    const applies = async (page: TestPage, target: vscode.Uri): Promise<void> => {
      await eventually(() => {
        assert.match(blocksOf(page)[0]?.note ?? "", /inside edit 2/);
      });
      page.post({ type: "block", id: page.answer.id, index: 0, action: "apply" });
      await eventually(() => {
        assert.deepEqual(reviewing.hunks(target), ["  return items.length; >   return items.length + 1;"]);
      });
    };

    it("reach the page while it goes on, and can be applied when it is stopped", async () => {
      const target = await reviewing.write("cart.js", CART);
      const page = await asks({ type: "stall", afterBytes: 60_000 });
      assert.equal(page.answer.state.type, "streaming");
      assert.deepEqual([blocksOf(page)[0]?.path, blocksOf(page)[0]?.added], [named("cart.js"), 1]);
      page.post({ type: "block", id: page.answer.id, index: 0, action: "apply" });
      await eventually(() => {
        assert.ok(messages.said.some((said) => said.includes("still being written")));
      });
      assert.equal(reviewing.reviews.pending.length, 0);
      page.post({ type: "stop" });
      await page.answered("stopped");
      await applies(page, target);
    });

    it("can be applied when the connection breaks", async () => {
      const target = await reviewing.write("cart.js", CART);
      const page = await asks({ type: "cut", afterBytes: 60_000 });
      await page.answered("failed");
      await applies(page, target);
    });
  });
});
