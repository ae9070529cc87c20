import type { RewriteTask } from "../../extension/core/apply/rewriter.ts";
import { createLocalEngine } from "../../extension/local/localEngine.ts";
import { scriptedModel } from "./scriptedModel.ts";
import { byteVocabulary, tokenize } from "./vocabulary.ts";

/**
 * Writes a tiny model that rewrites one task: asked for it by the engine whose program is `entry`, it answers with `text`.
 * Any other task gives noise. The script stands at places of the context, so another model has to tell first how long the
 * prompt is.
 *
 * @returns the file's path
 */
export async function modelThatWrites(entry: string, task: RewriteTask, text: string): Promise<string> {
  const answer = tokenize(byteVocabulary(), `${text}\n</updated-code>`);
  const promptTokens = await promptTokensOf(entry, task);
  return scriptedModel({ shape: "tiny", quantization: "F32", promptTokens, script: answer });
}

async function promptTokensOf(entry: string, task: RewriteTask): Promise<number> {
  const path = await scriptedModel({ shape: "tiny", quantization: "F32", promptTokens: 1, script: [] });
  let promptTokens = 0;
  const engine = createLocalEngine({
    entry,
    threads: 1,
    onFigures: (figures) => {
      promptTokens = figures.promptTokens;
    },
  });
  try {
    const rewriter = engine.rewriter({ path, name: "silent" }, { usesGpu: false, isStrict: false, idleMs: 0 });
    for await (const event of rewriter.rewrite(task, new AbortController().signal)) {
      if (event.type === "failed" && promptTokens === 0) throw new Error(event.failure.message);
    }
  } finally {
    await engine.stop();
  }
  return promptTokens;
}
