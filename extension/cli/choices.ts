import { resolve } from "node:path";
import type { Choices } from "../core/apply/chooseAlternatives.ts";

/** What `--choose` says. */
export interface GivenChoice {
  /** `undefined`: it is for the only file. */
  readonly path: string | undefined;
  /** From 0, as `Choices` count. */
  readonly piece: number;
  readonly alternative: number | "none";
}

/** The choices for each of the files of a reply, or what is wrong with them. */
export type ChoicesByFile =
  | { readonly type: "choices"; readonly of: (path: string) => Choices | undefined }
  | { readonly type: "wrong"; readonly message: string; readonly next: string };

const MAX_NUMBER = 1_000_000;

/** Reads `2=1`, `2=none` or `src/a.ts:2=1`, with numbers as they are shown, from 1; `undefined` if it is none of these. */
export function parseChoice(given: string): GivenChoice | undefined {
  const [, path, piece, alternative = ""] = /^(?:(.+):)?(\d+)=(\d+|none)$/s.exec(given) ?? [];
  if (!isNumber(Number(piece))) return undefined;
  const index = { path, piece: Number(piece) - 1 };
  if (alternative === "none") return { ...index, alternative };
  return isNumber(Number(alternative)) ? { ...index, alternative: Number(alternative) - 1 } : undefined;
}

const isNumber = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MAX_NUMBER;

/** Sorts choices by the files of a reply, `paths`, which are relative to `cwd`. A choice without a path is for the only one. */
export function choicesByFile(given: readonly GivenChoice[], paths: readonly string[], cwd: string): ChoicesByFile {
  const found = new Map<string, Map<number, number | "none">>();
  const [only = ""] = paths;
  for (const { path, piece, alternative } of given) {
    const number = String(piece + 1);
    if (path === undefined && paths.length !== 1) {
      const message = `--choose ${number}=… does not say of which file: the sketch is for several.`;
      return { type: "wrong", message, next: `name it, such as --choose ${only}:${number}=1.` };
    }
    const file = path === undefined ? only : paths.find((known) => resolve(cwd, known) === resolve(cwd, path));
    if (file === undefined) {
      const message = `--choose names ${path ?? ""}, which the sketch is not for.`;
      return { type: "wrong", message, next: `choose for one of ${paths.join(", ")}.` };
    }
    const choices = found.get(file) ?? new Map<number, number | "none">();
    if (choices.has(piece)) {
      const message = `--choose decides piece ${number} of ${file} twice.`;
      return { type: "wrong", message, next: "choose once for each piece." };
    }
    found.set(file, choices.set(piece, alternative));
  }
  return { type: "choices", of: (path) => found.get(path) };
}
