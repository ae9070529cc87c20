import type { RewriteTask } from "../../extension/core/models/rewriter.ts";
import { createLocalEngine } from "../../extension/local/localEngine.ts";
import type { TensorType } from "./gguf.ts";
import { scriptedModel } from "./scriptedModel.ts";
import type { ShapeName } from "./shapes.ts";
import { byteVocabulary, tokenize, type Vocabulary } from "./vocabulary.ts";

export interface WritingModel {
  readonly shape: ShapeName;
  readonly quantization: TensorType;
  readonly vocabulary: Vocabulary;
}

/**
 * Writes a model that rewrites one task: asked for it by the engine whose program is `entry`, it answers with `text`. Any other
 * task gives noise. The script stands at places of the context, so another model has to tell first how long the prompt is.
 *
 * @returns the file's path
 */
export async function modelThatWrites(
  entry: string,
  task: RewriteTask,
  text: string,
  { shape, quantization, vocabulary }: WritingModel = { ...TINY, vocabulary: byteVocabulary() },
): Promise<string> {
  // Its context is as long as a prompt can be.
  const silent = await scriptedModel({ ...TINY, promptTokens: 16_000, script: [], vocabulary });
  const promptTokens = await promptTokensOf(entry, silent, task);
  const script = tokenize(vocabulary, `${text}\n</updated-code>`);
  return scriptedModel({ shape, quantization, promptTokens, script, vocabulary });
}

const TINY = { shape: "tiny", quantization: "F32" } as const;

async function promptTokensOf(entry: string, path: string, task: RewriteTask): Promise<number> {
  let promptTokens = 0;
  const engine = createLocalEngine({
    entry,
    threads: 1,
    costs: [],
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
