import { fitsLanguage, normalizeLanguage } from "../sketch/languages.ts";
import { isProseLanguage } from "../sketch/proseTarget.ts";
import { farAhead } from "./rankTargets.ts";
import { pathFault, tidyPath, type PathFault } from "./sketchPath.ts";
import type { NewFile, TargetChoice, TargetFile, TargetFolder, TargetReason } from "./target.ts";
import { fitByPath } from "./targetPaths.ts";

/** The question which of `files` the sketches for one file are meant for. */
export interface TargetQuestion {
  /** As the sketch names it. */
  readonly path: string | undefined;
  /** Language of the sketch, as written or as an id. */
  readonly language: string | undefined;
  /** How many names and telling lines the sketch has. */
  readonly names: number;
  readonly lines: number;
  /** Whether the sketch can make a file that is not there. */
  readonly makesFile: boolean;
  readonly folders: readonly TargetFolder[];
  readonly files: readonly TargetFile[];
}

export type TargetDecision =
  | { readonly type: "certain"; readonly choice: TargetChoice }
  /** The surest first. `newFiles`: making one is another choice. */
  | { readonly type: "several"; readonly choices: readonly TargetChoice[]; readonly newFiles: readonly NewFile[] }
  /** There is no such file: one place per workspace folder that it can be in, none without a folder. */
  | { readonly type: "new-file"; readonly path: string; readonly places: readonly NewFile[] }
  /** The path leads where a sketch has no business, and the user has no such file open. */
  | { readonly type: "refused"; readonly path: string; readonly fault: PathFault }
  | { readonly type: "none" };

/**
 * Decides which file sketches are for. A path counts first. Without one, a file that went along with the question and has their names or
 * lines comes first, then a file in view that has them, then the file that is far ahead of all others in them. Only what speaks for one
 * file alone is certain. The file in which the sketch itself stands counts only if the sketch names it.
 */
export function resolveTarget(question: TargetQuestion): TargetDecision {
  return question.path === undefined ? byTraits(question) : byPath(question, question.path);
}

function byPath(question: TargetQuestion, path: string): TargetDecision {
  const { folders, files, makesFile } = question;
  const fits = fitByPath(path, folders, files);
  const [first, ...more] = fits.choices;
  if (first) {
    if (more.length === 0) return { type: "certain", choice: first };
    // A question that one of them went along with means that one.
    const [attached, ...others] = fits.choices.filter(({ file }) => file.isAttached);
    if (attached && others.length === 0) return { type: "certain", choice: attached };
    return { type: "several", choices: sortChoices(fits.choices), newFiles: [] };
  }
  const fault = fits.inFolder === undefined ? pathFault(path) : pathFault(fits.inFolder.path);
  if (fault !== undefined) return { type: "refused", path, fault };

  // The path is wrong, or new. A file that has what the sketch names is then worth a question, but never certain.
  const alike = withTraits(question).filter(({ file }) => !makesFile || coversNames(question, file));
  const choices = [...fits.longer, ...alike.filter(({ file }) => !fits.longer.some((fit) => fit.file === file))];
  if (!makesFile) return choices.length > 0 ? { type: "several", choices, newFiles: [] } : { type: "none" };
  const places = fits.inFolder === undefined ? newPlaces(tidyPath(path), folders) : [fits.inFolder];
  if (choices.length > 0) return { type: "several", choices, newFiles: places };
  return { type: "new-file", path: tidyPath(path), places };
}

function newPlaces(path: string, folders: readonly TargetFolder[]): readonly NewFile[] {
  return folders.map((folder) => ({ folder, path }));
}

/** Whether the file declares at least half of what the sketch does. */
function coversNames({ names }: TargetQuestion, file: TargetFile): boolean {
  return names > 0 && file.names.length * 2 >= names;
}

function byTraits(question: TargetQuestion): TargetDecision {
  const choices = withTraits(question);
  const [attached, ...otherAttached] = choices.filter(({ file }) => file.isAttached && isStrong(question, file));
  if (attached && otherAttached.length === 0 && coversAsMuch(attached.file, choices)) {
    return { type: "certain", choice: attached };
  }
  const ahead = aheadOfAll(question, choices);
  const visible = choices.filter(({ file }) => (file.isVisible || file.isActive) && isStrong(question, file));
  const [beside, ...others] = visible;
  if (beside && others.length === 0 && coversAsMuch(beside.file, choices) && (ahead ?? beside) === beside) {
    return { type: "certain", choice: beside };
  }
  if (ahead) return { type: "certain", choice: ahead };
  const declaring = choices.filter(({ file }) => file.names.length > 0);
  const [only, ...rivals] = declaring;
  if (only && rivals.length === 0 && visible.length === 0 && only.file.names.length === question.names) {
    return { type: "certain", choice: only };
  }
  const active = question.files.find(
    (file) => file.isActive && !file.isSource && isOfLanguage(file, question.language),
  );
  const rest = question.files.filter((file) => file.isAttached && isOfLanguage(file, question.language));
  const bare = rest.filter((file) => !choices.some((choice) => choice.file === file));
  const all = [...choices, ...bare.map((file): TargetChoice => ({ file, reason: { type: "attached" } }))];
  if (active && !all.some(({ file }) => file === active)) all.push({ file: active, reason: { type: "active" } });
  return all.length > 0 ? { type: "several", choices: all, newFiles: [] } : { type: "none" };
}

/** Finds the choice that is far ahead. If no language is known, a document that tells of the code can be neither that nor its rival. */
function aheadOfAll(
  { names, lines, language }: TargetQuestion,
  choices: readonly TargetChoice[],
): TargetChoice | undefined {
  const ranked = choices
    .filter(({ file }) => language !== undefined || !isProseLanguage(file.languageId))
    .map((choice) => ({ choice, ...choice.file, names: choice.file.names.length }));
  return farAhead(ranked, { names, lines })?.choice;
}

/**
 * Checks whether a decision from files at hand stands, whatever others hold: the path says it, or a file that is seen has half of the
 * sketch's lines or all its names, or any file has four fifths of its lines.
 */
export function isSettled(decision: TargetDecision, { path, names, lines }: TargetQuestion): boolean {
  if (decision.type !== "certain") return false;
  const { file } = decision.choice;
  if (path !== undefined) return true;
  const isSeen = file.isVisible || file.isActive || file.isAttached;
  if (isSeen && (file.lines * 2 >= lines || (names > 0 && file.names.length === names))) return true;
  return file.lines >= 3 && file.lines * 5 >= lines * 4;
}

/** Checks whether a file can be the target of a sketch in a language if no path says so, as far as its kind tells. */
export function canBeTarget(file: Pick<TargetFile, "isSource" | "languageId">, language: string | undefined): boolean {
  return !file.isSource && isOfLanguage(file, language);
}

/** Whether no other choice declares more names of the sketch. */
function coversAsMuch(file: TargetFile, choices: readonly TargetChoice[]): boolean {
  return choices.every((choice) => choice.file.names.length <= file.names.length);
}

/** Checks whether a file has a name, two lines, or all lines of the sketch. */
function isStrong({ lines }: TargetQuestion, file: TargetFile): boolean {
  return file.names.length > 0 || file.lines >= 2 || (lines > 0 && file.lines === lines);
}

/** Finds the files that have a name or a line of the sketch, the best first. */
function withTraits(question: TargetQuestion): TargetChoice[] {
  const choices = question.files
    .filter((file) => canBeTarget(file, question.language) && (file.names.length > 0 || file.lines > 0))
    .map((file): TargetChoice => {
      const { names } = file;
      const found = { count: file.lines, of: question.lines };
      return { file, reason: names.length > 0 ? { type: "declares", names, ...found } : { type: "lines", ...found } };
    });
  return sortChoices(choices);
}

/** The kind of reason decides; then what the file has of the sketch, whether it is seen, and the shorter path. */
function sortChoices(choices: readonly TargetChoice[]): TargetChoice[] {
  const rank = ({ file, reason }: TargetChoice): readonly number[] => [
    // Names and lines are weighed against each other.
    REASONS.indexOf(reason.type === "lines" ? "declares" : reason.type),
    file.isAttached ? 0 : 1,
    -file.score,
    REASONS.indexOf(reason.type),
    -file.names.length,
    -file.lines,
    file.isActive ? 0 : file.isVisible ? 1 : 2,
    file.path.length,
  ];
  return [...choices].sort((a, b) => {
    const [left, right] = [rank(a), rank(b)];
    const at = left.findIndex((value, index) => value !== right[index]);
    return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
  });
}

const REASONS: readonly TargetReason["type"][] = [
  "path",
  "path-case",
  "path-end",
  "path-longer",
  "declares",
  "lines",
  "attached",
  "active",
];

function isOfLanguage({ languageId }: Pick<TargetFile, "languageId">, language: string | undefined): boolean {
  const wanted = language === undefined ? undefined : normalizeLanguage(language);
  const given = languageId === undefined ? undefined : normalizeLanguage(languageId);
  if (wanted === undefined || given === undefined) return true;
  if (wanted === "diff" || wanted === "plaintext" || given === "plaintext") return true;
  return fitsLanguage(wanted, given);
}
