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

/** The pairs by their left and right parts. */
type Pairs = Map<string, Map<string, Pair>>;

/**
 * Learns merges from texts: again and again the most frequent pair of neighbours becomes a token (Sennrich et al. 2016).
 *
 * @param count of merges; fewer when no pair is left. Words met once teach nothing.
 */
export function learnMerges(texts: Iterable<string>, count: number): Merge[] {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const pairs: Pairs = new Map();
  for (const [text, times] of counts) {
    if (times > 1) addPairs(pairs, { count: times, parts: lettersOf(text) });
  }
  const queue = new PairQueue();
  for (const ofLeft of pairs.values()) for (const pair of ofLeft.values()) queue.add(pair);
  const merges: Merge[] = [];
  while (merges.length < count) {
    const pair = queue.takeMostFrequent();
    if (pair === undefined) break;
    merges.push(pair.merge);
    for (const grown of mergeInWords(pairs, pair)) queue.add(grown);
  }
  return merges;
}

/** Gives the pairs that are more frequent now. */
function mergeInWords(pairs: Pairs, pair: Pair): Set<Pair> {
  const grown = new Set<Pair>();
  for (const word of pair.words) {
    const parts = withMerge(word.parts, pair.merge);
    if (parts.length === word.parts.length) continue;
    for (const before of pairsOf(pairs, word)) before.count -= word.count;
    word.parts = parts;
    for (const after of addPairs(pairs, word)) grown.add(after);
  }
  pair.words.clear();
  return grown;
}

function withMerge(parts: readonly string[], [left, right]: Merge): string[] {
  const merged: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? "";
    const isPair = part === left && parts[index + 1] === right;
    merged.push(isPair ? left + right : part);
    if (isPair) index += 1;
  }
  return merged;
}

function addPairs(pairs: Pairs, word: Word): Pair[] {
  const added = pairsOf(pairs, word);
  for (const pair of added) {
    pair.count += word.count;
    pair.words.add(word);
  }
  return added;
}

/** The pairs of a word's neighbours, one for each place. */
function pairsOf(pairs: Pairs, { parts }: Word): Pair[] {
  const found: Pair[] = [];
  for (let index = 1; index < parts.length; index += 1) {
    const left = parts[index - 1] ?? "";
    const right = parts[index] ?? "";
    const ofLeft = pairs.get(left) ?? new Map<string, Pair>();
    if (ofLeft.size === 0) pairs.set(left, ofLeft);
    const pair = ofLeft.get(right) ?? { merge: [left, right], count: 0, words: new Set() };
    if (pair.count === 0) ofLeft.set(right, pair);
    found.push(pair);
  }
  return found;
}

interface Entry {
  readonly pair: Pair;
  readonly count: number;
}

/** A heap. Counts change while a pair waits, so a pair is queued with the count that it had and looked at again when its turn comes. */
class PairQueue {
  private readonly entries: Entry[] = [];

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
      if (entry === undefined || entry.count <= 0) return undefined;
      if (entry.pair.count === entry.count) return entry.pair;
      // It was queued again when it became more frequent.
      if (entry.pair.count < entry.count) this.add(entry.pair);
    }
  }

  private take(): Entry | undefined {
    const [first] = this.entries;
    const last = this.entries.pop();
    if (first === undefined || last === undefined || this.entries.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = this.entries[2 * at + 1];
      const right = this.entries[2 * at + 2];
      const isLeft = left !== undefined && left.count >= (right?.count ?? 0);
      const child = isLeft ? left : right;
      if (child === undefined || child.count <= last.count) break;
      this.entries[at] = child;
      at = 2 * at + (isLeft ? 1 : 2);
    }
    this.entries[at] = last;
    return first;
  }
}
