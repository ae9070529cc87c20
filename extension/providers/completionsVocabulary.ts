/** The tokens that have been seen with their texts. */
export interface Vocabulary {
  /** Returns the number of a token: its id or, if none is known, one for its text. */
  number(id: number | undefined, text: string): number;
  /** Joins the texts of tokens; `undefined` if one of them stands for several texts or was never seen. */
  textOf(tokens: readonly number[]): string | undefined;
}

/** Creates a vocabulary that knows no token yet. */
export function createVocabulary(): Vocabulary {
  const texts = new Map<number, string | undefined>();
  const numbers = new Map<string, number>();
  return {
    number(id, text) {
      const token = id ?? numbers.get(text) ?? numbers.size;
      if (id === undefined) numbers.set(text, token);
      // The first bytes of a character have no text of their own, and its last ones end several.
      texts.set(token, texts.has(token) && texts.get(token) !== text ? undefined : text);
      return token;
    },
    textOf(tokens) {
      let joined = "";
      for (const token of tokens) {
        const text = texts.get(token);
        if (text === undefined) return undefined;
        joined += text;
      }
      return joined;
    },
  };
}

/**
 * Finds what each token adds to a text that is known. Servers write a replacement character, or nothing, for tokens that end within a
 * character; here the last one of them has all of it. Shorter than `tokens` if the rest does not fit the text.
 */
export function alignTexts(tokens: readonly string[], text: string): string[] {
  const aligned: string[] = [];
  let at = 0;
  while (aligned.length < tokens.length) {
    const start = aligned.length;
    let end = start;
    while (end < tokens.length && !isWhole(tokens[end])) end++;
    const next = tokens[end];
    if (end === start) {
      if (next === undefined || !text.startsWith(next, at)) return aligned;
      aligned.push(next);
      at += next.length;
      continue;
    }
    const stop = next === undefined ? text.length : indexAfter(text, at, end - start, followers(tokens, end));
    const between = text.slice(at, stop);
    if (stop < 0 || between.includes("\uFFFD")) return aligned;
    for (let i = start + 1; i < end; i++) aligned.push("");
    aligned.push(between);
    at = stop;
  }
  return aligned;
}

/** The whole tokens from an index on, joined; some are enough to know their place. */
function followers(tokens: readonly string[], from: number): string {
  let joined = "";
  for (const token of tokens.slice(from, from + 4)) {
    if (!isWhole(token)) break;
    joined += token;
  }
  return joined;
}

/** Finds where `next` stands after `at`, with at least this many bytes between them. */
function indexAfter(text: string, at: number, bytes: number, next: string): number {
  const encoder = new TextEncoder();
  let stop = text.indexOf(next, at + 1);
  while (stop >= 0 && encoder.encode(text.slice(at, stop)).length < bytes) stop = text.indexOf(next, stop + 1);
  return stop;
}

function isWhole(token: string | undefined): boolean {
  return token !== undefined && token !== "" && !token.includes("\uFFFD");
}
