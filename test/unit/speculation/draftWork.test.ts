import { describe, expect, it } from "vitest";
import { speculate } from "../../../extension/core/speculation/speculate.ts";
import { END, modelOf, toyVerifier, type ToyModel } from "./toyModel.ts";

/** A text that counts how often one of its tokens is read. */
function counted(text: readonly number[], onRead: () => void): readonly number[] {
  return new Proxy(text, {
    get(target, key) {
      if (typeof key === "string" && /^\d+$/.test(key)) onRead();
      return Reflect.get(target, key) as unknown;
    },
  });
}

/** Source tokens read for a whole answer, for each token of the sources. */
async function readsPerToken(answer: readonly number[], sources: readonly (readonly number[])[]): Promise<number> {
  let reads = 0;
  const drafts = sources.map((source) => counted(source, () => reads++));
  const model: ToyModel = modelOf(answer);
  const sizes = { maxTokens: answer.length + 1, draftLengths: [7, 63, 127], rejectedPerToken: 0.25, plainTokens: 1 };
  const task = { drafts, ends: new Set([END]), minMatched: 2, ...sizes };
  const output: number[] = [];
  for await (const event of speculate(toyVerifier(model).verifier, task, new AbortController().signal))
    if (event.type === "step") for (const token of event.tokens) output.push(token);
  expect(output).toEqual(answer);
  return reads / sources.reduce((sum, { length }) => sum + length, 0);
}

/** Lines of code as tokens: some are in each line, some in one line only. */
function file(lines: number): number[] {
  return Array.from({ length: lines }, (_, line) => [1, 2, 100 + line, 3, 4, 100 + ((line * 7) % 50), 5, 6]).flat();
}

/** With a line of its own after each one whose number is a multiple of `every`. */
function edited(lines: number, every: number): number[] {
  const whole = file(lines);
  return Array.from({ length: lines }, (_, line) => [
    ...whole.slice(line * 8, line * 8 + 8),
    ...(line % every === 0 ? [1, 2, 7, 8, 9, 5, 6] : []),
  ]).flat();
}

/** The figure is the same for a text that is four times as long, and at most `most`. */
function check(
  name: string,
  texts: (lines: number) => { readonly answer: readonly number[]; readonly sources: readonly (readonly number[])[] },
  most: number,
): void {
  it(name, async () => {
    const [short, long] = [texts(60), texts(240)];
    const before = await readsPerToken(short.answer, short.sources);
    const after = await readsPerToken(long.answer, long.sources);
    expect(after).toBeLessThan(most);
    expect(after).toBeLessThan(before * 1.2);
  });
}

describe("the sources are read in time linear in their length", () => {
  check("a perfect draft", (lines) => ({ answer: file(lines), sources: [file(lines)] }), 4);
  check("an edit in every tenth line", (lines) => ({ answer: edited(lines, 10), sources: [file(lines)] }), 12);
  check(
    "an edit in every line, with a second source that has it",
    (lines) => ({ answer: edited(lines, 1), sources: [file(lines), edited(lines, 2)] }),
    20,
  );
  check(
    "one token again and again, in answer and source, with another one now and then",
    (lines) => ({
      answer: Array.from({ length: 8 * lines }, (_, index) => (index % 40 === 0 ? 2 : 1)),
      sources: [Array.from({ length: 8 * lines }, (_, index) => (index % 70 === 0 ? 3 : 1))],
    }),
    400,
  );
  check(
    "a draft of nothing but wrong tokens that seem right",
    (lines) => ({
      answer: Array.from({ length: 8 * lines }, (_, index) => (index % 3) + 1),
      sources: [Array.from({ length: 8 * lines }, (_, index) => [1, 2, 9, 3, 1, 9, 2, 3, 9][index % 9] ?? 9)],
    }),
    80,
  );
});
