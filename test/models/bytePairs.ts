/** Two tokens' texts that become one token. */
export type Merge = readonly [left: string, right: string];

/** Characters that stand for the 256 bytes in the texts of tokens, as GPT-2 has it: printable ones for themselves, the others from U+0100 on. */
export const BYTE_LETTERS: readonly string[] = byteLetters();

function byteLetters(): string[] {
  const isPrintable = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let others = 0;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPrintable(byte) ? byte : 256 + others++));
}

/** A text's bytes in UTF-8 as letters; halves of surrogate pairs become U+FFFD. */
export function lettersOf(text: string): string[] {
  return Array.from(Buffer.from(text), (byte) => BYTE_LETTERS[byte] ?? "");
}

/** Qwen 2's way of splitting a text into words; no token crosses their borders. White space as Unicode has it: unlike `\s`, U+0085 is and U+FEFF is not. */
const WORD =
  /'(?:[sS]|[tT]|[rR][eE]|[vV][eE]|[mM]|[lL][lL]|[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\p{White_Space}\p{L}\p{N}]+[\r\n]*|\p{White_Space}*[\r\n]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

export function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Merges a word's letters: always the pair that comes first in the list of merges, the leftmost of them. */
export function mergeLetters(letters: readonly string[], rankOf: (left: string, right: string) => number): string[] {
  const parts = [...letters];
  for (;;) {
    let best = Infinity;
    let at = -1;
    for (let index = 1; index < parts.length; index += 1) {
      const rank = rankOf(parts[index - 1] ?? "", parts[index] ?? "");
      if (rank < best) [best, at] = [rank, index];
    }
    if (at < 0) return parts;
    parts.splice(at - 1, 2, `${parts[at - 1] ?? ""}${parts[at] ?? ""}`);
  }
}

interface Word {
  readonly count: number;
  parts: readonly string[];
}

/** A pair of parts: how often it is met, and the words in which it is or was. */
interface Pair {
  readonly merge: Merge;
  count: number;
  readonly words: Set<Word>;
}

/**
 * Learns merges from texts: again and again the most frequent pair of neighbours becomes a token (Sennrich et al. 2016).
 *
 * @param count of merges; fewer when no pair is left. Words met once teach nothing.
 */
export function learnMerges(texts: Iterable<string>, count: number): Merge[] {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const pairs = new Map<string, Pair>();
  for (const [text, times] of counts) {
    if (times > 1) addPairs(pairs, { count: times, parts: lettersOf(text) });
  }
  const queue = new PairQueue(pairs.values());
  const merges: Merge[] = [];
  while (merges.length < count) {
    const pair = queue.takeMostFrequent();
    if (pair === undefined) break;
    merges.push(pair.merge);
    for (const changed of mergeInWords(pairs, pair)) queue.add(changed);
  }
  return merges;
}

/** Gives the pairs that are more frequent now. */
function mergeInWords(pairs: Map<string, Pair>, { merge: [left, right], words }: Pair): Set<Pair> {
  const grown = new Set<Pair>();
  for (const word of words) {
    const parts = mergeLetters(word.parts, (before, after) => (before === left && after === right ? 0 : Infinity));
    if (parts.length === word.parts.length) continue;
    for (const pair of pairsOf(pairs, word)) pair.count -= word.count;
    word.parts = parts;
    for (const pair of addPairs(pairs, word)) grown.add(pair);
  }
  return grown;
}

function addPairs(pairs: Map<string, Pair>, word: Word): Pair[] {
  const added = pairsOf(pairs, word);
  for (const pair of added) {
    pair.count += word.count;
    pair.words.add(word);
  }
  return added;
}

/** The pairs of a word's neighbours, one for each place. */
function pairsOf(pairs: Map<string, Pair>, { parts }: Word): Pair[] {
  return parts.slice(1).map((right, index) => {
    const left = parts[index] ?? "";
    const key = `${left} ${right}`;
    const known = pairs.get(key);
    if (known !== undefined) return known;
    const pair: Pair = { merge: [left, right], count: 0, words: new Set() };
    pairs.set(key, pair);
    return pair;
  });
}

/** A heap. Counts change while a pair waits, so a pair is queued with the count that it had and looked at again when its turn comes. */
class PairQueue {
  private readonly entries: { readonly pair: Pair; readonly count: number }[] = [];

  constructor(pairs: Iterable<Pair>) {
    for (const pair of pairs) this.add(pair);
  }

  add(pair: Pair): void {
    const entry = { pair, count: pair.count };
    let at = this.entries.length;
    while (at > 0) {
      const parent = this.entries[(at - 1) >> 1];
      if (parent === undefined || parent.count >= entry.count) break;
      this.entries[at] = parent;
      at = (at - 1) >> 1;
    }
    this.entries[at] = entry;
  }

  takeMostFrequent(): Pair | undefined {
    for (;;) {
      const entry = this.take();
      if (entry === undefined || entry.pair.count === entry.count) {
        return entry !== undefined && entry.count > 0 ? entry.pair : undefined;
      }
      if (entry.pair.count < entry.count && entry.pair.count > 0) this.add(entry.pair);
    }
  }

  private take(): { readonly pair: Pair; readonly count: number } | undefined {
    const [first] = this.entries;
    const last = this.entries.pop();
    if (first === undefined || last === undefined || this.entries.length === 0) return first;
    let at = 0;
    for (;;) {
      const children = [2 * at + 1, 2 * at + 2].filter((child) => child < this.entries.length);
      const countAt = (child: number) => this.entries[child]?.count ?? 0;
      const [child] = children.sort((one, other) => countAt(other) - countAt(one));
      if (child === undefined || countAt(child) <= last.count) break;
      const moved = this.entries[child];
      if (moved !== undefined) this.entries[at] = moved;
      at = child;
    }
    this.entries[at] = last;
    return first;
  }
}
