import { expect, test } from "vitest";
import { applyStructural } from "../../../extension/core/apply/structural.ts";
import { answerBlocks } from "../../../extension/core/chat/answerBlocks.ts";
import { shownBranch } from "../../../extension/core/chat/conversation.ts";
import { sampleConversation, sampleFiles } from "../../../extension/core/chat/sampleConversation.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../../extension/providers/treeSitter.ts";

test("each block of the sample applies to its file without a model", async () => {
  const parser = await createSyntaxParsers(sourceGrammarsDirectory()).load("typescript");
  const answer = shownBranch(sampleConversation((path) => `file:///sample/${path}`)).at(-1);
  const blocks = answerBlocks(answer?.text ?? "");
  expect(blocks.map(({ kind }) => kind)).toEqual(["sketch", "sketch", "sketch", "shell"]);
  const results = blocks.slice(0, 3).map(({ sketches }) => {
    const original = sampleFiles.get(sketches[0]?.path ?? "") ?? "";
    const outcome = applyStructural({ original, sketches, language: "typescript", parser });
    return outcome.type === "merged" ? outcome.text : outcome;
  });
  expect(results).toMatchSnapshot();
});
