import { describe, expect, test } from "vitest";
import { answerBlocks } from "../../../extension/core/chat/answerBlocks.ts";
import type { Answer } from "../../../extension/core/chat/chatSchemas.ts";
import { lookedAt, nextLook, NOTHING_LOOKED_AT, type Looked } from "../../../extension/core/chat/preparationPlan.ts";

const fence = (path: string, ...lines: string[]): string => ["```ts " + path, ...lines, "```", ""].join("\n");
const open = (path: string, ...lines: string[]): string => ["```ts " + path, ...lines, ""].join("\n");
const cart = fence("src/cart.ts", "const a = 1;");
const tax = fence("src/tax.ts", "const b = 2;");
const shell = "```sh\nnpm test\n```\n";

type State = Answer["state"]["type"];

function answerOf(text: string, state: State): Answer {
  return {
    role: "assistant",
    id: "a",
    parent: "q",
    text,
    reasoning: "",
    model: { id: "a/b", name: "B" },
    state: state === "failed" ? { type: state, message: "Cut off." } : { type: state },
    leftOut: [],
    blocks: {},
  };
}

/** The looks that an answer gets as it grows, one text after the other; a model has something to do for blocks in `unsure`. */
function looksAt(texts: readonly string[], unsure: readonly number[], end: State = "done"): readonly string[] {
  const looks: string[] = [];
  let looked: Looked = NOTHING_LOOKED_AT;
  const states = [...texts.map((text) => [text, "streaming"] as const), [texts.at(-1) ?? "", end] as const];
  for (const [text, state] of states) {
    const answer = answerOf(text, state);
    const blocks = answerBlocks(text);
    for (let next = nextLook(looked, blocks, answer); next !== undefined; next = nextLook(looked, blocks, answer)) {
      looks.push(`${next.block.index} ${next.isWhole ? "whole" : next.block.code.length}`);
      looked = lookedAt(next, unsure.includes(next.block.index));
    }
  }
  return looks;
}

describe("a model reads ahead", () => {
  test.each<[string, readonly string[], readonly number[], readonly string[]]>([
    ["for the first block that needs it", [cart + tax], [1], ["0 whole", "1 whole"]],
    ["for no other one then", [cart + tax], [0, 1], ["0 whole"]],
    ["not for commands", [shell + cart], [1], ["1 whole"]],
    [
      "for a block that comes, and again at its end",
      [open("a.ts", "one;"), fence("a.ts", "one;", "two;")],
      [0],
      ["0 4", "0 whole"],
    ],
    [
      "while it comes only until a model has something to do",
      [open("a.ts", "one;"), open("a.ts", "one;", "two;", "three;", "four;")],
      [0],
      ["0 4", "0 whole"],
    ],
    [
      "as a block grows twice as long, where the engine is sure of what there is",
      [
        open("a.ts", "one;"),
        open("a.ts", "one;", "2"),
        open("a.ts", "one;", "two;"),
        open("a.ts", "one;", "two;", "3"),
      ],
      [],
      ["0 4", "0 9", "0 whole"],
    ],
    ["not for a block that comes and names no file", ["```ts\nconst a = 1;\n"], [0], ["0 whole"]],
  ])("%s", (_, texts, unsure, looks) => {
    expect(looksAt(texts, unsure)).toEqual(looks);
  });

  test("not for what an answer that was cut off lacks", () => {
    expect(looksAt([cart, cart + open("src/tax.ts", "const b")], [], "failed")).toEqual(["0 whole", "1 7"]);
    expect(looksAt([open("a.ts")], [0], "failed")).toEqual([]);
  });

  test("in a number of looks that grows with the logarithm of a block's length", () => {
    const texts = Array.from({ length: 150 }, (_, lines) => open("a.ts", ...("x;".repeat(lines).match(/../g) ?? [])));
    expect(looksAt(texts, []).length).toBeLessThan(11);
  });
});
