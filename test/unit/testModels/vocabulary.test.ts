import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LlamaModel } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc, { runs } from "../fastCheck.ts";
import { BYTE_LETTERS, learnMerges } from "../../models/bytePairs.ts";
import { projectRoot } from "../../models/modelCache.ts";
import { randomModel } from "../../models/randomModel.ts";
import { byteVocabulary, controlTokens, tokenize, type Vocabulary } from "../../models/vocabulary.ts";
import { START_MILLISECONDS, startLlama } from "./llama.ts";

const ownTexts = [
  "docs/architecture.md",
  "esbuild.mjs",
  "test/unit/lintRules.test.ts",
  "extension/core/models/localEngine.ts",
].map((path) => readFileSync(join(projectRoot, path), "utf8"));

/** As the trained vocabulary is made, of fewer texts. */
function learnedVocabulary(): Vocabulary {
  const merges = learnMerges(ownTexts, 1500);
  return {
    name: "learned",
    merges,
    texts: [...new Set([...BYTE_LETTERS, ...merges.map((merge) => merge.join(""))])],
  };
}

/** What the rules of splitting tell apart, and what Unicode versions and regular expressions may see in other ways. */
const pieces = fc.constantFrom(
  ..."aZéß漢字ſΩ١²½Ⅷ😀👩‍💻_.,;(){}[]<>/\\\"'`~@#$%^&*+-=|!?:0123456789".split(""),
  ...["'s", "'S", "'t", "'re", "'VE", "'ll", "'d", "’s", " ", "  ", "   ", "\t", "\n", "\r\n", "\r", "\v", "\f"],
  ...["\u0085", "\u00a0", "\u2003", "\u2028", "\u3000", "\ufeff", "\u200b", "\u0000", "\u001f", "\u007f", "e\u0301"],
  ...["const ", "return", "function f() {\n", "  }\n\n", "<|im_end|>", "https://", "========", "-----\n"],
);
const text = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }),
);

describe.each([byteVocabulary(), learnedVocabulary()])("vocabulary of $name", (vocabulary) => {
  let model: LlamaModel;
  beforeAll(async () => {
    const llama = await startLlama();
    const modelPath = await randomModel({ shape: "tiny", quantization: "Q4_0", seed: 1, vocabulary });
    model = await llama.loadModel({ modelPath, vocabOnly: true });
  }, START_MILLISECONDS);
  afterAll(() => model.llama.dispose());

  it("gives llama.cpp's tokens for any text", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(tokenize(vocabulary, any)).toEqual(model.tokenize(any));
      }),
      runs(500),
    );
  });

  it("gives llama.cpp's tokens for source code", () => {
    for (const code of ownTexts) {
      const tokens = tokenize(vocabulary, code);
      expect(tokens).toEqual(model.tokenize(code));
      expect(model.detokenize(model.tokenize(code))).toBe(code);
    }
  });

  it("reads control tokens where it is told to", () => {
    const prompt = "<|im_start|>user\nSay <|im_end|> or <|im_end |>!<|im_end|>\n<|endoftext|>";
    const tokens = tokenize(vocabulary, prompt, true);
    expect(tokens).toEqual(model.tokenize(prompt, true));
    const { messageStart, messageEnd, endOfText } = controlTokens(vocabulary);
    expect(tokens.filter((token) => token >= endOfText)).toEqual([messageStart, messageEnd, messageEnd, endOfText]);
  });
});

it("learns the most frequent pairs first", () => {
  expect(learnMerges(["lo\nlo\nlow\n", "low\nlow low low"], 3)).toEqual([
    ["l", "o"],
    ["lo", "w"],
    ["Ġ", "low"],
  ]);
  // No word that is there twice has a pair left.
  expect(learnMerges(["aa aa", "b"], 9)).toEqual([]);
});
