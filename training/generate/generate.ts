import { languageOfPath } from "../../extension/core/sketch/languages.ts";
import { fileChanges, readBlobs, type FileChange } from "./git.ts";
import { makeCase, type Kind, type Revision, type TrainingCase } from "./makeCase.ts";
import { createRandom, type Random } from "./random.ts";
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
  /** Cases that change nothing, and traps, as shares of all. */
  readonly noChangeShare: number;
  readonly trapShare: number;
  /** What the edits are made of, and how often. */
  readonly kinds: readonly (readonly [readonly Kind[], number])[];
}

/** Weights that give the shares of deletions, moves and wraps of real answers, see `measure.ts`. */
export const USUAL_KINDS =
  "commit=36,commit+remove=7,commit+statement=5,commit+rename=4,commit+wrap=9,commit+wrap+statement=2,commit+insert=3," +
  "commit+extract=3,commit+unwrap=2,commit+move=1,remove=3,remove+remove=2,remove+insert=3,statement+remove=2," +
  "statement+insert=2,rename=2,rename+remove=2,rename+wrap=3,rename+statement=2,wrap=4,wrap+wrap=3,wrap+remove=2," +
  "wrap+statement=2,wrap+insert=2,unwrap=2,extract=3,extract+statement=1,move=3,move+remove=1,insert=3";

const SMALL_LINES = 100;
const LARGE_LINES = 600;
const MOST_LINES = 2500;
const MOST_COLUMNS = 400;

/** Reads the repositories and makes cases of them; the same options and repositories give the same cases. */
export async function generateCases(options: Options, report: (line: string) => void): Promise<TrainingCase[]> {
  const random = createRandom(options.seed);
  const share = options.perRepository ?? Math.ceil(options.limit / options.repositories.length);
  const cases: TrainingCase[] = [];
  for (const { directory, name } of options.repositories) {
    const made = await casesOf(directory, name, share, options, random.fork(name));
    report(`${name}: ${made.length} cases`);
    cases.push(...made);
  }
  const chosen = random.fork("order").shuffle(cases).slice(0, options.limit);
  return withOthers(chosen, options, random.fork("others"));
}

/** Puts traps and answers that change nothing in the place of some cases. */
function withOthers(cases: readonly TrainingCase[], options: Options, random: Random): TrainingCase[] {
  return cases.map((one) => {
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
  options: Options,
  random: Random,
): Promise<TrainingCase[]> {
  const changes = (await fileChanges(directory, options.commits)).filter(isWanted);
  const perPath = new Map<string, number>();
  const sampled = random.shuffle(changes).filter(({ path }) => counted(perPath, path) <= options.perName * 2);
  const wanted = sampled.slice(0, limit * 4);
  const next = new Map(changes.map((change) => [`${change.before}:${change.path}`, change]));
  const texts = await readBlobs(directory, [...new Set(wanted.flatMap((change) => namesAhead(change, next)))]);
  const cases: TrainingCase[] = [];
  const perName = new Map<string, number>();
  for (const [place, change] of wanted.entries()) {
    if (cases.length >= limit) break;
    const own = random.fork(`${place}:${change.path}`);
    const before = texts.get(change.before);
    const after = texts.get(lastOf(change, next, own).after);
    if (before === undefined || after === undefined || !isSizeWanted(before, options.smallShare, own)) continue;
    const fileName = change.path.split("/").at(-1) ?? "";
    if ((perName.get(fileName) ?? 0) >= options.perName) continue;
    const source = `${name}@${change.commit.slice(0, 10)}:${change.path}`;
    const revision = { ...change, source, before, after, donor: donorFor(change, wanted, texts) };
    const one = firstCase(revision, `${name}-${place}`, options.kinds, own);
    if (one === undefined) continue;
    cases.push(one);
    counted(perName, fileName);
  }
  return cases;
}

const MOST_TRIES = 3;

function firstCase(revision: Revision, id: string, kinds: Options["kinds"], random: Random): TrainingCase | undefined {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const one = makeCase(revision, random.pickWeighted(kinds), id, random);
    if (one !== undefined) return one;
  }
  return undefined;
}

/** Counts one more, and gives how many it is then. */
function counted(counts: Map<string, number>, name: string): number {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count;
}

type NextChange = ReadonlyMap<string, FileChange>;

const MOST_COMMITS_IN_ONE = 8;

/** Real requests change more places than most commits: often a case is what several commits in a row did to a file. */
function lastOf(change: FileChange, next: NextChange, random: Random): FileChange {
  let last = change;
  for (let count = 1; count < MOST_COMMITS_IN_ONE && random.isLikely(0.8); count++) {
    last = next.get(`${last.after}:${last.path}`) ?? last;
  }
  return last;
}

function namesAhead(change: FileChange, next: NextChange): string[] {
  const names = [change.before];
  let last: FileChange | undefined = change;
  for (let count = 0; count < MOST_COMMITS_IN_ONE && last !== undefined; count++) {
    names.push(last.after);
    last = next.get(`${last.after}:${last.path}`);
  }
  return names;
}

const FAR = 80;

/** Another file of the same language, from which a declaration can be taken. */
function donorFor(
  change: FileChange,
  changes: readonly FileChange[],
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const language = languageOfPath(change.path);
  const start = changes.indexOf(change);
  for (let step = 1; step < FAR; step++) {
    const other = changes[(start + step) % changes.length];
    const isLike = other !== undefined && other.path !== change.path && languageOfPath(other.path) === language;
    if (isLike) return texts.get(other.after);
  }
  return undefined;
}

/** Files that nobody edits by hand, and those in which every change stands at the top. */
const UNWANTED =
  /(?:^|\/)(?:node_modules|vendor|dist|third_party|fixtures|snapshots?|__snapshots__)\/|\.min\.|lock(?:\.json|\.yaml)?$|\.(?:svg|snap|map|po|pot|sum|csv|txt)$|(?:history|changelog|changes)/i;

function isWanted({ path }: FileChange): boolean {
  return languageOfPath(path) !== undefined && !UNWANTED.test(path);
}

/** Small files say little about where a piece belongs, and huge ones are slow: both are thinned. */
function isSizeWanted(text: string, smallShare: number, random: Random): boolean {
  const lines = text.split("\n");
  if (lines.length < 5 || lines.length > MOST_LINES || lines.some((line) => line.length > MOST_COLUMNS)) return false;
  if (lines.length < SMALL_LINES) return random.isLikely(smallShare);
  return random.isLikely(lines.length <= LARGE_LINES ? 1 : lines.length <= 2 * LARGE_LINES ? 0.5 : 0.2);
}
