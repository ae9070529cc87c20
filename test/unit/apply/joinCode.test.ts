import { describe, expect, test } from "vitest";
import { joinCode } from "../../../extension/core/apply/joinCode.ts";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

const ORIGINAL = `class Store {
  load(id) {
    const found = this.items.get(id);
    check(found);
    return found;
  }

  save(item) {
    check(item);
    this.items.set(item.id, item);
  }

  remove(id) {
    this.items.delete(id);
  }
}
`;

const block = (...lines: readonly string[]): string => ["```js", ...lines, "```"].join("\n");
const LOAD = block("  const found = this.items.get(id);", "  verify(found);", "  return found;");
const SAVE = block("  verify(item);", "  this.items.set(item.id, item);");
const REMOVE = block("remove(id) {", "  this.items.delete(id);", "  this.removed++;", "}");

const read = (reply: string) => readReply(reply, { path: "store.js", language: "javascript", original: ORIGINAL });

describe("blocks of code for one file", () => {
  const joined: readonly [string, readonly string[], number][] = [
    ["that follow each other down the file are one", [LOAD, SAVE, REMOVE], 1],
    ["that go up the file stay apart", [REMOVE, LOAD], 2],
    ["for one place stay apart", [LOAD, LOAD], 2],
    ["of which nothing tells where one belongs are one", [LOAD, block("audit();"), REMOVE], 1],
    ["of which nothing tells where any belongs stay apart", [block("audit();"), block("count();")], 2],
    ["are what they are where there is one only", [SAVE], 1],
  ];
  test.each(joined)("%s", (_, blocks, count) => {
    expect(joinCode(read(blocks.join("\n\nThen:\n\n")), ORIGINAL)).toHaveLength(count);
  });

  test("stay apart where one of them is said to be the whole file, or is an edit", () => {
    const edit = block("<<<<<<< SEARCH", "    check(item);", "=======", "    verify(item);", ">>>>>>> REPLACE");
    expect(joinCode(read(`${LOAD}\n\n${edit}`), ORIGINAL)).toHaveLength(2);
    const [first, second] = read(`${LOAD}\n\n${SAVE}`);
    if (first?.sketch.type !== "code" || second === undefined) expect.fail("no code");
    expect(joinCode([{ ...first, sketch: { ...first.sketch, isWhole: true } }, second], ORIGINAL)).toHaveLength(2);
  });

  test("keep the lines that they have in the reply, and all that is said of any of them", () => {
    const reply = `Rename \`load\`:\n\n${LOAD}\n\nThen delete \`x\`:\n\n${SAVE}\n`;
    const [only] = joinCode(read(reply), ORIGINAL);
    if (only?.sketch.type !== "code") expect.fail("no code");
    const lines = reply.split("\n");
    only.sketch.text.split("\n").forEach((line, index) => {
      if (line !== "" && !line.includes("existing")) expect(lines[only.replyLine - 1 + index]).toBe(line);
    });
    expect(only.said?.map(({ kind }) => kind)).toContain("delete");
  });

  test("tell of each other where they belong", () => {
    const reply = [LOAD, SAVE, REMOVE].join("\n\nThen:\n\n");
    const outcome = applyStructural({
      original: ORIGINAL,
      sketches: read(reply),
      language: "javascript",
      parser: undefined,
    });
    if (outcome.type !== "merged") expect.fail(outcome.type);
    expect(outcome.text).toBe(
      ORIGINAL.replace("check(found)", "verify(found)")
        .replace("check(item)", "verify(item)")
        .replace("this.items.delete(id);", "this.items.delete(id);\n    this.removed++;"),
    );
    const shown = outcome.pieces.map(({ sketch }) => reply.split("\n")[sketch.start]?.trim());
    expect(shown).toEqual(["const found = this.items.get(id);", "verify(item);", "remove(id) {"]);
  });
});
