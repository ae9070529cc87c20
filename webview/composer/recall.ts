/** Which earlier question stands in the composer: its index from the newest; -1 if none does. */
export interface Recalled {
  readonly at: number;
  readonly text: string;
}

/**
 * Finds the question that Up (`step` 1) or Down (`step` -1) brings; `undefined` if the key should move the caret as usual. Never replaces a
 * text that the user has typed or changed.
 *
 * @param questions the newest first
 * @param at index from the newest of the one that was recalled last, -1 if none was
 */
export function recall(questions: readonly string[], at: number, text: string, step: 1 | -1): Recalled | undefined {
  const different = questions.filter((question, index) => question !== "" && question !== questions[index - 1]);
  const isOwn = text !== "" && text !== different[at];
  if (isOwn) return undefined;
  const from = text === "" ? -1 : at;
  const to = from + step;
  if (to === -1 && from === 0) return { at: -1, text: "" };
  const question = different[to];
  return question === undefined ? undefined : { at: to, text: question };
}
