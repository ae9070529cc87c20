import { languageOfPath } from "../../extension/core/sketch/languages.ts";
import { fileChanges, readBlobs, type FileChange } from "./git.ts";
import { makeCase, type Kind, type Revision, type TrainingCase } from "./makeCase.ts";
import { createRandom, type Random } from "./random.ts";

export interface Options {
  readonly repositories: readonly { readonly directory: string; readonly name: string }[];
  readonly seed: number;
  /** Cases in all. */
  readonly limit: number;
  /** Commits read of each repository. */
  readonly commits: number;
}

/** What the edits are made of, and how often. */
const KINDS: readonly (readonly [readonly Kind[], number])[] = [
  [["commit"], 36],
  [["commit", "remove"], 7],
  [["commit", "statement"], 5],
  [["commit", "rename"], 4],
  [["commit", "wrap"], 9],
  [["commit", "wrap", "statement"], 2],
  [["commit", "insert"], 3],
  [["commit", "extract"], 3],
  [["commit", "unwrap"], 2],
  [["commit", "move"], 1],
  [["remove"], 3],
  [["remove", "remove"], 2],
  [["remove", "insert"], 3],
  [["statement", "remove"], 2],
  [["statement", "insert"], 2],
  [["rename"], 2],
  [["rename", "remove"], 2],
  [["rename", "wrap"], 3],
  [["rename", "statement"], 2],
  [["wrap"], 4],
  [["wrap", "wrap"], 3],
  [["wrap", "remove"], 2],
  [["wrap", "statement"], 2],
  [["wrap", "insert"], 2],
  [["unwrap"], 2],
  [["extract"], 3],
  [["extract", "statement"], 1],
  [["move"], 3],
  [["move", "remove"], 1],
  [["insert"], 3],
];

const MOST_PER_PATH = 6;

/** Reads the repositories and makes cases of them; the same options give the same cases. */
export async function generateCases(options: Options): Promise<TrainingCase[]> {
  const random = createRandom(options.seed);
  const share = Math.ceil(options.limit / options.repositories.length);
  const cases: TrainingCase[] = [];
  for (const { directory, name } of options.repositories) {
    const made = await casesOf(directory, name, share, options.commits, random.fork(name));
    console.error(`${name}: ${made.length}`);
    cases.push(...made);
  }
  return random.fork("order").shuffle(cases).slice(0, options.limit);
}

async function casesOf(directory: string, name: string, limit: number, commits: number, random: Random): Promise<TrainingCase[]> {
  const changes = (await fileChanges(directory, commits)).filter(isWanted);
  const perPath = new Map<string, number>();
  const sampled = random.shuffle(changes).filter(({ path }) => {
    const count = (perPath.get(path) ?? 0) + 1;
    perPath.set(path, count);
    return count <= MOST_PER_PATH * 2;
  });
  const wanted = sampled.slice(0, limit * 4);
  const next = new Map(changes.map((change) => [`${change.before}:${change.path}`, change]));
  const texts = await readBlobs(directory, [...new Set(wanted.flatMap((change) => namesAhead(change, next)))]);
  const cases: TrainingCase[] = [];
  const made = new Map<string, number>();
  for (const [place, change] of wanted.entries()) {
    if (cases.length >= limit) break;
    const own = random.fork(`${place}:${change.path}`);
    const before = texts.get(change.before);
    const after = texts.get(lastOf(change, next, own).after);
    if (before === undefined || after === undefined || !isSizeWanted(before, random)) continue;
    const fileName = change.path.split("/").at(-1) ?? "";
    if ((made.get(fileName) ?? 0) >= MOST_PER_PATH) continue;
    const revision: Revision = { ...change, source: `${name}@${change.commit.slice(0, 10)}:${change.path}`, before, after, donor: donorFor(change, wanted, texts) };
    for (let attempt = 0; attempt < 3; attempt++) {
      const one = makeCase(revision, own.pickWeighted(KINDS), `${name}-${place}`, own);
      if (one === undefined) continue;
      cases.push(one);
      made.set(fileName, (made.get(fileName) ?? 0) + 1);
      break;
    }
  }
  return cases;
}

type NextChange = ReadonlyMap<string, FileChange>;

const MOST_COMMITS_IN_ONE = 4;

/** Real requests change more places than most commits: often a case is what several commits in a row did to a file. */
function lastOf(change: FileChange, next: NextChange, random: Random): FileChange {
  let last = change;
  for (let count = 1; count < MOST_COMMITS_IN_ONE && random.isLikely(0.6); count++) {
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

function donorFor(change: FileChange, changes: readonly FileChange[], texts: ReadonlyMap<string, string>): string | undefined {
  const language = languageOfPath(change.path);
  const start = changes.indexOf(change);
  for (let step = 1; step < 80; step++) {
    const other = changes[(start + step) % changes.length];
    if (other !== undefined && other.path !== change.path && languageOfPath(other.path) === language) return texts.get(other.after);
  }
  return undefined;
}

const UNWANTED = /(?:^|\/)(?:node_modules|vendor|dist|third_party|fixtures|snapshots?|__snapshots__)\/|\.min\.|lock(?:\.json|\.yaml)?$|\.(?:svg|snap|map|po|pot|sum|csv|txt)$|(?:History|CHANGELOG|CHANGES)/i;

function isWanted({ path }: FileChange): boolean {
  return languageOfPath(path) !== undefined && !UNWANTED.test(path);
}

/** Small files say little about where a piece belongs, and huge ones are slow: both are thinned. */
function isSizeWanted(text: string, random: Random): boolean {
  const lines = text.split("\n").length;
  if (lines < 12 || lines > 2500) return false;
  if (text.split("\n").some((line) => line.length > 400)) return false;
  return random.isLikely(lines < 60 ? 0.2 : lines < 100 ? 0.45 : lines <= 600 ? 1 : lines <= 1200 ? 0.5 : 0.2);
}
