/**
 * Rates how well a query fits a path, whatever the case: higher is better, `undefined` if it does not fit. Each word of the query has to
 * occur in the path, at least as single letters in order; the file's name counts more than its folders.
 */
export function fuzzyScore(query: string, path: string): number | undefined {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = path.toLowerCase();
  const name = whole.slice(whole.lastIndexOf("/") + 1);
  let score = 0;
  for (const word of words) {
    const found = wordScore(word.replaceAll("\\", "/"), whole, name);
    if (found === undefined) return undefined;
    score += found;
  }
  // Of two that fit equally well, the shorter one is likelier.
  return score - path.length / 1000;
}

function wordScore(word: string, whole: string, name: string): number | undefined {
  if (name === word) return 7;
  if (name.startsWith(word)) return 6;
  if (isAtWordStart(word, name)) return 5;
  if (name.includes(word)) return 4;
  if (isAtWordStart(word, whole)) return 3;
  if (whole.includes(word)) return 2;
  const gaps = gapsOf(word, name) ?? gapsOf(word, whole);
  return gaps === undefined ? undefined : 1 / (1 + gaps);
}

function isAtWordStart(word: string, text: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || "/-_. ".includes(text.charAt(at - 1))) return true;
  }
  return false;
}

/** Counts how often the letters of a word are parted in a text that has them in order; `undefined` if it does not. */
function gapsOf(word: string, text: string): number | undefined {
  let gaps = 0;
  let next = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, next);
    if (at < 0) return undefined;
    if (at > next && next > 0) gaps++;
    next = at + letter.length;
  }
  return gaps;
}

/** Finds the items that fit a query, the best first; at most `limit`. If the query is empty, returns the first ones in their order. */
export function bestMatches<Item>(
  query: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
  limit: number,
): readonly Item[] {
  if (query.trim() === "") return items.slice(0, limit);
  const scored = items.flatMap((item) => {
    const score = fuzzyScore(query, textOf(item));
    return score === undefined ? [] : [{ item, score }];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}
