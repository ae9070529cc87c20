/** What a search for several texts finds in files. */
export interface TextHits {
  /** As the search names the file, with `/`. */
  readonly path: string;
  /** Which of the texts it has. */
  readonly texts: ReadonlySet<string>;
}

/**
 * Reads what grep and its kind print with `--only-matching --null`: for each match the path, a NUL, the text and a line end. A path may
 * hold line ends, and what was cut off at the end counts for nothing.
 */
export function readHits(output: string, texts: readonly string[]): readonly TextHits[] {
  const wanted = new Set(texts);
  const hits = new Map<string, Set<string>>();
  for (let at = 0; ;) {
    const middle = output.indexOf("\0", at);
    const end = middle < 0 ? -1 : output.indexOf("\n", middle);
    if (end < 0) break;
    const path = tidied(output.slice(at, middle));
    const text = output.slice(middle + 1, end);
    at = end + 1;
    if (!wanted.has(text)) continue;
    const found = hits.get(path);
    if (found) found.add(text);
    else hits.set(path, new Set([text]));
  }
  // Programs that search with several threads print in another order every time.
  return Array.from(hits, ([path, found]) => ({ path, texts: found })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

const tidied = (path: string): string => path.replaceAll("\\", "/").replace(/^\.\//, "");

/** Finds which of the texts occur in `content`. */
export function textsIn(content: string, texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.filter((text) => content.includes(text)));
}

/** Counts the files that have each text. */
export function spreadOf(hits: readonly Pick<TextHits, "texts">[]): ReadonlyMap<string, number> {
  const spread = new Map<string, number>();
  for (const { texts } of hits) for (const text of texts) spread.set(text, (spread.get(text) ?? 0) + 1);
  return spread;
}

/** Picks at most `limit` files that are worth reading, those with the rarest texts first. */
export function mostTelling<Hits extends Pick<TextHits, "texts">>(
  hits: readonly Hits[],
  limit: number,
): readonly Hits[] {
  const spread = spreadOf(hits);
  const weigh = ({ texts }: Hits): number =>
    Array.from(texts, (text) => 1 / (spread.get(text) ?? 1)).reduce((sum, each) => sum + each, 0);
  return hits
    .map((hit) => ({ hit, weight: weigh(hit) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ hit }) => hit);
}

/**
 * Leaves out texts that are too common to tell files apart: those that `COMMON_FILES` or more have, else those that the most files have.
 */
export function withoutCommon(texts: readonly string[], hits: readonly TextHits[]): readonly string[] {
  const spread = spreadOf(hits);
  const most = Array.from(spread.values()).reduce((so, each) => Math.max(so, each), 0);
  return texts.filter((text) => (spread.get(text) ?? 0) < Math.min(most, COMMON_FILES));
}

/** A text that this many files have tells nothing about any of them. */
const COMMON_FILES = 100;
