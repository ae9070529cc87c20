import { basename } from "node:path";
import { GgufInsights, InsufficientMemoryError, readGgufFileInfo, type Llama, type LlamaModel } from "node-llama-cpp";
import type { LocalModelFacts } from "../../core/models/localEngine.ts";
import type { ModelMessage } from "../../core/models/model.ts";
import { familyOf, type PromptFamilyName } from "../../core/models/prompts.ts";
import type { PassCost } from "../../core/speculation/draftLengths.ts";
import { CONTEXT_TOKENS } from "../localLimits.ts";
import type { EngineFailure, Load } from "../protocol.ts";
import { BATCH_TOKENS, LlamaVerifier } from "./llamaVerifier.ts";
import { messageOf, openLlama, quickThreads } from "./llama.ts";
import { freeMemory, inGigabytes } from "./memory.ts";
import { passCosts } from "./passCosts.ts";
import { promptTokens } from "./promptTokens.ts";

/** A model in memory. */
export interface LoadedModel {
  readonly load: Load;
  readonly family: PromptFamilyName;
  readonly contextTokens: number;
  readonly verifier: LlamaVerifier;
  /** What a pass takes by the number of its tokens. */
  readonly costs: readonly PassCost[];
  /** Turns a text into tokens, none of them special. */
  readonly tokenize: (text: string) => readonly number[];
  /** `before`: the tokens that the text goes on after. */
  readonly detokenize: (tokens: readonly number[], before: readonly number[]) => string;
  readonly promptTokens: (messages: readonly ModelMessage[], opening: string) => readonly number[];
  readonly dispose: () => Promise<void>;
}

export type Loading = { readonly type: "loaded"; readonly model: LoadedModel } | Failed;

interface Failed {
  readonly type: "failed";
  readonly failure: EngineFailure;
}

/** Reads what a model file says about itself, and estimates the memory that it would take. Loads nothing. */
export async function inspectModel(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly type: "facts"; readonly facts: LocalModelFacts } | Failed> {
  const opened = await openLlama(false);
  if (opened.type === "failed") return opened;
  const { llama } = opened;
  try {
    const facts = await readFacts(path, llama, signal);
    return { type: "facts", facts };
  } catch (error) {
    signal.throwIfAborted();
    return failed(
      `${basename(path)} is no model that the local engine can use (${messageOf(error)}). Choose a GGUF file.`,
    );
  } finally {
    await llama.dispose();
  }
}

async function readFacts(path: string, llama: Llama, signal: AbortSignal): Promise<LocalModelFacts> {
  const info = await readGgufFileInfo(path, { sourceType: "filesystem", logWarnings: false, signal });
  const insights = await GgufInsights.from(info, llama);
  const contextSize = contextSizeFor(insights.trainContextSize);
  const model = await insights.estimateModelResourceRequirementsV2({ gpuLayers: 0 });
  const context = await insights.estimateContextResourceRequirementsV2({
    contextSize,
    modelGpuLayers: 0,
    batchSize: BATCH_TOKENS,
    sequences: 1,
  });
  const { name, architecture } = info.metadata.general;
  const neededBytes = Math.ceil(model.cpuRam + context.cpuRam);
  if (!Number.isFinite(neededBytes)) throw new Error("it does not say how large it is");
  return { title: textOf(name), architecture: textOf(architecture), neededBytes, freeBytes: freeMemory() };
}

/** What the library reads from a model file may be of any type, whatever it declares. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function contextSizeFor(trained: number | undefined): number {
  return Math.min(CONTEXT_TOKENS, trained ?? CONTEXT_TOKENS);
}

/**
 * Loads a model if there is memory for it. Refuses models that cannot take back what they have read, since every wrong draft would cost
 * them a fresh start.
 */
export async function loadModel(load: Load, signal: AbortSignal): Promise<Loading> {
  // On a graphics processor a pass of several tokens rounds in another way than one of a single token, however it is filled.
  const wantsGpu = load.usesGpu && !load.isStrict;
  const opened = await openLlama(wantsGpu);
  if (opened.type === "failed") return opened;
  const { llama } = opened;
  const name = basename(load.path);
  // Some drivers only imitate a graphics processor, on the processor and in its memory.
  const usesGpu = wantsGpu && llama.supportsGpuOffloading;
  try {
    const facts = await readFacts(load.path, llama, signal);
    // With a graphics processor a part of it lies elsewhere, and the library looks after that.
    if (!usesGpu && facts.neededBytes > facts.freeBytes) {
      await llama.dispose();
      const message = `${name} takes about ${inGigabytes(facts.neededBytes)} of memory, and ${inGigabytes(facts.freeBytes)} are free. Close other programs, or choose a smaller model.`;
      return failed(message);
    }
    const model = await llama.loadModel({
      modelPath: load.path,
      gpuLayers: usesGpu ? { fitContext: { contextSize: CONTEXT_TOKENS } } : 0,
      loadSignal: signal,
    });
    return await prepareModel(llama, model, load, signal);
  } catch (error) {
    await llama.dispose();
    signal.throwIfAborted();
    if (error instanceof InsufficientMemoryError) {
      if (usesGpu) return await loadWithoutGpu(load, signal);
      return failed(`There is not enough memory for ${name}. Close other programs, or choose a smaller model.`);
    }
    return failed(`${name} cannot be loaded (${messageOf(error)}). Choose another model file.`);
  }
}

/** The model counts as loaded in the way that was asked for, so that the next request does not load it again. */
async function loadWithoutGpu(load: Load, signal: AbortSignal): Promise<Loading> {
  const loading = await loadModel({ ...load, usesGpu: false }, signal);
  return loading.type === "loaded" ? { type: "loaded", model: { ...loading.model, load } } : loading;
}

async function prepareModel(llama: Llama, model: LlamaModel, load: Load, signal: AbortSignal): Promise<Loading> {
  const threads = load.threads ?? quickThreads(llama);
  const context = await model.createContext({
    contextSize: contextSizeFor(model.trainContextSize),
    sequences: 1,
    batchSize: BATCH_TOKENS,
    threads: { ideal: threads, min: threads },
    ...(load.isStrict ? { flashAttention: false } : {}),
    createSignal: signal,
  });
  const sequence = context.getSequence();
  const name = basename(load.path);
  if (sequence.needsCheckpoints) {
    await llama.dispose();
    return failed(
      `${name} is of a kind (${model.architecture}) that speculative edits do not work with. Choose another model.`,
    );
  }
  const verifier = new LlamaVerifier(sequence, load.isStrict);
  const tokenize = (text: string, special: boolean): readonly number[] =>
    text === "" ? [] : model.tokenize(text, special);
  const { metadata } = model.fileInfo;
  const { bosString, eosString } = model.tokens;
  return {
    type: "loaded",
    model: {
      load,
      family: familyOf(`${textOf(metadata.general.name)} ${name}`),
      contextTokens: context.contextSize,
      verifier,
      costs: load.costs ?? (await passCosts(verifier, tokenize("a", false), model.gpuLayers > 0, signal)),
      tokenize: (text) => tokenize(text, false),
      detokenize: (tokens, before) => model.detokenize(asTokens(tokens), false, asTokens(before)),
      promptTokens: (messages, opening) =>
        promptTokens(
          {
            template: metadata.tokenizer.chat_template,
            begin: model.tokens.shouldPrependBosToken ? (bosString ?? "") : "",
            end: eosString ?? "",
            tokenize,
          },
          messages,
          opening,
        ),
      dispose: () => llama.dispose(),
    },
  };
}

type Token = Parameters<LlamaModel["detokenize"]>[0][number];

/** The library gives its token ids a type of their own. */
function asTokens(tokens: readonly number[]): readonly Token[] {
  return tokens as readonly Token[];
}

function failed(message: string): Failed {
  return { type: "failed", failure: { type: "rejected", message } };
}
