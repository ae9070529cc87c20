import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Reviewing } from "../reviewing.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8"): Buffer => Buffer.from(text, encoding);
const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), bytes(text, "utf16le")]);
const lines = (count: number, eol: string): string => Array.from({ length: count }, (_, at) => `line ${at}`).join(eol);

/** In every text: `two` becomes two lines, `five` goes. */
const rewrite = (text: string): string => {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return text.replace("two", `zwei${eol}und`).replace(`five${eol}`, "");
};
const SAMPLE = ["one", "two", "three  ", "\tfour", "five", "sechs ä", ""];

interface ByteCase {
  readonly name: string;
  readonly before: Buffer;
  readonly after: Buffer;
  readonly settings?: Readonly<Record<string, unknown>>;
}

const lf = SAMPLE.join("\n");
const crlf = SAMPLE.join("\r\n");
const encoded = (name: string, encode: (text: string) => Buffer, text: string, settings = {}): ByteCase => ({
  name,
  before: encode(text),
  after: encode(rewrite(text)),
  settings,
});
const long = `${lines(10_000, "\n")}\ntwo\n${lines(9_998, "\n")}\nfive\n`;

describe("bytes on the disk", () => {
  const user = new Reviewing();
  const cases: readonly ByteCase[] = [
    encoded("LF", bytes, lf),
    encoded("CRLF", bytes, crlf),
    encoded("a BOM", bytes, `\uFEFF${lf}`),
    encoded("a BOM and CRLF", bytes, `\uFEFF${crlf}`),
    encoded("no final newline", bytes, lf.slice(0, -1)),
    encoded("the last line goes", bytes, "one\ntwo\nfive\n"),
    encoded("the last lines go, without a final newline before", bytes, "one\nfive\ntwo"),
    encoded("Latin-1", (text) => bytes(text, "latin1"), lf, { "files.encoding": "iso88591" }),
    encoded("UTF-16", utf16, crlf),
    encoded("20,000 lines", bytes, long),
    { name: "all lines go", before: bytes("one\ntwo\n"), after: bytes("") },
    { name: "an empty file is filled", before: bytes(""), after: bytes("one\ntwo\n") },
    { name: "only the final newline is new", before: bytes("one\ntwo"), after: bytes("one\ntwo\n") },
  ];
  for (const { name, before, after, settings = {} } of cases) {
    it(`${name}: only accepted hunks change, and undo takes all back`, () =>
      user.withSettings(settings, async () => {
        const target = await user.write("file.txt", before);
        const plain = before.length < 20 ? () => after.toString() : rewrite;
        await user.apply(target, plain);
        assert.deepEqual(await user.bytesOf("file.txt"), before);
        assert.equal(user.isDirty(target), false);

        await user.press("acceptAll");
        assert.equal(user.isDirty(target), true);
        assert.deepEqual(await user.bytesOf("file.txt"), before, "Accept does not save.");
        assert.equal(user.reviews.pending.length, 0);
        await user.save(target);
        assert.deepEqual(await user.bytesOf("file.txt"), after);

        await user.undo(target);
        await user.save(target);
        assert.deepEqual(await user.bytesOf("file.txt"), before);
        await user.redo(target);
        await user.save(target);
        assert.deepEqual(await user.bytesOf("file.txt"), after);
      }));
  }

  it("mixed line ends become those of most lines when VS Code saves, accepted or not", async () => {
    const target = await user.write("file.txt", "one\r\ntwo\r\nthree\nfour\r\n");
    await user.apply(target, (text) => text.replace("two", "zwei"));
    assert.deepEqual(user.hunks(target), ["two > zwei"]);
    await user.press("acceptAll");
    await user.save(target);
    assert.equal(await user.onDisk("file.txt"), "one\r\nzwei\r\nthree\r\nfour\r\n");
  });

  it("reject all leaves document and disk as they were", async () => {
    const target = await user.write("file.txt", crlf);
    await user.apply(target, rewrite);
    await user.press("rejectAll");
    assert.equal(user.isDirty(target), false);
    assert.equal(await user.onDisk("file.txt"), crlf);
    assert.equal(user.reviews.pending.length, 0);
  });

  it("one hunk accepted and one rejected is exactly that", async () => {
    const target = await user.write("file.txt", crlf);
    await user.apply(target, rewrite);
    await user.press("acceptHunk");
    await user.press("rejectHunk");
    assert.equal(user.reviews.pending.length, 0);
    await user.save(target);
    assert.equal(await user.onDisk("file.txt"), crlf.replace("two", "zwei\r\nund"));
  });
});
