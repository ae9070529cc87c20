import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { followPrediction } from "../../servers/prediction.ts";
import { countTokens, tokenize } from "../../servers/tokens.ts";

/** Writes the steps with accepted runs in brackets. */
function draw(answer: string, prediction: string): string {
  const { steps } = followPrediction(tokenize(answer), tokenize(prediction));
  return steps
    .map(({ type, tokens }) => {
      const text = tokens.map((token) => token.text).join("");
      return type === "accepted" ? `[${text}]` : text;
    })
    .join("");
}

test.each([
  ["no prediction", "one two", "", "one two"],
  ["the same", "one two three", "one two three", "[one two three]"],
  ["the answer ends first", "one two", "one two three", "[one two]"],
  ["the prediction ends first", "one two three four", "one two", "[one two] three four"],
  ["a token is replaced", "a b c d e f", "a b x d e f", "[a b] c d e[ f]"],
  ["tokens are inserted", "a b x y c d e f", "a b c d e f", "[a b] x y c d[ e f]"],
  ["tokens are left out", "a b e f g h", "a b c d e f g h", "[a b] e f[ g h]"],
  ["nothing is shared", "a b c", "x y z", "a b c"],
  ["the nearest place behind counts", " m k l p m Z k l q m", " m k l p m k l q m k l r", "[ m k l p m] Z k l[ q m]"],
  ["else the last one before", " a b c d Z b c d", " a b c d", "[ a b c d] Z b c[ d]"],
  ["a part comes again", "a b c d a b c d", "a b c d", "[a b c d] a b c[ d]"],
])("%s", (_, answer, prediction, expected) => {
  expect(draw(answer, prediction)).toBe(expected);
});

test.each([
  ["one two three", "one two three", [3, 0]],
  ["one two", "one two three", [2, 1]],
  ["a b c d e f", "a b x d e f", [3, 3]],
  ["a b c d a b c d", "a b c d", [5, 0]],
])("%j with prediction %j accepts and rejects %j", (answer, prediction, [accepted, rejected]) => {
  expect(followPrediction(tokenize(answer), tokenize(prediction))).toMatchObject({ accepted, rejected });
});

test("steps in a row are the answer, whatever the prediction", () => {
  const words = fc
    .array(fc.constantFrom("a ", "b\n", "const x", " = ", "é", "日本", "😀", "  "))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(words, words, (answer, prediction) => {
      const { steps, accepted, rejected, predictionTokens } = followPrediction(tokenize(answer), tokenize(prediction));
      const tokens = steps.flatMap((step) => step.tokens);
      expect(tokens.map(({ text }) => text).join("")).toBe(answer);
      expect(tokens).toHaveLength(countTokens(answer));
      expect(accepted).toBe(steps.flatMap((step) => (step.type === "accepted" ? step.tokens : [])).length);
      expect(rejected).toBeLessThanOrEqual(predictionTokens);
      expect(rejected).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("text is cut into tokens and back, special names and broken characters included", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom("", "<|endoftext|>", "<|im_start|>"), (text, name) => {
      const tokens = tokenize(text + name);
      expect(tokens.map((token) => token.text).join("")).toBe(text + name);
      expect(tokens).toHaveLength(countTokens(text + name));
    }),
  );
});
