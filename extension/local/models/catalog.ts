import type { CatalogModel } from "../../core/models/localEngine.ts";

const million = 1_000_000;

/**
 * Describes a file in a repository of Hugging Face. `bytes` is about right; the publisher is asked for the exact size and the digest.
 * Neither revision nor digest is pinned: whoever adds one reads it from the publisher and passes it as `sha256`, and then any other file is
 * refused.
 */
function onHuggingFace(
  repository: string,
  file: string,
  { name, bytes, licence = "Apache-2.0" }: { name: string; bytes: number; licence?: string },
): CatalogModel {
  const page = `https://huggingface.co/${repository}`;
  return { file, name, url: `${page}/resolve/main/${file}`, bytes, sha256: undefined, licence, page };
}

/** The models that are offered, the best for most machines first. All are instruct models or trained to apply. */
export const catalog: readonly CatalogModel[] = [
  onHuggingFace("bartowski/FastApply-1.5B-v1.0-GGUF", "FastApply-1.5B-v1.0-Q4_K_M.gguf", {
    name: "FastApply 1.5B",
    bytes: 986 * million,
  }),
  onHuggingFace("bartowski/FastApply-7B-v1.0-GGUF", "FastApply-7B-v1.0-Q4_K_M.gguf", {
    name: "FastApply 7B",
    bytes: 4_683 * million,
  }),
  onHuggingFace("Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF", "qwen2.5-coder-0.5b-instruct-q8_0.gguf", {
    name: "Qwen2.5-Coder 0.5B",
    bytes: 676 * million,
  }),
  onHuggingFace("Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF", "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", {
    name: "Qwen2.5-Coder 1.5B",
    bytes: 1_117 * million,
  }),
  onHuggingFace("Qwen/Qwen2.5-Coder-3B-Instruct-GGUF", "qwen2.5-coder-3b-instruct-q4_k_m.gguf", {
    name: "Qwen2.5-Coder 3B",
    bytes: 2_105 * million,
    // Unlike its siblings: for research, and not for commercial use.
    licence: "LicenseRef-Qwen-Research",
  }),
];
