import type { MetadataValue, TensorType } from "./gguf.ts";
import { CONTROL_TEXTS, controlTokens, type Vocabulary } from "./vocabulary.ts";

export interface Shape {
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  /** Heads that keys and values have; several of the others share one. */
  readonly keyHeads: number;
  /** Of the three matrices in a layer's second half. */
  readonly innerWidth: number;
  /** Tokens; those beyond the vocabulary's own are never chosen. 0: just the vocabulary's. */
  readonly vocabularySize: number;
  /** Whether the matrix of the output is that of the input. */
  readonly isTied: boolean;
}

/** `tiny` is written and loaded at once; `halfBillion` is Qwen 2.5's with 0.5 billion parameters. */
export const SHAPES = {
  tiny: { layers: 2, width: 256, heads: 4, keyHeads: 2, innerWidth: 512, vocabularySize: 0, isTied: false },
  halfBillion: {
    layers: 24,
    width: 896,
    heads: 14,
    keyHeads: 2,
    innerWidth: 4864,
    vocabularySize: 151_936,
    isTied: true,
  },
} as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof SHAPES;

/** llama.cpp's numbers for what most of a file's weights are. */
const FILE_TYPES: Readonly<Record<TensorType, number>> = { F32: 0, F16: 1, Q4_0: 2, Q8_0: 7, Q4_K: 15 };

export function sizeOfVocabulary({ vocabularySize }: Shape, { texts }: Vocabulary): number {
  return Math.max(vocabularySize, texts.length + CONTROL_TEXTS.length);
}

/** How wide all heads of keys are together. */
export function keyWidth({ width, heads, keyHeads }: Shape): number {
  return (width / heads) * keyHeads;
}

/** What any model of this shape says of itself, without what only its architecture has. */
export function shapeMetadata(
  architecture: string,
  shape: Shape,
  model: { readonly name: string; readonly quantization: TensorType; readonly contextLength: number },
): [string, MetadataValue][] {
  return [
    ["general.architecture", { type: "string", value: architecture }],
    ["general.name", { type: "string", value: model.name }],
    ["general.file_type", { type: "uint32", value: FILE_TYPES[model.quantization] }],
    [`${architecture}.block_count`, { type: "uint32", value: shape.layers }],
    [`${architecture}.context_length`, { type: "uint32", value: model.contextLength }],
    [`${architecture}.embedding_length`, { type: "uint32", value: shape.width }],
    [`${architecture}.attention.head_count`, { type: "uint32", value: shape.heads }],
    [`${architecture}.attention.head_count_kv`, { type: "uint32", value: shape.keyHeads }],
  ];
}

const CHAT_TEMPLATE = [
  "{% for message in messages %}",
  "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}",
  "{% endfor %}",
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}",
].join("");

/** llama.cpp's kinds of tokens. */
const KIND = { text: 1, control: 3, unused: 5 };

/** The tokens, ChatML as the chat template, and the message's end as the end of the generation. */
export function vocabularyMetadata(vocabulary: Vocabulary, size: number): [string, MetadataValue][] {
  const { texts, merges } = vocabulary;
  const control = controlTokens(vocabulary);
  const unused = Array.from({ length: size - texts.length - CONTROL_TEXTS.length }, (_, index) => `[unused ${index}]`);
  const kinds = [
    ...texts.map(() => KIND.text),
    ...CONTROL_TEXTS.map(() => KIND.control),
    ...unused.map(() => KIND.unused),
  ];
  return [
    ["tokenizer.ggml.model", { type: "string", value: "gpt2" }],
    ["tokenizer.ggml.pre", { type: "string", value: "qwen2" }],
    ["tokenizer.ggml.tokens", { type: "strings", values: [...texts, ...CONTROL_TEXTS, ...unused] }],
    ["tokenizer.ggml.token_type", { type: "int32s", values: kinds }],
    ["tokenizer.ggml.merges", { type: "strings", values: merges.map((merge) => merge.join(" ")) }],
    ["tokenizer.ggml.bos_token_id", { type: "uint32", value: control.endOfText }],
    ["tokenizer.ggml.eos_token_id", { type: "uint32", value: control.messageEnd }],
    ["tokenizer.ggml.padding_token_id", { type: "uint32", value: control.endOfText }],
    ["tokenizer.ggml.add_bos_token", { type: "boolean", value: false }],
    ["tokenizer.chat_template", { type: "string", value: CHAT_TEMPLATE }],
  ];
}
