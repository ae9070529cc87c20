import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Messages } from "../applying.ts";
import { Reviewing } from "../reviewing.ts";
import { Chatting } from "./chatting.ts";
import { call, ReadingPlanner } from "./readingPlanner.ts";

describe("what a planner learns from language servers and git", function () {
  this.timeout(60_000);
  const user = new Reviewing();
  const messages = new Messages();
  const chats = new Chatting(user);
  const { open, read } = new ReadingPlanner(messages, chats);

  it("tells symbols, problems and what git knows", async () => {
    const { server, page } = await open();
    const reads = await read(
      page,
      server,
      call("symbols", { path: "reads/src/cart.ts" }),
      call("definition", { path: "reads/src/shop.ts", line: 3, symbol: "Cart" }),
      call("references", { path: "reads/src/cart.ts", line: 1, symbol: "nowhere" }),
      call("problems", {}),
      call("git_diff", {}),
      call("recent_changes", {}),
    );
    assert.deepEqual(
      reads.map(({ state }) => state),
      ["done", "done", "refused", "done", "done", "done"],
    );
    assert.match(reads[2]?.text ?? "", /does not have this symbol/);
  });
});
