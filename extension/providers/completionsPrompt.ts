import type { RewriteTask } from "../core/models/rewriter.ts";
import type { Wrapper } from "../core/models/prompts.ts";

/** What a model is asked without a chat: it goes on where the prompt ends. */
export interface CompletionPrompt {
  /** Ends with the opening tag and its line end. */
  readonly text: string;
  /** The answer that the draft would be, closing tag included. */
  readonly draft: string;
  /** The tags around the answer; none of the texts holds the closing one. */
  readonly wrapper: Wrapper;
}

/** Writes the prompt: original, sketch, then the opening tag of the answer, so that the likeliest continuation is the new file. */
export function completionPrompt(task: RewriteTask): CompletionPrompt {
  const { original, sketch, instruction, path, draft } = task;
  const wrapper = wrapperFor([original, sketch, draft]);
  const text = [
    "An edit was sketched for a file. The sketch shows changed lines with some context; comments such as `// ... existing code ...` stand for lines of the file that stay. Applied to the file it gives the file's complete new text, with every line that the sketch does not mention kept to the letter.",
    "",
    ...(path === undefined ? [] : [`File: ${path}`]),
    ...(instruction === "" ? [] : ["<instruction>", instruction, "</instruction>"]),
    "<code>",
    withLineEnd(original) + "</code>",
    "<update>",
    withLineEnd(sketch) + "</update>",
    wrapper.open,
    "",
  ].join("\n");
  return { text, draft: withLineEnd(draft) + wrapper.close, wrapper };
}

function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** Tags that stand in none of the texts, so that the closing one is the end wherever it comes. */
function wrapperFor(texts: readonly string[]): Wrapper {
  for (let number = 1; ; number++) {
    const tag = number === 1 ? "updated-code" : `updated-code-${number}`;
    if (!texts.some((text) => text.includes(`</${tag}>`))) return { open: `<${tag}>`, close: `</${tag}>` };
  }
}
