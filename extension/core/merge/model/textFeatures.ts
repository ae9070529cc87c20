import { findContradictions } from "../../sketch/contradictions.ts";
import { SAID } from "../../sketch/lineEvidence.ts";
import type { Statement } from "../../sketch/statement.ts";
import { indentWidth } from "../../text/indentation.ts";
import { lineTexts } from "../../text/lines.ts";
import { isComment, isDeclared, wordLength } from "../lineKeys.ts";
import type { Observation } from "./observation.ts";
import { countRivals } from "./rivals.ts";
import { countPlaced } from "./saidPlace.ts";
import type { TextReading } from "./readings.ts";

/**
 * Lists what the text of the reading at index `at` as a whole says for or against it, which no path of the lattice sees: its syntax,
 * brackets without partners, things declared twice, what the words of the answer say. Names of features, each with a weight of its own.
 */
export function textFeatures(
  o: Observation,
  said: readonly Statement[],
  readings: readonly TextReading[],
  at: number,
): string[] {
  const reading = readings[at];
  if (!reading) return [];
  const lines = lineTexts(reading.text);
  const before = readBefore(o);
  const features = [...probabilityFeatures(readings, at), ...lossFeatures(o, reading)];
  features.push(
    `w:syntax:${syntaxClass(o, reading.text)}`,
    `w:brackets:${bracketClass(before.brackets, reading.text)}`,
  );
  const twice = namedTwice(o, lines, ({ all }) => all);
  const declared = twice.filter(isDeclared).length;
  features.push(`w:twice:${few(declared)}`, `w:twice:key:${few(twice.length - declared)}`);
  features.push(`w:repeated:${few(repeatedLines(lines) - before.repeated)}`);
  const contradictions = findContradictions(said, o.whole.text, reading.text);
  features.push(`w:contradicted:${few(contradictions.length)}`);
  for (const kind of new Set(contradictions.map(({ statement }) => statement.kind)))
    features.push(`w:contradicted:${kind}`);
  features.push(`w:rivals:${few(countRivals(o, reading.steps))}`);
  const { at: placed, off } = countPlaced(o, reading.steps);
  if (placed + off > 0) features.push(`w:said:at:${few(placed)}`, `w:said:off:${few(off)}`);
  features.push(`w:steps:${few(stepsOutside(lines, before.steps))}`);
  if (reading.text === o.whole.text) features.push("w:unchanged");
  const ruled = readings.find((each) => each.ruled !== undefined)?.ruled;
  if (ruled !== undefined) features.push(`w:ruled:${ruled}:${reading.ruled === undefined ? "other" : "this"}`);
  const others = new Set(readings.flatMap(({ variant }) => variant ?? []));
  for (const kind of others) features.push(`w:${kind}:${reading.variant === kind ? "this" : "other"}`);
  if (others.has("moved") && said.some(({ kind }) => kind === "move" || kind === "extract"))
    features.push(`w:moved:${reading.variant === "moved" ? "this" : "other"}:said`);
  return features;
}

/** Lists the features that speak for none of the readings being the text that was meant. */
export function noneFeatures(o: Observation, said: readonly Statement[], readings: readonly TextReading[]): string[] {
  const found = readings.reduce((sum, { probability }) => sum + probability, 0);
  const pieces = new Set(o.items.flatMap((item, index) => (item.type === "code" ? [o.piece[index]] : []))).size;
  return [
    "n:",
    `n:left:${probabilityClass(1 - found)}`,
    `n:pieces:${pieces <= 2 ? String(pieces) : pieces <= 4 ? "4" : pieces <= 7 ? "7" : "9"}`,
    `n:${o.extent.isBare ? "bare" : "marked"}`,
    `n:ruled:${ruledClass(readings)}`,
    `n:said:${said.length === 0 ? "nothing" : "something"}`,
    ...(said.some(({ kind }) => kind === "move") ? ["n:moves"] : []),
    ...(o.items.some((item) => item.type === "code" && item.also) ? ["n:unclear"] : []),
  ];
}

/** What the rules make of their text, and whether the lattice finds it likeliest too. */
function ruledClass(readings: readonly TextReading[]): string {
  const ruled = readings.find((each) => each.ruled !== undefined);
  if (!ruled) return "nothing";
  const isLikeliest = readings.every(({ probability }) => probability <= ruled.probability);
  return `${ruled.ruled ?? ""}:${isLikeliest ? "likeliest" : "other"}`;
}

const few = (count: number): string => (count <= 0 ? "0" : count === 1 ? "1" : count <= 3 ? "3" : "9");

/** In which class a probability falls: by its odds, in steps of e. */
function probabilityClass(probability: number): string {
  const odds = Math.log(Math.max(1e-6, probability) / Math.max(1e-6, 1 - probability));
  return String(Math.max(-8, Math.min(8, Math.round(odds))));
}

function probabilityFeatures(readings: readonly TextReading[], at: number): string[] {
  const own = readings[at]?.probability ?? 0;
  const best = readings.reduce((most, { probability }) => Math.max(most, probability), 0);
  const odds = Math.log(Math.max(1e-6, own) / Math.max(1e-6, best));
  return [`w:own:${probabilityClass(own)}`, `w:behind:${String(Math.max(-8, Math.round(odds)))}`];
}

/** What the reading takes away, and whether the words of the answer ask for it. */
function lossFeatures(o: Observation, { steps }: TextReading): string[] {
  let unsaid = 0;
  let declarations = 0;
  let beside = 0;
  let comments = 0;
  let saidToGo = 0;
  let previous = "";
  for (const step of steps) {
    const isCut = step.type === "delete";
    if (step.type === "keep" && o.said.codes[step.line] === SAID.deleted) saidToGo++;
    if (isCut && o.original.trimmed[step.line] !== "") {
      const text = o.original.trimmed[step.line] ?? "";
      if (isComment(text)) comments++;
      else if ((o.said.codes[step.line] ?? 0) === 0) {
        unsaid++;
        const identity = o.identityOfLine[step.line];
        const isLong = (o.original.blocks.end[step.line] ?? 0) > step.line + 2;
        if (isLong && identity !== undefined && isDeclared(identity) && !o.identitiesOfSketch.has(identity))
          declarations++;
        if (previous === "keep") beside++;
      }
    }
    if (!isCut) previous = step.type;
  }
  const anchored = new Set(
    steps.flatMap((step) => (step.type === "match" && (o.words[step.item] ?? 0) >= 4 ? [o.piece[step.item]] : [])),
  );
  const written = new Set(
    steps.flatMap((step) => (step.type === "insert" && o.texts[step.item] !== "" ? [o.piece[step.item]] : [])),
  );
  const loose = [...written].filter((piece) => !anchored.has(piece)).length;
  const hasSaid = o.said.codes.includes(SAID.deleted) ? "s" : "n";
  return [
    `w:lost:${unsaid === 0 ? "0" : unsaid <= 3 ? "3" : unsaid <= 10 ? "10" : "99"}${hasSaid}`,
    `w:declarations:${few(declarations)}${hasSaid}`,
    `w:beside:${few(beside)}`,
    `w:comments:${few(comments)}`,
    `w:loose:${few(loose)}`,
    `w:kept though deleted:${few(saidToGo)}`,
  ];
}

function syntaxClass({ whole: original }: Observation, text: string): string {
  const { parser, tree } = original;
  // Where the original took too long to parse, so would the text.
  if (!parser || tree?.isWhole !== true) return "unknown";
  const fresh = parser.parse(text, { tree, text: original.text });
  try {
    return fresh.isWhole ? few(fresh.errorCount - tree.errorCount) : "unknown";
  } finally {
    fresh.dispose();
  }
}

/** Whether the balance of some bracket differs from that of the original. */
function bracketClass(a: readonly number[], after: string): string {
  const b = bracketCounts(after);
  const off = a.filter((count, kind) => count !== b[kind]).length;
  return off === 0 ? "same" : a.every((count) => count === 0) ? "lost" : "other";
}

function bracketCounts(text: string): number[] {
  const counts = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const kind = "{}()[]".indexOf(text.charAt(at));
    if (kind >= 0) counts[kind >> 1] = (counts[kind >> 1] ?? 0) + (kind % 2 === 0 ? 1 : -1);
  }
  return counts;
}

/** Checks whether a text names something twice or more in one block, and more often than the original: then no weight makes it sure. */
export const namesTwice = (o: Observation, text: string): boolean =>
  namedTwice(o, lineTexts(text), ({ most }) => most).length > 0;

/** The identity of each thing of which a text has two or more by `count`, and more than the original. */
function namedTwice(o: Observation, lines: readonly string[], count: (named: Named) => number): string[] {
  const { names } = readBefore(o);
  const twice: string[] = [];
  for (const [key, named] of countNames(o, lines)) {
    const before = names.get(key);
    if (count(named) > Math.max(1, before ? count(before) : 0)) twice.push(key.slice(0, key.indexOf("\n")));
  }
  return twice;
}

/** How often blocks whose heads read alike name a thing: all of them together, and the one that does so most often. */
interface Named {
  readonly all: number;
  readonly most: number;
}

/** How often each thing that is declared or a key is named, by its identity and the head of the block. */
function countNames(o: Observation, lines: readonly string[]): Map<string, Named> {
  const names = new Map<string, Named>();
  const blocks = [{ width: -1, head: "", counts: new Map<string, number>() }];
  for (const line of lines) {
    const text = line.trim();
    if (text === "") continue;
    const width = indentWidth(line);
    while ((blocks.at(-1)?.width ?? -1) >= width) blocks.pop();
    const identity = o.identityOf(text);
    const block = blocks.at(-1);
    if (block && identity !== undefined && (isDeclared(identity) || identity.startsWith("key "))) {
      const count = (block.counts.get(identity) ?? 0) + 1;
      block.counts.set(identity, count);
      const key = `${identity}\n${block.head}`;
      const { all, most } = names.get(key) ?? { all: 0, most: 0 };
      names.set(key, { all: all + 1, most: Math.max(most, count) });
    }
    blocks.push({ width, head: text, counts: new Map() });
  }
  return names;
}

/** What each reading is compared with. */
interface Before {
  readonly brackets: readonly number[];
  readonly names: ReadonlyMap<string, Named>;
  readonly repeated: number;
  readonly steps: ReadonlySet<number>;
}

const known = new WeakMap<Observation, Before>();

/** The same of the original as of each reading, once for all of them: a file may be long. */
function readBefore(o: Observation): Before {
  let read = known.get(o);
  if (read === undefined) {
    const { lines, text } = o.whole;
    read = {
      brackets: bracketCounts(text),
      names: countNames(o, lines),
      repeated: repeatedLines(lines),
      steps: new Set(indentSteps(lines)),
    };
    known.set(o, read);
  }
  return read;
}

/** How many lines that say something stand directly below the same line. */
function repeatedLines(lines: readonly string[]): number {
  let count = 0;
  let previous = "";
  for (const line of lines) {
    const text = line.trim();
    if (text === "") continue;
    if (text === previous && wordLength(text) >= 3) count++;
    previous = text;
  }
  return count;
}

/** How many lines are indented deeper than the line before them by a step that the original has nowhere. */
function stepsOutside(lines: readonly string[], steps: ReadonlySet<number>): number {
  return indentSteps(lines).filter((step) => step > 0 && !steps.has(step)).length;
}

function indentSteps(lines: readonly string[]): number[] {
  const steps: number[] = [];
  let width = 0;
  for (const line of lines) {
    if (line.trim() === "") continue;
    const next = indentWidth(line);
    steps.push(next - width);
    width = next;
  }
  return steps;
}
