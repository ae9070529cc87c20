import { lineDiff } from "../../core/diff/lineDiff.ts";

/** A line of the original or of the expected text, in the order in which both can be gone through at once. */
export type ScriptStep =
  /** `text` is what it becomes: the same, or the same with another indentation if it is wrapped or unwrapped. */
  | { readonly type: "keep"; readonly old: number; readonly text: string }
  | { readonly type: "drop"; readonly old: number; readonly evidence: Evidence }
  | { readonly type: "add"; readonly text: string };

/**
 * How an answer shows that lines are gone: both lines beside them stand together, and the text says nothing, or says it too; one of
 * them is shown, or none, and the text says it.
 */
export type Evidence = "neighbours" | "both" | "one-side" | "prose";

/** What was done, for the text that goes with the answer. */
export interface Fact {
  readonly verb: "add" | "remove" | "rename" | "move" | "wrap" | "unwrap" | "extract" | "change";
  /** What it is: "function", "section", ... */
  readonly noun: string;
  /** Its name; for a wrap the name of what surrounds it, empty if it has none. */
  readonly name: string;
  /** The new name, or the line that opens the new or removed block around it. */
  readonly other?: string;
  /** The neighbour it is moved to or added beside. */
  readonly beside?: { readonly side: "before" | "after"; readonly name: string };
}

/** An edit of one file, line by line. */
export interface ScriptedEdit {
  readonly path: string;
  readonly language: string | undefined;
  /** Without line ends. */
  readonly original: readonly string[];
  readonly steps: readonly ScriptStep[];
  readonly facts: readonly Fact[];
}

/** Computes the edit between two versions of a file, without facts. */
export function editBetween(
  path: string,
  language: string | undefined,
  before: readonly string[],
  after: readonly string[],
): ScriptedEdit {
  const steps: ScriptStep[] = [];
  let old = 0;
  const keepUntil = (end: number): void => {
    for (; old < end; old++) steps.push({ type: "keep", old, text: before[old] ?? "" });
  };
  for (const change of lineDiff(before, after)) {
    keepUntil(change.old.start);
    for (; old < change.old.end; old++) steps.push({ type: "drop", old, evidence: "neighbours" });
    for (const text of after.slice(change.new.start, change.new.end)) steps.push({ type: "add", text });
  }
  keepUntil(before.length);
  return { path, language, original: before, steps, facts: [] };
}

/** Returns the lines of the expected text. */
export function expectedLines(steps: readonly ScriptStep[]): string[] {
  return steps.flatMap((step) => (step.type === "drop" ? [] : [step.text]));
}

/** Tells for each line of the expected text whether it stands in the original as it is and nothing was dropped just before it. */
export function untouchedLines({ steps, original }: ScriptedEdit): boolean[] {
  const untouched: boolean[] = [];
  let isDropped = false;
  for (const step of steps) {
    if (step.type !== "drop") untouched.push(!isDropped && step.type === "keep" && step.text === original[step.old]);
    isDropped = step.type === "drop";
  }
  return untouched;
}

/** What a range of the expected text becomes: new lines, and lines that were there, by their number in the expected text. */
export type NewLine = string | { readonly from: number; readonly text: string };

export interface Replacement {
  /** Lines of the expected text so far, end-exclusive. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly NewLine[];
  readonly evidence?: Evidence;
}

/**
 * Edits the expected text once more: lines that came from the original and are not among the new ones are dropped; those that were new
 * themselves vanish. The replacements are in ascending order and do not overlap.
 */
export function replaceLines(steps: readonly ScriptStep[], replacements: readonly Replacement[]): ScriptStep[] {
  const result: ScriptStep[] = [];
  let line = 0;
  let next = 0;
  let index = 0;
  while (index <= steps.length) {
    const replacement = replacements[next];
    if (replacement?.start === line) {
      next++;
      const replaced: ScriptStep[] = [];
      for (; line < replacement.end; index++) {
        const step = steps[index];
        if (step === undefined) break;
        replaced.push(step);
        if (step.type !== "drop") line++;
      }
      result.push(...replacedSteps(replaced, replacement));
      continue;
    }
    const step = steps[index++];
    if (step === undefined) break;
    result.push(step);
    if (step.type !== "drop") line++;
  }
  return result;
}

function replacedSteps(
  steps: readonly ScriptStep[],
  { start, lines, evidence = "neighbours" }: Replacement,
): ScriptStep[] {
  const kept = new Map(lines.flatMap((line) => (typeof line === "string" ? [] : [[line.from, line.text] as const])));
  const result: ScriptStep[] = [];
  let line = start;
  // New lines stand after what was dropped if nothing is kept, otherwise between the kept lines as they were put.
  let put = 0;
  const putUntil = (from: number | undefined): void => {
    for (; put < lines.length; put++) {
      const next = lines[put];
      if (typeof next !== "string" && next?.from === from) return;
      if (typeof next === "string") result.push({ type: "add", text: next });
    }
  };
  for (const step of steps) {
    if (step.type === "drop") {
      result.push(step);
      continue;
    }
    const text = kept.get(line++);
    if (text !== undefined) {
      putUntil(line - 1);
      put++;
      result.push({ ...step, text });
    } else if (step.type === "keep") result.push({ type: "drop", old: step.old, evidence });
  }
  putUntil(undefined);
  return result;
}
