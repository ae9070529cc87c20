import { expect, it } from "vitest";
import { applySketch } from "../../../extension/core/apply/applySketch.ts";
import type { ApplyEvent } from "../../../extension/core/apply/applyEvents.ts";
import type { Rewriter } from "../../../extension/core/models/rewriter.ts";
import { readReply } from "../../../extension/core/sketch/readReply.ts";

const ORIGINAL = "one\nsame\ntwo\nsame\n";

async function apply(
  search: string,
  rewriters: () => Promise<readonly Rewriter[]>,
  isModelWanted = false,
): Promise<ApplyEvent | undefined> {
  const reply = `\`\`\`text file.txt\n<<<<<<< SEARCH\n${search}\n=======\nother\n>>>>>>> REPLACE\n\`\`\`\n`;
  const context = { path: "file.txt", language: undefined, original: ORIGINAL };
  const sketches = readReply(reply, context);
  const request = { ...context, sketches, parser: undefined, instruction: "", conversation: [] };
  let last: ApplyEvent | undefined;
  for await (const event of applySketch(request, { rewriters, isModelWanted }, new AbortController().signal))
    last = event;
  return last;
}

const rewriter: Rewriter = {
  id: "some",
  name: "Some",
  limits: { contextTokens: 10_000, outputTokens: 10_000 },
  // oxlint-disable-next-line typescript/require-await -- A script has nothing to wait for.
  async *rewrite() {
    yield { type: "text", text: "one\nother\ntwo\nsame\n" };
    yield { type: "end", reason: "stop" };
  },
};

it("rewriters are asked for where the structural engine is not sure", async () => {
  expect(await apply("same", () => Promise.resolve([rewriter]))).toMatchObject({ type: "done", engine: "Some" });
  expect(await apply("same", () => Promise.resolve([]))).toMatchObject({ type: "ambiguous" });
});

it("what the structural engine is sure of waits for no rewriter", async () => {
  let asked = 0;
  const never = (): Promise<never> => {
    asked++;
    return new Promise(() => undefined);
  };
  expect(await apply("two", never)).toMatchObject({ type: "done", engine: "structural" });
  expect(asked).toBe(0);
});

it("a rewriter that the user asks for writes though the structural engine is sure", async () => {
  const wanted = await apply("two", () => Promise.resolve([rewriter]), true);
  expect(wanted).toMatchObject({ type: "done", engine: "Some", text: "one\nother\ntwo\nsame\n" });
  expect(await apply("two", () => Promise.resolve([]), true)).toMatchObject({ type: "ambiguous" });
});
