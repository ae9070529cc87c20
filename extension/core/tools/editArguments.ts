import * as v from "valibot";
import type { Choices } from "../apply/chooseAlternatives.ts";
import { UNSEEN } from "../text/shownText.ts";
import { EXAMPLE_CALL } from "./exampleCall.ts";

/** In characters. What a model writes in one call is far below, and no file system knows longer paths. */
export const MAX_PATH = 1024;
export const MAX_INSTRUCTIONS = 4_000;
export const MAX_SKETCH = 4_000_000;
/** Pieces of one edit that a call may decide. */
export const MAX_CHOICES = 200;

/** What a model asks for, with each argument checked. */
export interface EditCall {
  readonly targetFile: string;
  readonly instructions: string;
  readonly codeEdit: string;
  /** What is meant of pieces that an earlier call of the same edit has left open; `undefined`: nothing is said. */
  readonly choices?: Choices | undefined;
}

export type ParsedCall =
  | { readonly type: "call"; readonly call: EditCall }
  /** In words for the model, with an example. */
  | { readonly type: "bad"; readonly message: string };

/** Clients that send each argument send `null` for one that is not given. */
const argumentsSchema = v.looseObject({
  target_file: v.string(),
  instructions: v.string(),
  code_edit: v.string(),
  choice: v.nullish(v.unknown()),
});

const counted = v.pipe(v.number(), v.safeInteger());
const choiceSchema = v.pipe(
  v.array(
    v.strictObject({
      piece: v.pipe(counted, v.minValue(1)),
      /** 0: the piece is left out. */
      alternative: v.pipe(counted, v.minValue(0)),
    }),
  ),
  v.maxLength(MAX_CHOICES),
);

/** Parses the arguments of `edit_file` and `preview_edit`, which come from a model and may be anything. */
export function parseEditCall(raw: unknown): ParsedCall {
  const parsed = v.safeParse(argumentsSchema, raw);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const name = v.getDotPath(issue);
    if (name === null) return bad("The arguments are no object.");
    return bad(issue.received === "undefined" ? `${name} is missing.` : `${name} is no string.`);
  }
  const { target_file: targetFile, instructions, code_edit: codeEdit, choice } = parsed.output;
  const choices = readChoices(choice ?? []);
  const fault =
    faultOfPath(targetFile) ??
    faultOfText("instructions", instructions, MAX_INSTRUCTIONS) ??
    faultOfSketch(codeEdit) ??
    (typeof choices === "string" ? choices : undefined);
  if (fault !== undefined || typeof choices === "string") return bad(fault ?? "");
  const call = { targetFile, instructions, codeEdit };
  return { type: "call", call: choices.size === 0 ? call : { ...call, choices } };
}

/** Reads the choices of a call, counted from 0; a text says what is wrong with them. */
function readChoices(raw: unknown): Choices | string {
  const parsed = v.safeParse(choiceSchema, raw);
  if (!parsed.success)
    return 'choice is no list such as [{"piece":2,"alternative":1}], with whole numbers as the answer gave them.';
  const choices = new Map<number, number | "none">();
  for (const { piece, alternative } of parsed.output) {
    if (choices.has(piece - 1)) return `choice names piece ${String(piece)} twice.`;
    choices.set(piece - 1, alternative === 0 ? "none" : alternative - 1);
  }
  return choices;
}

function bad(what: string): ParsedCall {
  return { type: "bad", message: `${what} Nothing was changed. A call that works: ${JSON.stringify(EXAMPLE_CALL)}` };
}

function faultOfPath(path: string): string | undefined {
  if (path.trim() === "") return "target_file is empty.";
  if (path.length > MAX_PATH) return `target_file is longer than ${String(MAX_PATH)} characters.`;
  if (path.search(UNSEEN) >= 0) return "target_file holds control characters or others that cannot be seen.";
  return undefined;
}

function faultOfSketch(sketch: string): string | undefined {
  return sketch.trim() === "" ? "code_edit is empty." : faultOfText("code_edit", sketch, MAX_SKETCH);
}

function faultOfText(name: string, text: string, longest: number): string | undefined {
  if (text.length > longest) return `${name} is longer than ${String(longest)} characters.`;
  if (/\p{Cs}/u.test(text)) return `${name} is not valid Unicode: it holds half of a character.`;
  const control = findControl(text);
  if (control === undefined) return undefined;
  const code = text.charCodeAt(control).toString(16).toUpperCase().padStart(4, "0");
  const line = text.slice(0, control).split("\n").length;
  return `${name} holds the control character U+${code} in line ${String(line)}; if an escape such as \\b is meant, double its backslash.`;
}

/**
 * Finds the first control character that code has no use for: most come from an escape such as `\b` that lost its backslash. Terminal
 * colours begin with ESC, and those beyond ASCII are left from other encodings.
 */
function findControl(text: string): number | undefined {
  for (const { 0: sign, index } of text.matchAll(/[^\P{Cc}\t\n\f\r]/gu)) {
    if (sign !== "\u001b" && sign < "\u0080") return index;
  }
  return undefined;
}
