import { isBlank } from "../../core/text/indentation.ts";
import { languageOfPath } from "../../core/sketch/languages.ts";
import { writeAnswer } from "./answer.ts";
import { extractFunction } from "./edits/extract.ts";
import { insertUnit, moveUnit } from "./edits/move.ts";
import { removeStatement, removeUnit } from "./edits/remove.ts";
import { renameUnit } from "./edits/rename.ts";
import { unwrapStatements } from "./edits/unwrap.ts";
import { wrapStatements } from "./edits/wrap.ts";
import type { Random } from "./random.ts";
import { editBetween, expectedLines, type ScriptedEdit, type Fact } from "./script.ts";
import { tellChanges } from "./touched.ts";

/** A case that was made from a history; also a line of a file of cases. */
export interface GeneratedCase {
  readonly id: string;
  /** `repository@commit:path`. */
  readonly source: string;
  readonly path: string;
  readonly language: string;
  readonly original: string;
  /** The whole answer. */
  readonly sketch: string;
  readonly instruction: string;
  readonly expected: string;
  readonly expect_refusal: boolean;
  readonly style: string;
  /** What the edit is made of: `commit`, `remove`, ... joined by `+`. */
  readonly kind: string;
}

/** Two versions of one file. */
export interface FileRevision {
  readonly source: string;
  readonly path: string;
  readonly subject: string;
  /** What the commit's message says below it. */
  readonly body: string;
  readonly before: string;
  readonly after: string;
  /** Another file of the same language. */
  readonly donor: string | undefined;
}

const KINDS = ["commit", "remove", "statement", "rename", "wrap", "unwrap", "extract", "move", "insert"] as const;

/** `commit` is what one or more commits did; all others are edits made here, on top of them or alone. */
export type Kind = (typeof KINDS)[number];

function isKind(name: string): name is Kind {
  return KINDS.some((kind) => kind === name);
}

/** Weights that give the shares of deletions, moves and wraps of real answers. */
export const USUAL_KINDS =
  "commit=36,commit+remove=7,commit+statement=5,commit+rename=4,commit+wrap=9,commit+wrap+statement=2,commit+insert=3," +
  "commit+extract=3,commit+unwrap=2,commit+move=1,remove=3,remove+remove=2,remove+insert=3,statement+remove=2," +
  "statement+insert=2,rename=2,rename+remove=2,rename+wrap=3,rename+statement=2,wrap=4,wrap+wrap=3,wrap+remove=2," +
  "wrap+statement=2,wrap+insert=2,unwrap=2,extract=3,extract+statement=1,move=3,move+remove=1,insert=3";

/** Kinds of edit, each possibly of several together, with their weights. */
export type WeightedKinds = readonly (readonly [kinds: readonly Kind[], weight: number])[];

/** Reads weights such as `remove+wrap=3,insert=1`, 1 if none is given; throws if a kind is not known. */
export function readKinds(text: string): WeightedKinds {
  return text.split(",").map((one) => {
    const [names = "", weight = "1"] = one.split("=");
    const kinds = names.split("+").filter(isKind);
    if (kinds.length !== names.split("+").length) throw new Error(`"${names}" is not made of known kinds of edit.`);
    return [kinds, Number(weight)];
  });
}

const MOST_TRIES = 3;

/** Makes a case of kinds of edit, drawn by their weights; `undefined` if some tries gave none. */
export function tryKinds(
  revision: FileRevision,
  kinds: WeightedKinds,
  id: string,
  random: Random,
): GeneratedCase | undefined {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const one = makeCase(revision, random.pickWeighted(kinds), id, random);
    if (one !== undefined) return one;
  }
  return undefined;
}

const MOST_CHANGED = 70;

/** Makes a case of the given kinds of edit; `undefined` if the file has no place for them, or if no clear answer was found. */
export function makeCase(
  revision: FileRevision,
  kinds: readonly Kind[],
  id: string,
  random: Random,
): GeneratedCase | undefined {
  const { path, before, after } = revision;
  const language = languageOfPath(path);
  const eol = before.includes("\r\n") ? "\r\n" : "\n";
  const isMixed = (text: string): boolean => text.replaceAll("\r\n", "").includes(eol === "\n" ? "\r" : "\n");
  if (isMixed(before) || (kinds.includes("commit") && isMixed(after))) return undefined;
  const original = before.split(eol);
  const mined = kinds.includes("commit");
  let edit: ScriptedEdit = editBetween(path, language, original, mined ? after.split(eol) : original);
  if (mined) {
    const limited = fewHunks(edit, random);
    if (limited === undefined) return undefined;
    edit = tellChanges(limited);
  }
  for (const kind of kinds) {
    const next = kind === "commit" ? edit : editOf(kind, edit, revision.donor, random);
    if (next === undefined) return undefined;
    edit = { ...next, facts: stillTrue(next.facts) };
  }
  const expected = expectedLines(edit.steps);
  if (isOnlyBlank(edit) || tooMuch(edit)) return undefined;
  const isAlone = kinds.length === 1 && mined;
  const answer = writeAnswer(edit, isAlone ? revision : undefined, random);
  if (answer === undefined) return undefined;
  return {
    id,
    source: revision.source,
    path,
    language: language ?? "plaintext",
    original: before,
    sketch: answer.text,
    instruction: answer.instruction,
    expected: expected.join(eol),
    expect_refusal: false,
    style: answer.style,
    kind: kinds.join("+"),
  };
}

/** Leaves out what was changed first and then removed or renamed. */
function stillTrue(facts: readonly Fact[]): Fact[] {
  const last = facts.at(-1);
  return facts.filter((fact) => fact === last || fact.name !== last?.name);
}

function editOf(
  kind: Exclude<Kind, "commit">,
  edit: ScriptedEdit,
  donor: string | undefined,
  random: Random,
): ScriptedEdit | undefined {
  switch (kind) {
    case "remove":
      return removeUnit(edit, random);
    case "statement":
      return removeStatement(edit, random);
    case "extract":
      return extractFunction(edit, random);
    case "rename":
      return renameUnit(edit, random);
    case "wrap":
      return wrapStatements(edit, random);
    case "unwrap":
      return unwrapStatements(edit, random);
    case "move":
      return moveUnit(edit, random);
    case "insert":
      return donor === undefined ? undefined : insertUnit(edit, donor.split(/\r?\n/), random);
  }
}

/** Commits exchange lines one for one more often than requests ask for it: this share of such hunks is taken. */
const EXCHANGE_SHARE = 0.5;

/** Returns the edit with only a few neighbouring hunks of it: nobody asks for forty changes at once. Takes the largest of some choices. */
function fewHunks(edit: ScriptedEdit, random: Random): ScriptedEdit | undefined {
  const all = hunkRanges(edit).filter(({ start, end }) => end - start <= MOST_CHANGED);
  const thinned = all.filter((hunk) => !isExchange(edit, hunk) || random.isLikely(EXCHANGE_SHARE));
  const hunks = thinned.length > 0 ? thinned : all;
  if (hunks.length === 0) return undefined;
  const wanted = random.pickWeighted([
    [1, 6],
    [2, 12],
    [3, 22],
    [4, 24],
    [5, 20],
    [6, 16],
  ] as const);
  const count = Math.min(hunks.length, wanted);
  const choices = Array.from({ length: 4 }, () => hunks.slice(random.between(0, hunks.length - count)).slice(0, count));
  const sizeOf = (choice: typeof hunks): number =>
    Math.min(
      40,
      choice.reduce((sum, { start, end }) => sum + end - start, 0),
    ) + random.between(0, 8);
  const best = choices.reduce((most, choice) => (sizeOf(choice) > sizeOf(most) ? choice : most));
  const chosen = new Set(best.flatMap(({ start, end }) => range(start, end)));
  const steps = edit.steps.flatMap((step, index) => {
    if (step.type === "keep" || chosen.has(index)) return [step];
    return step.type === "add" ? [] : [{ type: "keep" as const, old: step.old, text: edit.original[step.old] ?? "" }];
  });
  return { ...edit, steps };
}

function isExchange({ steps }: ScriptedEdit, { start, end }: { start: number; end: number }): boolean {
  return 2 * steps.slice(start, end).filter(({ type }) => type === "add").length === end - start;
}

const range = (start: number, end: number): number[] =>
  Array.from({ length: end - start }, (_, place) => start + place);

function hunkRanges({ steps }: ScriptedEdit): { start: number; end: number }[] {
  const hunks: { start: number; end: number }[] = [];
  for (let start = 0; start < steps.length; start++) {
    if (steps[start]?.type === "keep") continue;
    let end = start;
    while (end < steps.length && steps[end]?.type !== "keep") end++;
    hunks.push({ start, end });
    start = end;
  }
  return hunks;
}

function isOnlyBlank({ steps, original }: ScriptedEdit): boolean {
  return steps.every((step) =>
    step.type === "keep"
      ? step.text === original[step.old]
      : isBlank(step.type === "add" ? step.text : (original[step.old] ?? "")),
  );
}

function tooMuch({ steps, original }: ScriptedEdit): boolean {
  const changed = steps.filter(({ type }) => type !== "keep").length;
  return changed > MOST_CHANGED + 40 || changed > original.length * 0.8;
}
