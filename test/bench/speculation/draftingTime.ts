import { encode } from "gpt-tokenizer/encoding/o200k_base";
import type { BatchVerifier } from "../../../extension/core/speculation/batchVerifier.ts";
import { speculate } from "../../../extension/core/speculation/speculate.ts";
import { milliseconds, printTable, type Row } from "../figures.ts";

const LINES = 2_500;
const TARGET_MS = 3;
const RUNS = 41;
const END = -1;

/** Prints what drafting takes for a whole answer, without tokenizer and model. */
export async function printDraftingTime(): Promise<void> {
  const original = lines(() => "");
  const answer = lines((line) => (line % 250 === 7 ? `  note("checked ${line}");\n` : ""));
  const unsure = lines((line) => (line % 250 === 9 ? `  note("checked ${line}");\n` : ""));
  const tokens = [answer, unsure, original].map((text) => encode(text));
  const [wanted = [], wrong = [], before = []] = tokens;
  const sketch = wanted.slice(0, 2_000);
  const other = encode(answer.replaceAll("value", "amount").replaceAll("item", "entry"));
  const row = async (what: string, ...drafts: readonly number[][]): Promise<Row> => {
    const value = await msOfDrafting(wanted, drafts);
    return { what, value: milliseconds(value), target: `< ${TARGET_MS} ms`, reached: value < TARGET_MS };
  };
  console.log(`\ndrafting for a file of ${LINES} lines, ${wanted.length} tokens, the least of ${RUNS} runs`);
  printTable([
    await row("the draft is right", wanted, before, sketch),
    await row("ten edits at the wrong places", wrong, before, sketch),
    await row("the original and the sketch", before, sketch),
    { ...(await row("other names in each line, and no other source", other)), target: "", reached: undefined },
  ]);
}

/** Functions of ten lines, with more after some of the lines. */
function lines(more: (line: number) => string): string {
  return Array.from({ length: LINES }, (_, line) => {
    const value = `value${(line * 37) % 1_009}`;
    const text = [
      `export function total${line}(items: readonly Item[], rate = ${line % 91}): number {`,
      `  if (items.length === 0) return 0;`,
      `  let ${value} = rate;`,
      `  for (const item of items) {`,
      `    ${value} += item.price * ${(line * 7_919) % 10_007};`,
      `  }`,
      `  log("${value}", ${value});`,
      `  return ${value};`,
      `}`,
      ``,
    ][line % 10];
    return `${text ?? ""}\n${more(line)}`;
  }).join("");
}

/** Milliseconds of a decoding whose verifier takes no time that counts: it knows the answer, and only where the draft leaves it is looked for. */
async function msOfDrafting(answer: readonly number[], drafts: readonly (readonly number[])[]): Promise<number> {
  const ended = [...answer, END];
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    let verifying = 0;
    const verifier: BatchVerifier<never> = {
      verify(output, draft) {
        const start = performance.now();
        let right = 0;
        while (right < draft.length && draft[right] === ended[output.length + right]) right++;
        const next = ended.slice(output.length, output.length + right + 1);
        verifying += performance.now() - start;
        return Promise.resolve({ type: "tokens", next });
      },
      generate: (output) => Promise.resolve({ type: "tokens", next: [ended[output.length] ?? END] }),
    };
    const sizes = { draftLengths: [7, 63, 127], rejectedPerToken: 0.25, minMatched: 3, plainTokens: 1 };
    const task = { drafts, ends: new Set([END]), maxTokens: ended.length, ...sizes };
    const start = performance.now();
    let length = 0;
    for await (const event of speculate(verifier, task, new AbortController().signal))
      if (event.type === "step") length += event.tokens.length;
    times.push(performance.now() - start - verifying);
    if (length !== answer.length) throw new Error("What was decoded is not the answer.");
  }
  // What else the machine does only makes it longer.
  return Math.min(...times);
}
