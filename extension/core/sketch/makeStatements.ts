import { isPath } from "./paths.ts";
import type { Statement, StatementAnchor } from "./statement.ts";
import type { Group, Phrase } from "./statementPhrases.ts";
import { ENDS, IMPORTS, STARTS, type StatementKind } from "./statementWords.ts";

/** Makes the statements of one use of a verb: one for each group of names that it is about, or one of new names alone. */
export function makeStatements(
  kind: StatementKind,
  { about, behind, isSwap }: Use,
  certainty: FoundStatement["certainty"],
): FoundStatement[] {
  const along = behind !== undefined && kind !== "rename" ? behind.groups : [];
  const groups: readonly Group[] = [...about.groups, ...along];
  // What goes along has places of its own.
  const after = along.length === 0 ? (behind?.places ?? []) : [];
  const all = [...about.places, ...(behind?.places ?? [])];
  const newBehind = isSwap ? ["for", "with"] : (NEW_BEHIND[kind] ?? []);
  const newNames = [
    ...all.filter(({ preposition }) => newBehind.includes(preposition)).flatMap(({ names }) => names),
    ...(kind === "rename" ? (behind?.groups[0]?.names.slice(0, 1) ?? []) : []),
  ];
  if (groups.length === 0)
    return newNames.length === 0 ? [] : [blank(kind, certainty, { newNames, anchor: readAnchor(all, kind) })];
  let paired = 0;
  return groups.map(({ names, noun, isPart, isCounted, isLoose, places }) => {
    const own = kind === "rename" ? newNames.slice(paired, paired + names.length) : newNames;
    paired += names.length;
    const around = [...places, ...after];
    // "the import of `a` from `b`" is the whole of it.
    const isSource = kind === "delete" && noun !== undefined && IMPORTS.has(noun);
    const within = around.filter(({ preposition }) => !isSource || preposition !== "from");
    const parts = kind === "move" || kind === "wrap" ? [] : within.filter(isWithinIt);
    const isSome = kind === "delete" && isCounted && names.length === 1;
    const anchor = readAnchor(kind === "move" || kind === "add" ? all : around, kind);
    const found = { kind, names, noun, newNames: own, anchor, isPart: isPart || isSome, isLoose, certainty };
    if (parts.length === 0) return found;
    const named = isPart || isSome || !parts.every(isNamedPlace) ? [] : parts.flatMap((part) => part.names);
    return { ...found, isPart: true, ...(named.length > 0 && { within: named }) };
  });
}

/** The prepositions after which a verb names what is new. */
const NEW_BEHIND: Readonly<Partial<Record<StatementKind, readonly string[]>>> = {
  rename: ["to", "into"],
  replace: ["by", "with"],
  extract: ["into", "to"],
  wrap: ["in", "into", "with"],
};

function isWithinIt({ preposition, isBeside, names, noun }: Phrase["places"][number]): boolean {
  if (isBeside) return false;
  if (preposition === "for") return true;
  if (names.length > 0) return WITHIN.test(preposition) && !names.every((name) => isPath(name));
  return WITHIN.test(preposition) && noun !== undefined && !WHOLE.test(noun);
}

/** "from `a`" */
const isNamedPlace = ({ preposition, names }: Phrase["places"][number]): boolean =>
  preposition !== "for" && preposition !== "of" && names.length > 0;

/** "`a` from `b`", "`a` in `b`": there, and elsewhere perhaps not. */
const WITHIN = /^(?:from|in|of|on|within|inside|out|around)$/;

/** "from the file" takes nothing back. */
const WHOLE =
  /^(?:files?|class|module|script|page|code|project|config|configuration|document|top|end|bottom|start|beginning|tables?|lists?|arrays?|maps?|mapping|objects?|dict|dictionary|enum|interface|struct|union)$/;

/** Makes a statement that says nothing besides its kind and certainty, except for what `more` holds. */
export function blank(
  kind: StatementKind,
  certainty: FoundStatement["certainty"],
  more: Partial<FoundStatement>,
): FoundStatement {
  return {
    kind,
    names: [],
    noun: undefined,
    newNames: [],
    anchor: undefined,
    isPart: false,
    isLoose: false,
    certainty,
    ...more,
  };
}

function readAnchor(places: Phrase["places"], kind: StatementKind): StatementAnchor | undefined {
  const [first, ...others] = anchorsOf(places, kind);
  return kind === "move" && first?.place === "from" ? (others[0] ?? first) : first;
}

function* anchorsOf(places: Phrase["places"], kind: StatementKind): Generator<StatementAnchor> {
  for (const { preposition, names, noun } of places) {
    const end = noun === undefined ? undefined : STARTS.has(noun) ? "start" : ENDS.has(noun) ? "end" : undefined;
    if (end !== undefined) {
      yield { place: end, names };
      continue;
    }
    const place = PLACE_OF.get(preposition);
    if (place === undefined || names.length === 0) continue;
    if (place === "into" && (kind === "rename" || kind === "wrap")) continue;
    yield { place, names };
  }
}

/** The place that a preposition speaks of. */
export const PLACE_OF: ReadonlyMap<string, StatementAnchor["place"]> = new Map([
  ["above", "before"],
  ["before", "before"],
  ["below", "after"],
  ["underneath", "after"],
  ["under", "after"],
  ["after", "after"],
  ["beneath", "after"],
  ["behind", "after"],
  ["following", "after"],
  ["between", "between"],
  ["beside", "beside"],
  ["near", "beside"],
  ["into", "into"],
  ["in", "into"],
  ["inside", "into"],
  ["within", "into"],
  ["to", "into"],
  ["from", "from"],
  ["out", "from"],
] as const);

/** A verb with what it is about. */
export interface Use {
  readonly verb: number;
  readonly begin: number;
  readonly end: number;
  readonly isPassive: boolean;
  readonly about: Phrase;
  /** "swap `a` for `b`" */
  readonly isSwap: boolean;
  /** Behind a passive verb: "renamed to `b`". */
  readonly behind: Phrase | undefined;
}

export type FoundStatement = Omit<Statement, "voice" | "sentence">;
