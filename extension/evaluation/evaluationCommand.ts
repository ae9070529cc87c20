import { basename } from "node:path";
import type { Price } from "../core/evaluation/sendings.ts";
import type { CaseSource } from "./caseSource.ts";

/** What the command line says about an evaluation. Whatever is `undefined` is left out. */
interface SaidOptions {
  readonly source: CaseSource;
  readonly edits: number | undefined;
  readonly seed: number;
  /** Names of engines and models, as the options take them. */
  readonly engines: readonly string[];
  readonly planner: string | undefined;
  readonly grader: string | undefined;
  /** By provider, where they are not the usual ones; that of no provider is for all. */
  readonly addresses: ReadonlyMap<string | undefined, string>;
  /** By model; that of no model is for all. */
  readonly prices: ReadonlyMap<string | undefined, Price>;
  readonly localModel: string | undefined;
}

/**
 * Writes the command that makes the same evaluation. Of paths it has only the last part, since reports are shown around. No option has keys
 * in it, and an address with a name or a password in it was refused before.
 */
export function evaluationCommand(said: SaidOptions): string {
  const { source, edits, seed, engines, planner, grader, addresses, prices, localModel } = said;
  const option = (name: string, value: string | undefined): string[] => (value === undefined ? [] : [name, value]);
  const keyed = (name: string, values: readonly (readonly [key: string | undefined, value: string])[]): string[] =>
    values.flatMap(([key, value]) => [name, key === undefined ? value : `${key}=${value}`]);
  const words = [
    ...(source.type === "repository"
      ? ["--repository", basename(source.directory)]
      : ["--cases", basename(source.path)]),
    ...option("--edits", edits?.toString()),
    ...["--engines", engines.join(","), "--seed", String(seed)],
    ...option("--planner", planner),
    ...option("--grader", grader),
    ...keyed("--base-url", [...addresses]),
    ...keyed(
      "--price",
      [...prices].map(([model, price]) => [model, `${String(price.sent)},${String(price.answered)}`]),
    ),
    ...option("--local-model", localModel && basename(localModel)),
  ];
  return `fast-apply eval ${words.map((word) => (/^[\w./:,@=+-]+$/.test(word) ? word : quoted(word))).join(" ")}`;
}

/** Quotes a text as one word of a POSIX shell, in which nothing is run. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
