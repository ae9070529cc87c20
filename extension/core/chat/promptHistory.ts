import * as v from "valibot";

/** How many prompts are remembered, and how many characters each may have. */
const MOST = 50;
const LONGEST = 4_000;

const historySchema = v.array(v.string());

/** Reads the stored prompts, newest first. Whatever is not a prompt is left out. */
export function readHistory(stored: unknown): readonly string[] {
  const read = v.safeParse(historySchema, stored);
  return read.success ? read.output.filter((prompt) => prompt.trim() !== "").slice(0, MOST) : [];
}

/** Adds a prompt in front of the history and removes it further down. A prompt that is too long is not remembered. */
export function withPrompt(history: readonly string[], prompt: string): readonly string[] {
  const said = prompt.trim();
  if (said === "" || said.length > LONGEST) return history;
  return [said, ...history.filter((earlier) => earlier !== said)].slice(0, MOST);
}

/** A walk through earlier prompts, as `Up` and `Down` go in a shell. */
export interface HistoryWalk {
  /** What was typed before the walk began. */
  readonly draft: string;
  /** Number of the prompt that is shown, from 0; -1: the draft. */
  readonly at: number;
}

/** Moves one prompt through the history: by 1 to an earlier one, by -1 to a later one. It stops at the oldest prompt and at the draft. */
export function walkOn({ draft, at }: HistoryWalk, history: readonly string[], step: 1 | -1): HistoryWalk {
  return { draft, at: Math.min(Math.max(at + step, -1), history.length - 1) };
}

/** Returns the prompt at which a walk through the history stands, or the draft. */
export function shownPrompt({ draft, at }: HistoryWalk, history: readonly string[]): string {
  return history[at] ?? draft;
}

/** Returns what was typed after the `@` of a mention at the end of a prompt; `undefined` if the prompt does not end with one. */
export function mentionAtEnd(prompt: string): string | undefined {
  return /(?:^|\s)@([^\s@]*)$/.exec(prompt)?.[1];
}

/** Completes the mention at the end of a prompt, and adds a blank to go on typing. */
export function withMention(prompt: string, label: string): string {
  const query = mentionAtEnd(prompt) ?? "";
  return `${prompt.slice(0, prompt.length - query.length)}${label} `;
}
