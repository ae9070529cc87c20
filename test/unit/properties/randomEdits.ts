import fc from "../fastCheck.ts";
import { lineDiff } from "../../../extension/core/diff/lineDiff.ts";
import type { LineChange } from "../../../extension/core/diff/lineChange.ts";
import {
  dialect,
  newStatement,
  program,
  statement,
  writeProgram,
  type Dialect,
  type Program,
  type Section,
  type Statement,
} from "./sourceFiles.ts";

/** A file before and after an edit that a programmer could have made. */
export interface EditedFile {
  readonly dialect: Dialect;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

type Operation =
  | { readonly type: "replace" | "insert"; readonly at: number; readonly statements: readonly Statement[] }
  | { readonly type: "delete"; readonly at: number; readonly count: number };

/** An edit inside one body; `section` and `at` count modulo what there is. */
interface BodyEdit {
  readonly section: number;
  readonly method: number;
  readonly operation: Operation;
}

const written = fc.array(fc.oneof({ weight: 3, arbitrary: newStatement }, { weight: 1, arbitrary: statement }), {
  minLength: 1,
  maxLength: 3,
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ type: fc.constantFrom("replace" as const, "insert" as const), at: fc.nat(20), statements: written }),
  fc.record({ type: fc.constant("delete" as const), at: fc.nat(20), count: fc.integer({ min: 1, max: 3 }) }),
);

const bodyEdit: fc.Arbitrary<BodyEdit> = fc.record({ section: fc.nat(20), method: fc.nat(20), operation });

/** One to three places of a program are edited. */
export const editedFile: fc.Arbitrary<EditedFile> = editedFileIn(dialect);

export function editedFileIn(dialects: fc.Arbitrary<Dialect>): fc.Arbitrary<EditedFile> {
  return fc
    .tuple(dialects, program, fc.array(bodyEdit, { minLength: 1, maxLength: 3 }))
    .map(([to, original, edits]) => ({
      dialect: to,
      before: writeProgram(original, to),
      after: writeProgram(edits.reduce(editBody, original), to),
    }))
    .filter(({ before, after }) => before.join("\n") !== after.join("\n") && !losesLastLine(before, after));
}

/**
 * A sketch that ends where the file ends cannot say that the lines behind its last line vanish. That is so, too,
 * where the file's last line stays but is one of those that vanish before it.
 */
function losesLastLine(before: readonly string[], after: readonly string[]): boolean {
  const last = lineDiff(before, after).at(-1);
  if (last === undefined) return false;
  const removed = before.slice(last.old.start, last.old.end);
  return removed.length > 0 && (last.old.end === before.length || removed.includes(before.at(-1) ?? ""));
}

function editBody({ sections }: Program, edit: BodyEdit): Program {
  const chosen = edit.section % sections.length;
  return { sections: sections.map((section, index) => (index === chosen ? editSection(section, edit) : section)) };
}

function editSection(section: Section, { method, operation: change }: BodyEdit): Section {
  if (section.type === "function") return { ...section, body: operate(section.body, change) };
  const chosen = method % section.methods.length;
  return {
    ...section,
    methods: section.methods.map((each, index) =>
      index === chosen ? { ...each, body: operate(each.body, change) } : each,
    ),
  };
}

/** A body never becomes empty: a language without braces would not have it. */
function operate(body: readonly Statement[], change: Operation): Statement[] {
  const at = change.at % body.length;
  if (change.type === "delete") {
    const rest = [...body.slice(0, at), ...body.slice(at + change.count)];
    return rest.length === 0 ? [...body] : rest;
  }
  if (change.type === "insert") return [...body.slice(0, at), ...change.statements, ...body.slice(at)];
  return [...body.slice(0, at), ...change.statements, ...body.slice(at + 1)];
}

/** A change with the lines around it; ranges of both files. */
export type Region = LineChange;

/** The changes of an edit, each with `context` lines before and behind; those that touch are one. */
export function changedRegions({ before, after }: EditedFile, context: number): Region[] {
  const regions: Region[] = [];
  for (const change of lineDiff(before, after)) {
    const lead = Math.min(context, change.old.start);
    const trail = Math.min(context, before.length - change.old.end);
    const region = {
      old: { start: change.old.start - lead, end: change.old.end + trail },
      new: { start: change.new.start - lead, end: change.new.end + trail },
    };
    const last = regions.at(-1);
    if (last && region.old.start <= last.old.end) {
      regions[regions.length - 1] = {
        old: { start: last.old.start, end: region.old.end },
        new: { start: last.new.start, end: region.new.end },
      };
    } else regions.push(region);
  }
  return regions;
}

/** How a model presents lazy code. */
export interface Presentation {
  readonly context: number;
  /** Chooses among the dialect's markers. */
  readonly marker: number;
  readonly fenced: boolean;
  /** Whether the marker has the indentation of the line that follows it. */
  readonly indented: boolean;
}

export const presentation: fc.Arbitrary<Presentation> = fc.record({
  context: fc.integer({ min: 2, max: 4 }),
  marker: fc.nat(3),
  fenced: fc.boolean(),
  indented: fc.boolean(),
});

/** Lazy code for an edit: its regions, with markers for all that is left out. */
export function writeLazyCode(edited: EditedFile, how: Presentation): string {
  const { before, after, dialect: to } = edited;
  const marker = to.markers[how.marker % to.markers.length] ?? "...";
  const lines: string[] = [];
  let shown = 0;
  const leaveOut = (next: string | undefined): void => {
    const indent = how.indented ? (/^\s*/.exec(next ?? "")?.[0] ?? "") : "";
    lines.push(indent + marker);
  };
  for (const region of changedRegions(edited, how.context)) {
    const first = after[region.new.start];
    if (region.old.start > shown) leaveOut(first);
    lines.push(...after.slice(region.new.start, region.new.end));
    shown = region.old.end;
  }
  if (shown < before.length) leaveOut(undefined);
  return how.fenced ? fence(lines, to.language) : lines.join("\n") + "\n";
}

/** Lazy code whose markers the model forgot. */
export function forgetMarkers(edited: EditedFile, how: Presentation): string {
  const markers = new Set(edited.dialect.markers);
  const lines = writeLazyCode(edited, { ...how, fenced: false }).split("\n");
  return lines.filter((line) => !markers.has(line.trim())).join("\n");
}

/** Moves a whole sketch to the right, or to the left as far as its least indented line allows. */
export function shift(lines: readonly string[], columns: number): string[] {
  const code = lines.filter((line) => line.trim() !== "");
  const room = Math.min(...code.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => {
    if (line.trim() === "") return line;
    return columns >= 0 ? " ".repeat(columns) + line : line.slice(Math.min(room, -columns));
  });
}

export function fence(lines: readonly string[], language: string): string {
  return [`\`\`\`${language}`, ...lines, "```", ""].join("\n");
}

/** One search/replace block for each region of an edit. */
export function writeSearchReplace(edited: EditedFile, context: number): string {
  const { before, after, dialect: to } = edited;
  const blocks = changedRegions(edited, context).flatMap(({ old, new: fresh }) => [
    to.path,
    "<<<<<<< SEARCH",
    ...before.slice(old.start, old.end),
    "=======",
    ...after.slice(fresh.start, fresh.end),
    ">>>>>>> REPLACE",
    "",
  ]);
  return blocks.join("\n");
}
