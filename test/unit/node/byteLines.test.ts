import { Readable } from "node:stream";
import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { byteLines } from "../../../extension/node/byteLines.ts";

const LONGEST = 4;

async function linesOf(parts: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of byteLines(Readable.from(parts.map((part) => Buffer.from(part))), LONGEST)) {
    lines.push(line === "too-long" ? line : line.toString());
  }
  return lines;
}

test("the lines are the same however the bytes come", async () => {
  const bytes = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), async (parts) => {
      const lines = parts.join("").split("\n");
      if (lines.at(-1) === "") lines.pop();
      expect(await linesOf(parts)).toEqual(lines.map((line) => (line.length > LONGEST ? "too-long" : line)));
    }),
  );
});

test("a line that is too long is told of before it ends", async () => {
  const endless = (async function* (): AsyncGenerator<Buffer> {
    for (;;) yield await Promise.resolve(Buffer.from("xxx"));
  })();
  expect((await byteLines(endless, LONGEST).next()).value).toBe("too-long");
});
