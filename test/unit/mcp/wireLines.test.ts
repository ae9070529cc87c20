import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { wireLines, type WireLine } from "../../../extension/mcp/wireLines.ts";
import { idAtEnds, readWireLine } from "../../../extension/mcp/wireMessage.ts";

async function linesOf(parts: readonly Buffer[], longest: number): Promise<readonly WireLine[]> {
  const found: WireLine[] = [];
  for await (const line of wireLines(Readable.from(parts), longest)) found.push(line);
  return found;
}

/** Cuts bytes into parts of these lengths, over and over. */
function cut(bytes: Buffer, lengths: readonly number[]): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    parts.push(bytes.subarray(at, at + length));
    at += length;
  }
  return parts;
}

test("lines are the same however the stream is cut, and overlong ones keep their ends", async () => {
  const unit = fc.constantFrom("a", "b", "ü", "\r", "\u2028");
  const text = fc.array(fc.string({ maxLength: 40, unit }), { maxLength: 6 });
  const lengths = fc.array(fc.integer({ min: 1, max: 17 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(text, lengths, fc.boolean(), async (lines, cuts, isEnded) => {
      const all = Buffer.from(lines.join("\n") + (isEnded ? "\n" : ""));
      const wanted = all.toString("utf8").split("\n");
      if (wanted.at(-1) === "") wanted.pop();
      const found = await linesOf(cut(all, cuts), 20);
      expect(found).toEqual(
        wanted.map((line) => {
          const bytes = Buffer.from(line);
          return bytes.length <= 20 ? { type: "line", bytes } : { type: "too-long", head: line, tail: line };
        }),
      );
    }),
  );
});

test("of a long line only its ends are kept", async () => {
  const line = Buffer.from(Array.from({ length: 10_000 }, (_, number) => String(number)).join(","));
  const [found] = await linesOf(cut(line, [997]), 100);
  expect(found).toEqual({
    type: "too-long",
    head: line.subarray(0, 4096).toString(),
    tail: line.subarray(-4096).toString(),
  });
});

describe("the id of a message of which only the ends are known", () => {
  test.each([
    ['{"jsonrpc":"2.0","id":7,"method":"a","params":{', "}}", 7],
    ['{ "id" : "x\\"y" , "params":{', "}}", 'x"y'],
    ['{"params":{', '}},"jsonrpc":"2.0","id":8}', 8],
    ['{"params":{', '},"id":"z","method":"tools/call","jsonrpc":"2.0"} ', "z"],
    ['{"params":{"id":1,', '"}}', undefined],
    ['{"params":{', '"id":9}}', undefined],
    ['{"params":{"a":"', '\\",\\"id\\":9}"}', undefined],
    ['{"id":null,"params":{', "}}", undefined],
    ['{"id":1e999,"params":{', "}}", undefined],
    ["", "", undefined],
  ])("%s ... %s", (head, tail, id) => {
    expect(idAtEnds(head, tail)).toBe(id);
  });
});

test("whatever a line holds, it is a message or told what it is", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.json().map((json) => Buffer.from(json)),
      ),
      (bytes) => {
        const read = readWireLine({ type: "line", bytes: Buffer.from(bytes) });
        expect(["message", "blank", "bad", "bad-answer"]).toContain(read.type);
      },
    ),
  );
});
