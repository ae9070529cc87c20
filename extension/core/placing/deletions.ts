import type { Original } from "../merge/original.ts";
import { declaredExtent, isAttached } from "../sketch/declaredExtent.ts";
import { bareName, findNamings, MAX_NAMES } from "../sketch/declaredNames.ts";
import type { Statement } from "../sketch/statement.ts";
import { readStatements } from "../sketch/statements.ts";
import { readSentences, type Sentence, type Token } from "../sketch/statementTokens.ts";
import type { LineRange } from "../text/lines.ts";
import { constructsOf, roleOf, saidConstructs, wordParts } from "./cues.ts";
import { Features } from "./features.ts";
import type { PlacingFile } from "./placingFile.ts";
import { rangeKey } from "./windows.ts";

/** A part of a sentence that may say that something goes: one of its names or, if it has none that the file has, all of it. */
export interface DeletionSlot {
  readonly sentence: Sentence;
  readonly name: string | undefined;
  /** What may go. */
  readonly choices: readonly { readonly window: LineRange; readonly features: Features }[];
  /** What speaks for that nothing goes. */
  readonly none: Features;
}

const STEMS: readonly (readonly [string, RegExp])[] = [
  ["remove", /^remov\w*$/],
  ["delete", /^delet\w*$/],
  ["drop", /^drop\w*$/],
  ["gone", /^(?:gone|goes|go|went|away|disappears?|vanish\w*)$/],
  ["unused", /^(?:unused|obsolete|needless|unneeded|redundant|superfluous|dead|longer|unnecessary)$/],
  ["rid", /^(?:rid|strip\w*|cut|lose|loses|takes?|out)$/],
  ["instead", /^(?:replac\w*|instead|becom\w*|move\w*|merg\w*|shrinks?|collaps\w*)$/],
];
const ASKING = new Set(["remove", "delete", "drop", "gone", "unused", "rid"]);
const CUES: readonly (readonly [string, RegExp])[] = [
  ["not", /^(?:not|never|don't|doesn't|isn't|aren't|won't|didn't|no)$/],
  ["keep", /^(?:keep\w*|stays?|remain\w*|left|leave\w*|unchanged|still|kept)$/],
  ["so", /^(?:so|therefore|thus|since|because|as|once|after|now)$/],
  ["can", /^(?:can|could|may|might|should|must|need)$/],
  ["if", /^(?:if|unless|would|want|whether|later|optional\w*)$/],
  ["also", /^(?:also|and|then|finally|too|just|both|all|each|every|completely)$/],
  ["line", /^(?:lines?|call|calls|statement)$/],
  ["import", /^imports?$/],
  ["in", /^(?:in|from|inside|of)$/],
  ["comment", /^comments?$/],
  ["test", /^(?:tests?|file|files|elsewhere|other|repo\w*)$/],
  ["whole", /^(?:whole|entire|everything|block|completely|all)$/],
];

/** Names of one sentence, and lines of one name, that are looked at. */
const MOST_NAMES = 8;
const MOST_LINES = 16;

/** Sentences that say that something goes, of one answer. */
const MOST_SENTENCES = 60;

/**
 * Lists what the sentences of an answer may delete. `taken`: lines whose place a block takes. `isOfFile`: whether a sentence is about this
 * file.
 */
export function readDeletionSlots(
  prose: string,
  placing: PlacingFile,
  taken: readonly LineRange[],
  isOfFile: (sentence: Sentence) => boolean = () => true,
): DeletionSlot[] {
  const { file } = placing.compared;
  const known = new Map<string, Found>();
  const find = (name: string): Found => {
    const found = known.get(name) ?? (known.size < MAX_NAMES ? linesOf(name, file) : []);
    known.set(name, found);
    return found;
  };
  let looked = 0;
  return readSentences(prose).flatMap((sentence): DeletionSlot[] => {
    if (looked >= MOST_SENTENCES || !isOfFile(sentence)) return [];
    const words = sentence.tokens.filter(({ type }) => type === "word");
    const stems = new Set(
      STEMS.flatMap(([stem, pattern]) => (words.some(({ text }) => pattern.test(text)) ? [stem] : [])),
    );
    if (![...stems].some((stem) => ASKING.has(stem))) return [];
    const names = sentence.tokens
      .map((token, at) => ({ token, at }))
      .filter(({ token }) => token.type === "name")
      .slice(0, MOST_NAMES)
      .map(({ token, at }) => ({ name: token.text, at, found: find(token.text) }));
    const standing = names.filter(({ found }) => found.length > 0);
    const common = cuesOf(words, stems);
    const statements = readStatements(sentence.text);
    if (isNegated(sentence.tokens)) return [];
    looked++;
    if (standing.length === 0)
      return [
        slotOf(
          sentence,
          undefined,
          -1,
          linesByWords(sentence, placing),
          common,
          [],
          saidOf(statements, undefined),
          placing,
          taken,
        ),
      ];
    return standing
      .filter(
        ({ name }) =>
          !statements.some(
            ({ names, kind, certainty }) => names.includes(name) && (kind === "keep" || certainty === "negated"),
          ),
      )
      .map(({ name, at, found }) =>
        slotOf(
          sentence,
          name,
          at,
          found,
          common,
          standing.filter((other) => other.at !== at).map(({ found: lines }) => new Set(lines.map(({ line }) => line))),
          saidOf(statements, name),
          placing,
          taken,
        ),
      );
  });
}

type Found = readonly { readonly line: number; readonly naming: string }[];

function linesOf(name: string, file: Original): Found {
  const exact = name.trim();
  const whole = (file.byTrimmed.get(exact) ?? []).map((line) => ({ line, naming: "whole" }));
  if (whole.length > 0) return whole.slice(0, MOST_LINES);
  const found: Found = findNamings(file.lines, name);
  if (found.length > 0) return found.slice(0, MOST_LINES);
  // A piece of a line, as it stands there.
  const bare = bareName(name);
  if (bare.length < 4) return [];
  return file.lines
    .flatMap((text, line) => (text.includes(exact) || text.includes(bare) ? [{ line, naming: "part" }] : []))
    .slice(0, MOST_LINES);
}

/** Lines that have much of what a sentence says. */
function linesByWords(sentence: Sentence, { parts, partCount, compared }: PlacingFile): Found {
  const words = new Set(sentence.tokens.flatMap(({ type, raw }) => (type === "word" ? wordParts(raw) : [])));
  const count = compared.file.lines.length;
  return parts
    .map((of, line) => {
      let score = 0;
      for (const part of of) if (words.has(part)) score += Math.log(1 + count / (partCount.get(part) ?? 1));
      return { line, naming: "words", score };
    })
    .filter(({ score }) => score > 1.5)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_LINES);
}

function cuesOf(words: readonly Token[], stems: ReadonlySet<string>): string[] {
  const cues = CUES.flatMap(([cue, pattern]) => (words.some(({ text }) => pattern.test(text)) ? [cue] : []));
  return [...stems, ...cues];
}

function slotOf(
  sentence: Sentence,
  name: string | undefined,
  at: number,
  found: Found,
  cues: readonly string[],
  others: readonly ReadonlySet<number>[],
  saying: string,
  placing: PlacingFile,
  taken: readonly LineRange[],
): DeletionSlot {
  const { compared, structure, parts } = placing;
  const { file } = compared;
  const { lines, blocks, trimmed } = file;
  const role = at < 0 ? "none" : roleOf(sentence.tokens, at);
  const stemBefore = at >= 0 ? nearestStem(sentence.tokens, at, -1) : "none";
  const stemBehind = at >= 0 ? nearestStem(sentence.tokens, at, 1) : "none";
  const nouns = at < 0 ? saidConstructs(sentence.tokens) : saidConstructs(sentence.tokens.slice(at + 1, at + 4));
  const said = saidConstructs(sentence.tokens);
  const words = new Set(sentence.tokens.flatMap(({ type, raw }) => (type === "word" ? wordParts(raw) : [])));
  const seen = new Set<string>();
  const choices: { window: LineRange; features: Features }[] = [];
  const add = (start: number, end: number, kind: string, line: number, naming: string): void => {
    const key = rangeKey(start, end);
    if (seen.has(key) || end <= start || end - start > 300) return;
    if (taken.some((range) => range.start < end && start < range.end)) return;
    seen.add(key);
    const features = new Features();
    const set = (feature: string, value = 1): void => {
      features.add(feature, value);
    };
    set(`d:says:${saying}`);
    set(`d:says:${saying}:${kind}`);
    set(`d:kind:${kind}`);
    set(`d:${kind}:${naming}`);
    set(`d:naming:${naming}`);
    set(`d:role:${role}:${kind}`);
    set(`d:before:${stemBefore}:${kind}`);
    set(`d:behind:${stemBehind}`);
    set("d:many", Math.log(found.length));
    set("d:size", Math.log(end - start));
    if ((blocks.end[start] ?? 0) > end) set("d:opener");
    if (isAttached(lines[start] ?? "") && !isAttached(lines[end - 1] ?? "")) set("d:attached");
    if (line === start) set(`d:first:${kind}`);
    const head = kind === "line" ? line : start;
    const own = constructsOf(trimmed[head] ?? "");
    if (own.some((one) => nouns.has(one))) set(`d:noun:${kind}`);
    else if (nouns.size > 0) set(`d:noNoun:${kind}`);
    if (own.some((one) => said.has(one))) set("d:construct");
    for (const one of own) set(`d:is:${one}`);
    const scopes = structure.enclosing(start);
    if (others.some((of) => scopes.some((scope) => of.has(scope)))) set("d:otherScope");
    if (others.some((of) => [...of].some((other) => other >= start && other < end))) set("d:otherIn");
    const scoped = scopes.some((scope) => [...(parts[scope] ?? [])].some((part) => words.has(part)));
    if (scoped) set("d:wordsScope");
    let [shared, all] = [0, 0];
    for (let at = start; at < Math.min(end, start + 20); at++)
      for (const part of parts[at] ?? []) {
        all++;
        if (words.has(part)) shared++;
      }
    if (all > 0) set("d:words", shared / all);
    for (const cue of cues) set(`d:cue:${cue}`);
    for (const cue of ["whole", "line", "import", "comment"]) if (cues.includes(cue)) set(`d:cue:${cue}:${kind}`);
    choices.push({ window: { start, end }, features });
  };
  for (const { line, naming } of found) {
    add(line, line + 1, "line", line, naming);
    const { begin, end } = declaredExtent(lines, blocks.end, line);
    if (begin < line) add(begin, end, "attached", line, naming);
    if (end > line + 1) add(line, end, "block", line, naming);
    let [top, bottom] = [line, line + 1];
    while (top > 0 && trimmed[top - 1] !== "") top--;
    while (bottom < lines.length && trimmed[bottom] !== "") bottom++;
    add(top, bottom, "paragraph", line, naming);
    for (const scope of structure.enclosing(line).slice(0, 2)) {
      const outer = declaredExtent(lines, blocks.end, scope);
      add(scope, outer.end, "outer", line, naming);
      if (outer.begin < scope) add(outer.begin, outer.end, "outerAttached", line, naming);
    }
  }
  const none = new Features();
  none.add("d:none");
  none.add(`d:none:says:${saying}`);
  none.add(`d:none:role:${role}`);
  none.add(`d:none:before:${stemBefore}`);
  none.add(`d:none:behind:${stemBehind}`);
  for (const cue of cues) none.add(`d:none:cue:${cue}`);
  none.add("d:none:many", Math.log(1 + found.length));
  if (found.length === 0) none.add("d:none:unknown");
  return { sentence, name, choices, none };
}

/** Whether a verb of deletion is denied: "do not remove", "nothing is deleted". */
const isNegated = (tokens: readonly Token[]): boolean =>
  /\b(?:not|never|don['’]t|doesn['’]t|nothing|without|no need to) (?:\w+ )?(?:remov|delet|drop)|\b(?:remov|delet|drop)\w* (?:nothing|none)\b/i.test(
    tokens.map(({ text }) => text).join(" "),
  );

/** What the grammar of sentences reads of a name. */
function saidOf(statements: readonly Statement[], name: string | undefined): string {
  const one = statements.find(({ names, kind }) =>
    name === undefined ? kind === "delete" || kind === "cut" : names.includes(name),
  );
  return one === undefined ? "nothing" : `${one.kind}:${one.certainty}${one.isPart ? ":part" : ""}`;
}

/** Words of a sentence beside a name that are looked at. */
const REACH = 7;

/** The nearest verb of deletion before a name, or behind it. */
function nearestStem(tokens: readonly Token[], at: number, step: number): string {
  for (let nth = 1; nth <= REACH; nth++) {
    const token = tokens[at + step * nth];
    if (token === undefined || (token.type === "mark" && /[;.]/.test(token.text))) return "none";
    if (token.type !== "word") continue;
    for (const [stem, pattern] of STEMS) if (pattern.test(token.text)) return stem;
  }
  return "none";
}
