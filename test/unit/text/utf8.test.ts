import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { decodeUtf8 } from "../../../extension/core/text/utf8.ts";

test.each<[string, number[], string | undefined]>([
  ["nothing", [], ""],
  ["a byte order mark stays", [0xef, 0xbb, 0xbf, 0x61], "\uFEFFa"],
  ["U+FFFD itself", [0xef, 0xbf, 0xbd], "\uFFFD"],
  ["Latin-1", [0x4d, 0xfc, 0x6c], undefined],
  ["a letter that is cut off", [0xe2, 0x82], undefined],
  ["half a surrogate pair", [0xed, 0xa0, 0xbd], undefined],
  ["a letter in more bytes than it needs", [0xc0, 0xaf], undefined],
])("%s", (_name, bytes, expected) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toBe(expected);
});

test("what it decodes gives the bytes back", () => {
  const letter = fc.nat(0x10_ffff).map((code) => [...Buffer.from(String.fromCodePoint(code))]);
  const piece = fc.oneof(letter, fc.array(fc.nat(255), { maxLength: 4 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const bytes = Uint8Array.from(pieces.flat());
      const text = decodeUtf8(bytes);
      expect(text === undefined || Buffer.from(text).equals(bytes)).toBe(true);
      expect(text === undefined).toBe(!Buffer.from(Buffer.from(bytes).toString()).equals(bytes));
    }),
  );
});
