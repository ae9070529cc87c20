import * as v from "valibot";

/** So many prompts are remembered, of so many characters each. */
const MOST = 50;
const LONGEST = 4_000;

const historySchema = v.array(v.string());

/** What is stored of earlier prompts, the newest first. What is none is left out. */
export function readHistory(stored: unknown): readonly string[] {
  const read = v.safeParse(historySchema, stored);
  return read.success ? read.output.filter((prompt) => prompt.trim() !== "").slice(0, MOST) : [];
}

/** With a prompt that was asked just now: each once, the newest first. What is too long to be a prompt is not remembered. */
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

/** The walk one prompt further: 1 to an earlier one, -1 to a later one. It ends at the oldest, and at the draft. */
export function walkOn({ draft, at }: HistoryWalk, history: readonly string[], step: 1 | -1): HistoryWalk {
  return { draft, at: Math.min(Math.max(at + step, -1), history.length - 1) };
}

/** What a walk shows. */
export function shownPrompt({ draft, at }: HistoryWalk, history: readonly string[]): string {
  return history[at] ?? draft;
}

/** What of a prompt is a mention that is being typed at its end: the text behind its `@`; `undefined` where there is none. */
export function mentionAtEnd(prompt: string): string | undefined {
  return /(?:^|\s)@([^\s@]*)$/.exec(prompt)?.[1];
}

/** The prompt with its last mention as chosen, and a blank to go on behind it. */
export function withMention(prompt: string, label: string): string {
  const query = mentionAtEnd(prompt) ?? "";
  return `${prompt.slice(0, prompt.length - query.length)}${label} `;
}
