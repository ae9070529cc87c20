import fc from "../fastCheck.ts";
import { newStatement, dialect, program, statement, writeProgram, type Dialect } from "./sourceFiles.ts";

/** A file, what is to become of it, and an answer that tells it as exact edits. */
export interface ReportedEdits {
  readonly dialect: Dialect;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Search/replace blocks in the order of the file. */
  readonly blocks: readonly Block[];
}

interface Block {
  readonly search: readonly string[];
  readonly replace: readonly string[];
}

/** How a model leaves lines out. */
interface Habit {
  /** Lines before and behind a change. */
  readonly context: number;
  readonly count: "right" | "off" | "none";
  readonly dots: "..." | "…";
  readonly isComment: boolean;
}

/** What happens to a run of lines. Numbers count modulo what there is. */
interface Change {
  readonly kind: "replace" | "delete" | "wrap" | "edges" | "insert";
  readonly skip: number;
  readonly length: number;
  readonly lines: readonly string[];
  readonly off: number;
}

const habit: fc.Arbitrary<Habit> = fc.record({
  context: fc.integer({ min: 0, max: 3 }),
  count: fc.constantFrom("right" as const, "right" as const, "off" as const, "none" as const),
  dots: fc.constantFrom("..." as const, "…" as const),
  isComment: fc.boolean(),
});

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom("replace" as const, "delete" as const, "wrap" as const, "edges" as const, "insert" as const),
  skip: fc.nat(25),
  length: fc.integer({ min: 1, max: 16 }),
  lines: fc
    .array(fc.oneof(newStatement, statement), { minLength: 1, maxLength: 4 })
    .map((statements) =>
      statements.map((one) => (one.type === "condition" ? `when(${one.name})` : `${one.name} <- ${one.value}`)),
    ),
  off: fc.constantFrom(-3, -1, 1, 2, 9),
});

/** One to four runs of lines of a program are replaced, deleted, wrapped, or changed at their edges. */
export const reportedEdits: fc.Arbitrary<ReportedEdits> = fc
  .tuple(dialect, program, fc.array(change, { minLength: 1, maxLength: 4 }), habit)
  .map(([to, written, changes, how]) => tellEdits(writeProgram(written, to), to, changes, how))
  .filter(({ blocks }) => blocks.length > 0);

function tellEdits(before: readonly string[], to: Dialect, changes: readonly Change[], how: Habit): ReportedEdits {
  const after: string[] = [];
  const blocks: Block[] = [];
  let at = 0;
  for (const one of changes) {
    const start = at + one.skip;
    const end = Math.min(start + one.length, before.length);
    // A block that searches nothing but blank lines says nothing.
    if (before.slice(start, end).every((line) => line === "")) continue;
    const lead = before.slice(Math.max(at, start - how.context), start);
    const trail = before.slice(end, end + how.context);
    const run = before.slice(start, end);
    const { search, replace, result } = tellChange(run, one, { to, how, before, start });
    blocks.push({ search: [...lead, ...search, ...trail], replace: [...lead, ...replace, ...trail] });
    after.push(...before.slice(at, start), ...result);
    at = end + trail.length;
    after.push(...trail);
  }
  after.push(...before.slice(at));
  return { dialect: to, before, after, blocks };
}

interface Around {
  readonly to: Dialect;
  readonly how: Habit;
  readonly before: readonly string[];
  readonly start: number;
}

/** The two halves for a run of lines, and what becomes of it. */
function tellChange(
  run: readonly string[],
  { kind, lines, off }: Change,
  around: Around,
): { readonly search: readonly string[]; readonly replace: readonly string[]; readonly result: readonly string[] } {
  const indent = indentOf(run.find((line) => line !== "") ?? "");
  const written = lines.map((line) => indent + line);
  const kept = run.slice(1, -1);
  const [first = "", last = ""] = [run[0], run.at(-1)];
  const marker = elision(kept, off, around);
  const isElided = marker !== undefined;
  const search = isElided ? [first, indentOf(kept.find((line) => line !== "") ?? "") + marker, last] : run;
  const deeper = (line: string): string => (line === "" ? "" : around.to.indent + line);
  switch (kind) {
    case "delete":
      return { search, replace: [], result: [] };
    case "replace":
      return { search, replace: written, result: written };
    case "insert":
      return { search: run, replace: [...run, ...written], result: [...run, ...written] };
    case "wrap": {
      const wrap = (inner: readonly string[]): string[] => [`${indent}wrap {`, ...inner.map(deeper), `${indent}}`];
      return { search, replace: wrap(search), result: wrap(run) };
    }
    case "edges": {
      if (!isElided) return { search: run, replace: written, result: written };
      const edges = (inner: readonly string[]): string[] => [`${indent}first {`, ...inner, `${indent}} // last`];
      return { search, replace: edges(search.slice(1, -1)), result: edges(kept) };
    }
  }
}

/** The line that leaves the kept lines out; `undefined` where it would not tell what is meant. */
function elision(kept: readonly string[], off: number, { to, how, before, start }: Around): string | undefined {
  if (kept.length < 2) return undefined;
  const first = before[start] ?? "";
  const end = start + 1 + kept.length;
  const last = before[end] ?? "";
  if (first.trim() === "" || last.trim() === "" || kept.every((line) => line === "")) return undefined;
  // The line behind decides: the nearest to the number, and without one the first.
  const claimed = how.count === "off" ? Math.max(0, kept.length + off) : kept.length;
  const ends = before.flatMap((line, at) => (at > start && line.trim() === last.trim() ? [at] : []));
  const distance = (at: number): number => Math.abs(at - start - 1 - claimed);
  const isNearest = ends.every((at) => at === end || distance(at) > distance(end));
  const isOnly = before.filter((line) => line.trim() === first.trim()).length === 1;
  if (how.count === "off" && !(isNearest && isOnly)) return undefined;
  if (how.count === "none" && ends[0] !== end) return undefined;
  const count = how.count === "none" ? "" : ` ${String(claimed)} lines ${how.dots}`;
  const comment = to.markers[0]?.startsWith("#") === true ? "# " : "// ";
  return `${how.isComment ? comment : ""}${how.dots}${count}`;
}

const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? "";

/** The answer with these blocks. */
export function writeBlocks({ dialect: to, blocks }: ReportedEdits): string {
  const lines = blocks.flatMap(({ search, replace }) => [
    "<<<<<<< SEARCH",
    ...search,
    "=======",
    ...replace,
    ">>>>>>> REPLACE",
  ]);
  return [`\`\`\`${to.language} ${to.path}`, ...lines, "```", ""].join("\n");
}
