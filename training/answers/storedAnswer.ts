import { createHash } from "node:crypto";
import type { Case } from "../fit/prepare.ts";
import { decodeDelta, encodeDelta, type Delta } from "./delta.ts";

/** How an answer was written: whether the model knew of markers, as a chat or an agent, in one block or several. */
type AnswerStyle = "lazy-prompted" | "lazy" | "edit_file" | "bare" | "blocks" | "multi-block";

/**
 * An answer about a file of a public repository, without the file: what it repeats of it are numbers. One line of JSON in `stored/`.
 */
export interface StoredAnswer {
  readonly id: string;
  /** `owner/name` at GitHub. */
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  /** SHA-256 of the file in UTF-8, its first 16 digits: the numbers mean that text and no other. */
  readonly hash: string;
  readonly style: AnswerStyle;
  /** What was asked, or what an agent said of its call, from the file. */
  readonly instruction: Delta;
  /** The whole answer, from the file. */
  readonly answer: Delta;
  /** The file that is meant, from the file and the answer behind it. */
  readonly expected: Delta;
}

/** A case as it is measured and fitted on, with where its file is from. */
export interface AnswerCase extends Case, Pick<StoredAnswer, "repository" | "commit" | "style"> {
  readonly instruction: string;
}

/** Leaves the file out of a case. Throws an `Error` for one that must be refused or has several right texts, which are not kept. */
export function storeAnswer(one: AnswerCase): StoredAnswer {
  const { id, repository, commit, path, style, instruction, original, sketch, expected } = one;
  if (one.expect_refusal === true || one.expected_alts !== undefined)
    throw new Error(`The answer ${id} cannot be stored: it has more than one right text, or none.`);
  return {
    ...{ id, repository, commit, path, hash: hashOf(original), style },
    instruction: encodeDelta(original, instruction),
    answer: encodeDelta(original, sketch),
    expected: encodeDelta(original + sketch, expected),
  };
}

/** Puts the file back. Throws an `Error` that names the answer if `original` is another text than the one that it is about. */
export function restoreAnswer(stored: StoredAnswer, original: string): AnswerCase {
  const { id, repository, commit, path, style } = stored;
  const source = `${repository}@${commit.slice(0, 12)}:${path}`;
  if (hashOf(original) !== stored.hash)
    throw new Error(`The answer ${id} is about another text than that of ${source}.`);
  const instruction = decodeDelta(original, stored.instruction);
  const sketch = decodeDelta(original, stored.answer);
  const expected = decodeDelta(original + sketch, stored.expected);
  return { id, source, repository, commit, path, style, instruction, original, sketch, expected };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
