import { holdsSecrets } from "../../core/tools/secretFiles.ts";
import { lineTexts } from "../../core/text/lines.ts";
import { languageOfPath } from "../../core/sketch/languages.ts";
import type { FileRevision } from "../generate/makeCase.ts";
import type { Random } from "../generate/random.ts";
import type { CommittedChange } from "./fileChanges.ts";
import { readBlobs, type NoText } from "./readBlobs.ts";
import type { GitOptions, GitOutput } from "./runGit.ts";

export interface DrawOptions extends Pick<GitOptions, "isTrusted" | "signal"> {
  readonly directory: string;
  /** Of the repository, for the source of a revision. */
  readonly name: string;
  readonly random: Random;
  /** Changes of files of one name: each repository has its `index.js`. Those of one path are twice as many at most. */
  readonly perName: number;
  /** How many changes are looked at in all. */
  readonly most: number;
  /** Whether a file of this many lines is wanted, if it can be had at all. */
  readonly isSizeWanted: (lines: number, random: Random) => boolean;
}

/** Why a change is left out. */
export type Unwanted = NoText | "language" | "secrets" | "generated" | "size";

/** What comes of the changes of a history, one after the other in random order. */
export type Drawn =
  | {
      readonly type: "revision";
      readonly revision: FileRevision;
      readonly commit: string;
      /** Of the draw: the same for the same history and options. */
      readonly place: number;
      readonly random: Random;
      /** Says that the revision is used, which counts for `perName`. */
      readonly take: () => void;
    }
  | { readonly type: "unwanted"; readonly reason: Unwanted }
  | Exclude<GitOutput, { type: "output" }>;

const MOST_LINES = 2_500;
const LEAST_LINES = 5;
const MOST_COLUMNS = 400;

/** How many changes have their versions read together: what was read for those before leaves memory. */
const AT_ONCE = 30;

/**
 * Draws versions of files from what commits changed, in random order. The same changes, options and random source give the same revisions.
 * Ends early if git fails.
 */
export async function* drawRevisions(
  all: readonly CommittedChange[],
  { directory, name, random, perName, most, isSizeWanted, isTrusted, signal }: DrawOptions,
): AsyncGenerator<Drawn> {
  const changes = all.filter(({ path }) => unwantedPath(path) === undefined);
  for (const { path } of all) {
    const reason = unwantedPath(path);
    if (reason !== undefined) yield { type: "unwanted", reason };
  }
  const perPath = new Map<string, number>();
  const sampled = random.shuffle(changes).filter(({ path }) => counted(perPath, path) <= perName * 2);
  const wanted = sampled.slice(0, most);
  const next = new Map(changes.map((change) => [`${change.before}:${change.path}`, change]));
  const taken = new Map<string, number>();
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const batch = wanted.slice(start, start + AT_ONCE).map((change, index) => {
      const place = start + index;
      const own = random.fork(`${place}:${change.path}`);
      return { change, place, own, last: lastOf(change, next, own).after, donor: donorOf(place, wanted)?.after };
    });
    const names = new Set(batch.flatMap(({ change, last, donor }) => [change.before, last, donor]));
    const known = [...names].filter((blob) => blob !== undefined);
    const blobs = await readBlobs(directory, known, { isTrusted, signal });
    if (blobs.type !== "blobs") {
      yield blobs;
      return;
    }
    const { texts, others } = blobs;
    for (const { change, place, own, last, donor } of batch) {
      const [before, after] = [texts.get(change.before), texts.get(last)];
      if (before === undefined || after === undefined) {
        yield { type: "unwanted", reason: others.get(change.before) ?? others.get(last) ?? "missing" };
        continue;
      }
      const lines = lineTexts(before);
      if (!isSizePossible(lines) || hasLongLine(lineTexts(after)) || !isSizeWanted(lines.length, own)) {
        yield { type: "unwanted", reason: "size" };
        continue;
      }
      const fileName = change.path.split("/").at(-1) ?? "";
      if ((taken.get(fileName) ?? 0) >= perName) continue;
      const source = `${name}@${change.commit.slice(0, 10)}:${change.path}`;
      const revision = { ...change, source, before, after, donor: donor === undefined ? undefined : texts.get(donor) };
      const take = (): void => {
        counted(taken, fileName);
      };
      yield { type: "revision", revision, commit: change.commit, place, random: own, take };
    }
  }
}

/** Counts one more and returns how many it is then. */
function counted(counts: Map<string, number>, name: string): number {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count;
}

type NextChange = ReadonlyMap<string, CommittedChange>;

const MOST_COMMITS_IN_ONE = 8;

/** Real requests change more places than most commits: often a case is what several commits in a row did to a file. */
function lastOf(change: CommittedChange, next: NextChange, random: Random): CommittedChange {
  let last = change;
  for (let count = 1; count < MOST_COMMITS_IN_ONE && random.isLikely(0.8); count++) {
    last = next.get(`${last.after}:${last.path}`) ?? last;
  }
  return last;
}

const FAR = 80;

/** Another file of the same language, from which a declaration can be taken. */
function donorOf(place: number, changes: readonly CommittedChange[]): CommittedChange | undefined {
  const change = changes[place];
  if (change === undefined) return undefined;
  const language = languageOfPath(change.path);
  for (let step = 1; step < FAR; step++) {
    const other = changes[(place + step) % changes.length];
    const isLike = other !== undefined && other.path !== change.path && languageOfPath(other.path) === language;
    if (isLike) return other;
  }
  return undefined;
}

/** Files that nobody edits by hand, and those in which every change stands at the top. */
const UNWANTED =
  /(?:^|\/)(?:node_modules|vendor|dist|third_party|fixtures|snapshots?|__snapshots__)\/|\.min\.|lock(?:\.json|\.yaml)?$|\.(?:svg|snap|map|po|pot|sum|csv|txt)$|(?:history|changelog|changes)/i;

function unwantedPath(path: string): Unwanted | undefined {
  if (languageOfPath(path) === undefined) return "language";
  // Cases are sent to models, and stand in reports that are shown around.
  if (holdsSecrets(path)) return "secrets";
  return UNWANTED.test(path) ? "generated" : undefined;
}

function isSizePossible(lines: readonly string[]): boolean {
  if (lines.length < LEAST_LINES || lines.length > MOST_LINES) return false;
  return !hasLongLine(lines);
}

function hasLongLine(lines: readonly string[]): boolean {
  return lines.some((line) => line.length > MOST_COLUMNS);
}
