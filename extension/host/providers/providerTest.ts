import type { ModelFailure, ModelUsage } from "../../core/models/model.ts";
import type { Rewriter, RewriteTask } from "../../core/models/rewriter.ts";

/** A small file with an edit in its middle, enough for a model to show that it can apply. */
const ORIGINAL = `export interface Item {
  readonly name: string;
  readonly price: number;
  readonly count: number;
}

/** The sum of all items. */
export function total(items: readonly Item[]): number {
  let sum = 0;
  for (const item of items) {
    sum += item.price * item.count;
  }
  return sum;
}

/** The item that costs most. */
export function dearest(items: readonly Item[]): Item | undefined {
  return [...items].sort((a, b) => b.price - a.price)[0];
}
`;
const SKETCH = `// ... existing code ...
export function total(items: readonly Item[]): number {
  // ... existing code ...
  return Math.round(sum * 100) / 100;
}

// ... existing code ...
`;
const WANTED = ORIGINAL.replace("return sum;", "return Math.round(sum * 100) / 100;");

export const TINY_APPLY: RewriteTask = {
  original: ORIGINAL,
  sketch: SKETCH,
  instruction: "Round the total to cents.",
  conversation: [],
  path: "total.ts",
  language: "typescript",
  draft: WANTED,
};

/** How a tiny apply went. */
export type TestResult =
  | {
      readonly type: "answered";
      /** Whether the text is the right one, blank lines at its ends aside. */
      readonly isRight: boolean;
      readonly characters: number;
      readonly ms: number;
      readonly usage: ModelUsage | undefined;
    }
  | { readonly type: "failed"; readonly failure: ModelFailure };

/** Lets a rewriter do one tiny real apply. `now`: the time in milliseconds. Throws the reason of `signal` once that aborts. */
export async function testRewriter(rewriter: Rewriter, now: () => number, signal: AbortSignal): Promise<TestResult> {
  const startedMs = now();
  let text = "";
  let usage: ModelUsage | undefined;
  let hasEnded = false;
  for await (const event of rewriter.rewrite(TINY_APPLY, signal)) {
    if (event.type === "failed") return event;
    if (event.type === "text") text += event.text;
    else if (event.type === "usage") usage = event.usage;
    else if (event.reason === "length") return cutOff("The model stopped at its limit of tokens.");
    else hasEnded = true;
  }
  if (!hasEnded) return cutOff("The answer broke off before its end.");
  const isRight = text.trim() === WANTED.trim();
  return { type: "answered", isRight, characters: text.length, ms: now() - startedMs, usage };
}

function cutOff(message: string): TestResult {
  return { type: "failed", failure: { type: "cut-off", message } };
}
