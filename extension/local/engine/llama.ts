import { getLlama, LlamaLogLevel, NoBinaryFoundError, type Llama } from "node-llama-cpp";
import type { EngineFailure } from "../protocol.ts";

export type LlamaAnswer =
  { readonly type: "llama"; readonly llama: Llama } | { readonly type: "failed"; readonly failure: EngineFailure };

/** For Apple's own processors there is one binary, which can use their graphics part; what a model uses of it is said when it is loaded. */
const isMetalAlone = process.platform === "darwin" && process.arch === "arm64";

/**
 * Opens the native library, with the binary for this platform that lies beside the extension. Builds and fetches nothing. If there is no
 * binary, or it does not load, the failure says how to get one.
 */
export async function openLlama(usesGpu: boolean): Promise<LlamaAnswer> {
  try {
    const llama = await getLlama({
      gpu: usesGpu || isMetalAlone ? "auto" : false,
      build: "never",
      skipDownload: true,
      progressLogs: false,
      // The library's own limit is the number of cores that it sees; ours is given with the model.
      maxThreads: 0,
      logLevel: LlamaLogLevel.error,
    });
    return { type: "llama", llama };
  } catch (error) {
    const reason = error instanceof NoBinaryFoundError ? "" : ` (${messageOf(error)})`;
    const message = `This build of Fast Apply has no local engine that runs on this machine, ${process.platform}-${process.arch}${reason}. Install the build of the extension for this platform, or choose another provider.`;
    return { type: "failed", failure: { type: "not-found", message } };
  }
}

/**
 * Computes how many threads are quickest: the physical cores but one, which the editor needs. One thread too many makes each pass wait for
 * the one that shares its core.
 */
export function quickThreads({ cpuMathCores }: Pick<Llama, "cpuMathCores">): number {
  return Math.max(1, cpuMathCores - 1);
}

/** Returns the first line of what the library says, without a full stop. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n", 1)[0] ?? "").replace(/\.$/, "");
}
