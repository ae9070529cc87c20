import { tryKinds, type GeneratedCase, type WeightedKinds } from "../../extension/evaluation/generate/makeCase.ts";
import { createRandom, type Random } from "../../extension/evaluation/generate/random.ts";
import { drawRevisions } from "../../extension/evaluation/history/drawRevisions.ts";
import { fileChanges } from "../../extension/evaluation/history/fileChanges.ts";
import type { GitOutput } from "../../extension/evaluation/history/runGit.ts";
import { makePlaced } from "./placed.ts";
import { makeNoChange, makeTrap } from "./traps.ts";

export interface Options {
  readonly repositories: readonly { readonly directory: string; readonly name: string }[];
  readonly seed: number;
  /** Cases in all, those that are mixed in not counted. */
  readonly limit: number;
  /** Cases of one repository; without it all have the same share. */
  readonly perRepository: number | undefined;
  /** Commits read of each repository, the latest first. */
  readonly commits: number;
  /** Cases of files of one name in a repository: each has its `index.js`. */
  readonly perName: number;
  /** Files under 100 lines are taken this often. */
  readonly smallShare: number;
  /** Cases that show something new and say where it goes, that change nothing, and traps, as shares of all. */
  readonly placedShare: number;
  readonly noChangeShare: number;
  readonly trapShare: number;
  /** What the edits are made of, and how often. */
  readonly kinds: WeightedKinds;
}

const SMALL_LINES = 100;
const LARGE_LINES = 600;

/** Reads the repositories and makes cases of them; the same options and repositories give the same cases. */
export async function generateCases(options: Options, report: (line: string) => void): Promise<GeneratedCase[]> {
  const random = createRandom(options.seed);
  const share = options.perRepository ?? Math.ceil(options.limit / options.repositories.length);
  const cases: GeneratedCase[] = [];
  for (const { directory, name } of options.repositories) {
    const made = await casesOf(directory, name, share, options, random.fork(name));
    report(`${name}: ${made.length} cases`);
    cases.push(...made);
  }
  const chosen = random.fork("order").shuffle(cases).slice(0, options.limit);
  return withOthers(chosen, options, random.fork("others"));
}

/** Puts answers that are placed by their words or change nothing, and traps, in the place of some cases. */
function withOthers(cases: readonly GeneratedCase[], options: Options, random: Random): GeneratedCase[] {
  return cases.map((one) => {
    if (random.isLikely(options.placedShare)) return makePlaced(one, random) ?? one;
    if (random.isLikely(options.noChangeShare)) return makeNoChange(one, random) ?? one;
    if (!random.isLikely(options.trapShare)) return one;
    const others = cases.filter(({ language }) => language === one.language);
    return makeTrap(one, random.pick(others), random) ?? one;
  });
}

async function casesOf(
  directory: string,
  name: string,
  limit: number,
  { commits, perName, smallShare, kinds }: Options,
  random: Random,
): Promise<GeneratedCase[]> {
  if (limit === 0) return [];
  // Who trains on a repository has chosen it, whoever owns it.
  const history = await fileChanges(directory, commits, { isTrusted: true });
  if (history.type !== "history") throw gitError(directory, history);
  const cases: GeneratedCase[] = [];
  const most = limit * 4;
  const isSizeWanted = (lines: number, own: Random): boolean => isWanted(lines, smallShare, own);
  const options = { directory, name, random, perName, most, isSizeWanted, isTrusted: true };
  for await (const drawn of drawRevisions(history.changes, options)) {
    if (drawn.type === "unwanted") continue;
    if (drawn.type !== "revision") throw gitError(directory, drawn);
    const one = tryKinds(drawn.revision, kinds, `${name}-${drawn.place}`, drawn.random);
    if (one === undefined) continue;
    drawn.take();
    cases.push(one);
    if (cases.length >= limit) break;
  }
  return cases;
}

function gitError(directory: string, failure: Exclude<GitOutput, { type: "output" }>): Error {
  const why = failure.type === "no-git" ? "there is no git" : failure.message;
  return new Error(`The history of ${directory} cannot be read: ${why}`);
}

/** Small files say little about where a piece belongs, and huge ones are slow: both are thinned. */
function isWanted(lines: number, smallShare: number, random: Random): boolean {
  if (lines < SMALL_LINES) return random.isLikely(smallShare);
  return random.isLikely(lines <= LARGE_LINES ? 1 : lines <= 2 * LARGE_LINES ? 0.5 : 0.2);
}
