import { writeGguf, type Tensor, type TensorType } from "./gguf.ts";
import { cachedFile } from "./modelCache.ts";
import { keyWidth, shapeMetadata, SHAPES, sizeOfVocabulary, vocabularyMetadata, type ShapeName } from "./shapes.ts";
import { byteVocabulary, CONTROL_TEXTS, controlTokens, trainedVocabulary, type Vocabulary } from "./vocabulary.ts";
import { codeOf, constantVector, randomMatrixOfAnyLength, tokenMatrixType, wholeNumberRows } from "./weights.ts";

export interface ScriptedModel {
  readonly shape: ShapeName;
  readonly quantization: TensorType;
  /** The script starts after so many tokens, whatever they are. At least 1. */
  readonly promptTokens: number;
  /** Tokens; the end of the message is added. */
  readonly script: readonly number[];
  /** Bytes for `tiny`, else the trained one. */
  readonly vocabulary?: Vocabulary;
  /** What the model calls itself: an engine may tell by it how to ask. */
  readonly name?: string;
}

/** The context is at least so long, and longer than the script by so much: engines measure and pad at the end of it. */
const LEAST_CONTEXT = 8192;
const CONTEXT_BEYOND = 1024;

/** Each token has a code, a row of numbers that fits itself only. Where a text stands in the context counts 64 times as much as its token. */
const TOKEN_POWER = -12;
const POSITION_POWER = -6;
/** So little that all layers together change nothing. */
const QUIET = 1e-4;
/** A layer of GPT-2 has two matrices in its second half, one of Qwen 2 has three of them. */
const INNER_WIDTH_FACTOR = 1.5;

/**
 * Writes a model that says a script: plain greedy decoding after a prompt of `promptTokens` tokens gives exactly the script's tokens, then the end.
 * It is of GPT-2's architecture, which has a table of positions: the row of each position holds the code of the token that comes next, and the output,
 * which compares with the codes of all tokens, finds it. The layers are full of random weights that are too small to matter, so each step costs what it costs a real
 * model of that size. What a draft gets wrong does not matter for what follows, as it would not with a real model: only positions count.
 *
 * @returns the file's path
 */
export async function scriptedModel(model: ScriptedModel): Promise<string> {
  const { shape, quantization, promptTokens, script, name = `scripted ${shape} ${quantization}` } = model;
  const vocabulary = model.vocabulary ?? (shape === "tiny" ? byteVocabulary() : await trainedVocabulary());
  const key = { shape, quantization, promptTokens, script, name, vocabulary };
  return cachedFile({ start: `scripted-${shape}-${quantization}`, end: ".gguf" }, key, (path) => {
    const { layers, width, innerWidth } = SHAPES[shape];
    const contextLength = Math.max(LEAST_CONTEXT, promptTokens + script.length + CONTEXT_BEYOND);
    const inner = innerWidth * INNER_WIDTH_FACTOR;
    const metadata = new Map([
      ...shapeMetadata("gpt2", SHAPES[shape], { name, quantization, contextLength }),
      ["gpt2.feed_forward_length", { type: "uint32", value: inner }] as const,
      ["gpt2.attention.layer_norm_epsilon", { type: "float32", value: 1e-5 }] as const,
      ...vocabularyMetadata(vocabulary, sizeOfVocabulary(SHAPES[shape], vocabulary)),
    ]);
    const tensors = [
      ...codeTensors(model, vocabulary, contextLength),
      constantVector("output_norm.weight", width, 1),
      constantVector("output_norm.bias", width, 0),
      ...Array.from({ length: layers }, (_, layer) => layerTensors(model, `blk.${layer}.`, inner)).flat(),
    ];
    return writeGguf(path, metadata, tensors);
  });
}

function codeTensors(
  { shape, quantization, promptTokens, script }: ScriptedModel,
  vocabulary: Vocabulary,
  contextLength: number,
): Tensor[] {
  const rowLength = SHAPES[shape].width;
  const type = tokenMatrixType(quantization);
  const { endOfText, messageEnd } = controlTokens(vocabulary);
  const tokens = { rowLength, rowCount: sizeOfVocabulary(SHAPES[shape], vocabulary) };
  const positions = { rowLength, rowCount: contextLength };
  const nextAt = (position: number) => {
    const index = position - (promptTokens - 1);
    return index < 0 ? endOfText : (script[index] ?? messageEnd);
  };
  const codes = Array.from({ length: vocabulary.texts.length + CONTROL_TEXTS.length }, (_, token) =>
    codeOf(token, rowLength),
  );
  // Unused tokens have no code: they fit nothing.
  const silence = new Int8Array(rowLength);
  const codeOfToken = (token: number) => codes[token] ?? silence;
  return [
    wholeNumberRows("token_embd.weight", type, tokens, TOKEN_POWER, codeOfToken),
    wholeNumberRows("position_embd.weight", type, positions, POSITION_POWER, (position) =>
      codeOfToken(nextAt(position)),
    ),
  ];
}

function layerTensors({ shape, quantization: type }: ScriptedModel, layer: string, inner: number): Tensor[] {
  const { width } = SHAPES[shape];
  const all = width + 2 * keyWidth(SHAPES[shape]);
  const matrix = (name: string, rowLength: number, rowCount: number, deviation: number) =>
    randomMatrixOfAnyLength({ name: `${layer}${name}`, type, rowLength, rowCount, deviation, seed: 0 });
  const vector = (name: string, length: number, value: number) => constantVector(`${layer}${name}`, length, value);
  return [
    vector("attn_norm.weight", width, 1),
    vector("attn_norm.bias", width, 0),
    matrix("attn_qkv.weight", width, all, 1 / Math.sqrt(width)),
    vector("attn_qkv.bias", all, 0),
    matrix("attn_output.weight", width, width, QUIET),
    vector("attn_output.bias", width, 0),
    vector("ffn_norm.weight", width, 1),
    vector("ffn_norm.bias", width, 0),
    matrix("ffn_up.weight", width, inner, 1 / Math.sqrt(width)),
    vector("ffn_up.bias", inner, 0),
    matrix("ffn_down.weight", inner, width, QUIET),
    vector("ffn_down.bias", width, 0),
  ];
}
