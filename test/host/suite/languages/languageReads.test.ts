import assert from "node:assert/strict";
import { before, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { SaidCall } from "../../../servers/answer.ts";
import { Messages } from "../applying.ts";
import { Chatting, type TestPage } from "../chat/chatting.ts";
import { call, ReadingPlanner } from "../chat/readingPlanner.ts";
import { eventually, Reviewing } from "../reviewing.ts";

/** With VS Code's own language server for TypeScript, which reads the whole project. */
describe("what a planner learns from a language server", function () {
  this.timeout(120_000);
  const user = new Reviewing();
  const messages = new Messages();
  const chats = new Chatting(user);
  const reading = new ReadingPlanner(messages, chats, true);
  let page: TestPage;
  let server: Awaited<ReturnType<typeof reading.open>>["server"];
  let wrong: vscode.Uri;

  before(async () => {
    const config = { compilerOptions: { strict: true, module: "preserve", types: [] }, include: ["src"] };
    await reading.write("tsconfig.json", JSON.stringify(config));
    await reading.write("src/fine.ts", 'import { cart } from "./shop";\n\nexport const sum: number = cart.total();\n');
    await reading.write("src/within.ts", 'import { cart } from "./shop";\n\nexport const mycart = cart;\n');
    wrong = await reading.write("src/wrong.ts", 'export const sum: number = "none";\n');
  });

  beforeEach(async () => {
    await vscode.window.showTextDocument(wrong, { preview: false });
    ({ server, page } = await reading.open());
  });

  const reported = async (asked: SaidCall): Promise<string> => {
    const [read] = await reading.read(page, server, asked);
    assert.equal(read?.state, "done", read?.text);
    return read.text;
  };
  /** The server takes its time to read the project. */
  const tells = (asked: SaidCall, expected: string): Promise<void> =>
    eventually(async () => {
      assert.equal(await reported(asked), expected);
    }, 30_000);

  it("are the symbols of a file and of the workspace", async () => {
    await tells(call("symbols", { path: "reads/src/cart.ts" }), "class Cart  lines 1-5\n  method total  lines 2-4");
    await tells(call("symbols", { query: "part35" }), "function part35()  reads/src/part35.ts:1");
  });

  it("is where a symbol is defined and used, in files that nobody has opened", async () => {
    await tells(
      call("definition", { path: "reads/src/fine.ts", line: 3, symbol: "total" }),
      "reads/src/cart.ts:2: total(): number {",
    );
    // The name is a part of another one before.
    await tells(
      call("definition", { path: "reads/src/within.ts", line: 3, symbol: "cart" }),
      "reads/src/shop.ts:3: export const cart = new Cart();",
    );
    await tells(
      call("references", { path: "reads/src/cart.ts", line: 1, symbol: "Cart" }),
      [
        "reads/src/cart.ts:1: export class Cart {",
        'reads/src/shop.ts:1: import { Cart } from "./cart";',
        "reads/src/shop.ts:3: export const cart = new Cart();",
      ].join("\n"),
    );
    const [nowhere] = await reading.read(
      page,
      server,
      call("references", { path: "reads/src/cart.ts", line: 1, symbol: "nowhere" }),
    );
    assert.equal(nowhere?.state, "refused");
    assert.match(nowhere.text, /does not have this symbol/);
  });

  it("are its problems", async () => {
    await eventually(async () => {
      assert.match(
        await reported(call("problems", { path: "reads/src/wrong.ts" })),
        /1\b.*error.*Type 'string' is not assignable to type 'number'\./,
      );
    }, 30_000);
    assert.doesNotMatch(await reported(call("problems", { path: "reads/src/fine.ts" })), /error/);
    assert.match(await reported(call("problems", { path: "reads/src" })), /wrong\.ts:1: error/);
  });
});
