import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Evaluation, EvaluationCase } from "../core/evaluation/evaluation.ts";
import { languageOfPath } from "../core/sketch/languages.ts";
import { lineTexts } from "../core/text/lines.ts";
import { readKinds, tryKinds, USUAL_KINDS, type GeneratedCase } from "./generate/makeCase.ts";
import { createRandom } from "./generate/random.ts";
import { readCaseFile } from "./caseFile.ts";
import { countSkipped } from "./countSkipped.ts";
import { drawRevisions } from "./history/drawRevisions.ts";
import { openRepository, unwantedWords, whyNot, type NoHistory, type Repository } from "./history/repository.ts";

/** Where cases come from. */
export type CaseSource =
  { readonly type: "repository"; readonly directory: string } | { readonly type: "file"; readonly path: string };

/** A case, and the commit's message that tells what it was made from, in case a planner is to be asked with it. */
export interface SourceCase {
  readonly one: EvaluationCase;
  readonly message: string;
}

export interface FoundCases {
  readonly type: "cases";
  readonly cases: readonly SourceCase[];
  readonly source: Evaluation["source"];
  readonly skipped: Evaluation["skipped"];
  /** What the user should know about it, as sentences. */
  readonly remarks: readonly string[];
}

export interface Wanted {
  /** `undefined`: all of a file of cases, and `USUAL_EDITS` of a repository. */
  readonly edits: number | undefined;
  readonly seed: number;
  /** A planner writes the answers: what a commit did is only asked for, so cases are whole commits. */
  readonly isPlanned: boolean;
}

const USUAL_EDITS = 450;
const SHORT_LINES = 400;
/** This share of the cases are files of up to 400 lines, as far as the history has them. */
const SHORT_SHARE = 2 / 3;
/** How many changes are looked at for each case that is wanted: not each of them yields one. */
const LOOKED_AT = 12;
const PER_NAME = 12;

/** Finds the cases. The same source, seed and number give the same cases. Rejects only with the reason of an abort of `signal`. */
export async function findCases(
  source: CaseSource,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<FoundCases | NoHistory> {
  if (source.type === "file") return casesOfFile(source.path, wanted);
  const repository = await openRepository(source.directory, signal);
  if (repository.type === "failed") return repository;
  return casesOfRepository(source.directory, repository, wanted, signal);
}

async function casesOfFile(path: string, { edits, seed, isPlanned }: Wanted): Promise<FoundCases | NoHistory> {
  const read = await readCaseFile(path);
  if (read.type === "failed") return read;
  const skipped = countSkipped();
  // What a planner answers in its place need not be refused.
  const usable = read.cases.filter(({ expected }) => expected !== null || !isPlanned);
  skipped.add("case that has to be refused, whose answer no planner can write", read.cases.length - usable.length);
  const cases = usable.map((one) => ({
    one: { ...one, split: splitOf(one.original) },
    message: one.instruction ?? "",
  }));
  // All of them keep their order; a part is drawn.
  const isPart = edits !== undefined && edits < cases.length;
  const chosen = isPart ? createRandom(seed).fork("cases").shuffle(cases).slice(0, edits) : cases;
  return {
    type: "cases",
    cases: chosen,
    source: { casesFile: basename(path), seed, asked: edits ?? cases.length },
    skipped: skipped.all(),
    remarks: [],
  };
}

async function casesOfRepository(
  directory: string,
  { name, commit, history, isShallow }: Repository,
  { edits = USUAL_EDITS, seed, isPlanned }: Wanted,
  signal: AbortSignal,
): Promise<FoundCases | NoHistory> {
  const skipped = countSkipped();
  skipped.add("submodule", history.submodules);
  const random = createRandom(seed);
  const room = { short: Math.ceil(edits * SHORT_SHARE), long: edits - Math.ceil(edits * SHORT_SHARE) };
  const kept: Record<keyof typeof room, SourceCase[]> = { short: [], long: [] };
  const kinds = readKinds(USUAL_KINDS);
  // There may be too few of one length, and then more of the other are taken.
  const isSizeWanted = (lines: number): boolean => kept[splitOfLines(lines)].length < edits;
  const isFull = (): boolean => kept.short.length >= room.short && kept.long.length >= room.long;
  const drawn = drawRevisions(history.changes, {
    ...{ directory, name, random, perName: PER_NAME, most: edits * LOOKED_AT, isSizeWanted, signal },
  });
  for await (const each of drawn) {
    if (each.type === "unwanted") {
      skipped.add(unwantedWords[each.reason]);
      continue;
    }
    if (each.type !== "revision") return whyNot(each, directory);
    const { revision, place } = each;
    const message = [revision.subject, revision.body].filter(Boolean).join("\n\n");
    const made = isPlanned
      ? toBePlanned(revision, message)
      : fromGenerated(tryKinds(revision, kinds, `${name}-${place}`, each.random));
    if (made === undefined) {
      skipped.add(isPlanned ? "commit whose message says nothing" : "change that no clear answer was found for");
      continue;
    }
    each.take();
    const split = splitOf(made.original);
    kept[split].push({ one: { ...made, id: `${name}-${place}`, split, commit: each.commit }, message });
    if (isFull()) break;
  }
  const long = kept.long.slice(0, Math.max(room.long, edits - kept.short.length));
  const short = kept.short.slice(0, edits - long.length);
  const cases = random.fork("order").shuffle([...short, ...long]);
  const remarks = remarksOf(cases.length, edits, { isShallow, isCut: history.isCut });
  if (cases.length === 0) {
    const message = `the history of ${directory} has no edit to evaluate on: ${history.changes.length} changes of files were looked at.`;
    return { type: "failed", message, next: remarks.at(-1) ?? "name another repository with --repository." };
  }
  const found = { repository: name, commit, seed, asked: edits };
  return { type: "cases", cases, source: found, skipped: skipped.all(), remarks };
}

function remarksOf(
  found: number,
  asked: number,
  { isShallow, isCut }: { readonly isShallow: boolean; readonly isCut: boolean },
): string[] {
  if (found >= asked) return [];
  const few = found === 0 ? [] : [`Only ${found} of ${asked} edits were found in the history.`];
  if (isShallow) return [...few, "The clone is shallow: git fetch --unshallow gets the rest of its history."];
  return isCut ? [...few, "Its latest commits change very many files, so fewer commits were read."] : few;
}

function splitOf(text: string): EvaluationCase["split"] {
  return splitOfLines(lineTexts(text).length);
}

function splitOfLines(lines: number): EvaluationCase["split"] {
  return lines <= SHORT_LINES ? "short" : "long";
}

type Made = Omit<EvaluationCase, "id" | "split" | "commit">;

function fromGenerated(one: GeneratedCase | undefined): Made | undefined {
  if (one === undefined) return undefined;
  const { path, language, kind, original, sketch: answer, instruction, expected } = one;
  return { path, language, kind, original, answer, instruction, expected };
}

/** Shorter subjects, such as "fix" or "wip", ask for nothing that somebody could write. */
const LEAST_SUBJECT = 12;

function toBePlanned(
  { path, before, subject }: { readonly path: string; readonly before: string; readonly subject: string },
  message: string,
): Made | undefined {
  if (subject.length < LEAST_SUBJECT || /^(?:merge|revert|wip|bump|release)\b/i.test(subject)) return undefined;
  const language = languageOfPath(path) ?? "";
  return { path, language, kind: "commit", original: before, answer: "", instruction: message, expected: before };
}

/** Computes a digest that tells values from any others. Hashes each by itself, since one text of all would take as much memory again. */
export function digestOf(values: Iterable<unknown>): string {
  const hash = createHash("sha256");
  for (const value of values) hash.update(`${JSON.stringify(value)}\n`);
  return hash.digest("hex");
}
