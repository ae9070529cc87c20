import { writeGguf, type Tensor, type TensorType } from "./gguf.ts";
import { cachedFile } from "./modelCache.ts";
import { keyWidth, shapeMetadata, SHAPES, sizeOfVocabulary, vocabularyMetadata, type ShapeName } from "./shapes.ts";
import { byteVocabulary, trainedVocabulary, type Vocabulary } from "./vocabulary.ts";
import { constantVector, randomMatrixOfAnyLength, tokenMatrixType } from "./weights.ts";

export interface RandomModel {
  readonly shape: ShapeName;
  readonly quantization: TensorType;
  readonly seed: number;
  /** Bytes for `tiny`, else the trained one. */
  readonly vocabulary?: Vocabulary;
  /** What the model calls itself: an engine may tell by it how to ask. */
  readonly name?: string;
}

const CONTEXT_LENGTH = 32_768;

/**
 * Writes a model of Qwen 2's architecture with random weights. What it says is noise, yet the same at every run and a function of all of the text before.
 * It chooses text tokens only, so it never ends by itself.
 *
 * @returns the file's path
 */
export async function randomModel(model: RandomModel): Promise<string> {
  const { shape, quantization, seed, name = `random ${shape} ${quantization}` } = model;
  const vocabulary = model.vocabulary ?? (shape === "tiny" ? byteVocabulary() : await trainedVocabulary());
  const key = { shape, quantization, seed, name, vocabulary };
  return cachedFile({ start: `random-${shape}-${quantization}`, end: ".gguf" }, key, (path) => {
    const { layers, width, innerWidth } = SHAPES[shape];
    const metadata = new Map([
      ...shapeMetadata("qwen2", SHAPES[shape], { name, quantization, contextLength: CONTEXT_LENGTH }),
      ["qwen2.feed_forward_length", { type: "uint32", value: innerWidth }] as const,
      ["qwen2.rope.freq_base", { type: "float32", value: 1e6 }] as const,
      ["qwen2.attention.layer_norm_rms_epsilon", { type: "float32", value: 1e-6 }] as const,
      ...vocabularyMetadata(vocabulary, sizeOfVocabulary(SHAPES[shape], vocabulary)),
    ]);
    const matrix = matrixOf(quantization, seed);
    const tensors = [
      ...tokenTensors(model, vocabulary),
      constantVector("output_norm.weight", width, 1),
      ...Array.from({ length: layers }, (_, layer) => layerTensors(model, `blk.${layer}.`, matrix)).flat(),
    ];
    return writeGguf(path, metadata, tensors);
  });
}

/** Rows of control and unused tokens are zeros: their scores never are the highest. */
function tokenTensors({ shape, quantization, seed }: RandomModel, vocabulary: Vocabulary): Tensor[] {
  const { width, isTied } = SHAPES[shape];
  const type = tokenMatrixType(quantization);
  const size = { rowLength: width, rowCount: sizeOfVocabulary(SHAPES[shape], vocabulary), type, seed };
  const zerosFrom = vocabulary.texts.length;
  if (isTied) return [randomMatrixOfAnyLength({ name: "token_embd.weight", ...size, deviation: 0.02, zerosFrom })];
  return [
    randomMatrixOfAnyLength({ name: "token_embd.weight", ...size, deviation: 0.02 }),
    randomMatrixOfAnyLength({ name: "output.weight", ...size, deviation: 3 / Math.sqrt(width), zerosFrom }),
  ];
}

type Matrix = (name: string, rowLength: number, rowCount: number, gain: number) => Tensor;

function matrixOf(type: TensorType, seed: number): Matrix {
  return (name, rowLength, rowCount, gain) => {
    return randomMatrixOfAnyLength({ name, type, rowLength, rowCount, deviation: gain / Math.sqrt(rowLength), seed });
  };
}

/** The gains are such that a token's neighbours matter: attention is neither even nor stuck to one place. */
function layerTensors({ shape, seed }: RandomModel, layer: string, matrix: Matrix): Tensor[] {
  const { width, innerWidth } = SHAPES[shape];
  const keys = keyWidth(SHAPES[shape]);
  const bias = (name: string, rowLength: number) =>
    randomMatrixOfAnyLength({ name: `${layer}${name}`, type: "F32", rowLength, deviation: 0.1, seed });
  return [
    constantVector(`${layer}attn_norm.weight`, width, 1),
    matrix(`${layer}attn_q.weight`, width, width, 2),
    bias("attn_q.bias", width),
    matrix(`${layer}attn_k.weight`, width, keys, 2),
    bias("attn_k.bias", keys),
    matrix(`${layer}attn_v.weight`, width, keys, 1),
    bias("attn_v.bias", keys),
    matrix(`${layer}attn_output.weight`, width, width, 1),
    constantVector(`${layer}ffn_norm.weight`, width, 1),
    matrix(`${layer}ffn_gate.weight`, width, innerWidth, 1.5),
    matrix(`${layer}ffn_up.weight`, width, innerWidth, 1.5),
    matrix(`${layer}ffn_down.weight`, innerWidth, width, 1),
  ];
}
