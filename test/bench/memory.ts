/** Prints how many bytes one process needs above idle to apply a sketch to a long file. Run with `--expose-gc`. */
import { applyStructural } from "../../extension/core/apply/structural.ts";
import { readReply } from "../../extension/core/sketch/readReply.ts";
import { createSyntaxParsers, sourceGrammarsDirectory } from "../../extension/providers/treeSitter.ts";
import { writeLongFile, type BenchLanguage } from "./longFiles.ts";

const [language = "typescript", lineCount = "50000"] = process.argv.slice(2);

const file = writeLongFile(language as BenchLanguage, Number(lineCount));
const parser = await createSyntaxParsers(sourceGrammarsDirectory()).load(language);
const small = writeLongFile(language as BenchLanguage, 100);

function apply({ original, reply, path }: typeof file): void {
  const sketches = readReply(reply, { path, language, original });
  const outcome = applyStructural({ original, sketches, language, parser });
  if (outcome.type !== "merged") throw new Error(`The sketch must merge: ${outcome.reason}`);
}

// Idle is a process that has its grammar and has worked once.
apply(small);
globalThis.gc?.();
const idle = process.memoryUsage();
apply(file);
const peak = process.resourceUsage().maxRSS * 1024;
globalThis.gc?.();
const after = process.memoryUsage();
console.log(
  JSON.stringify({ peak: peak - idle.rss, kept: after.rss - idle.rss, heapKept: after.heapUsed - idle.heapUsed }),
);
