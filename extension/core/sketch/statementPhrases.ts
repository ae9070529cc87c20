import type { Token } from "./statementTokens.ts";
import {
  ADJECTIVES,
  ADVERBS,
  BE,
  BESIDE,
  DECLARED,
  DETERMINERS,
  IMPORTS,
  MODALS,
  PARTIAL,
  COUNTS,
  PLACES,
  PRONOUNS,
  RELATIVES,
  STOPS,
  USES,
  VERBS,
} from "./statementWords.ts";

/** Names that a verb is about, with the noun that says what they are. */
export interface Group {
  readonly names: string[];
  /** "import" of "the `a` and `b` imports". */
  noun: string | undefined;
  /** "the second `a`", "its own copy of `a`", "the body of `a`". */
  isPart: boolean;
  /** "those two `a` elements": some of those that have the name. */
  isCounted: boolean;
  /** What stands behind it. */
  readonly places: Place[];
  /** Its name is a word that may not be a name: "the legacy job". */
  isLoose: boolean;
  /** It begins with an article or the like. */
  hasArticle: boolean;
}

/** What stands behind "in", "from", "to" and the like. */
interface Place {
  readonly preposition: string;
  /** "from between `a` and `b`", "from below `a`": what was there was no part of them. */
  readonly isBeside?: true;
  readonly names: string[];
  /** "top" of "to the top of the file". */
  noun: string | undefined;
}

export interface Phrase {
  readonly groups: readonly Group[];
  /** All of them, in order; also those before the first name. */
  readonly places: readonly Place[];
  /** One past its last token. */
  readonly end: number;
}

/**
 * Reads the names that a verb is about, from `start` on: those of a list ("`a`, the `b` method and its imports (`c`, `d`)") up to where
 * something else is spoken of. Names after a preposition are a place. `limit` is one past the last token to read.
 */
export function readPhrase(tokens: readonly Token[], start: number, limit = tokens.length): Phrase {
  return new PhraseReader(tokens, limit).read(start);
}

/** Checks whether `tokens[start, end)` is nothing but a list of names and nouns, and not a sentence with a verb that is unknown here. */
export function isList(tokens: readonly Token[], start: number, end: number): boolean {
  const isKnown = (word: string): boolean =>
    DETERMINERS.has(word) ||
    PARTIAL.has(word) ||
    ADJECTIVES.has(word) ||
    DECLARED.has(word) ||
    USES.has(word) ||
    PLACES.has(word);
  for (let index = start; index < end; index++) {
    const { type, text } = tokens[index] ?? { type: "mark", text: "" };
    if (type !== "word" || text === "and" || text === "or" || text === "that" || text === "which") continue;
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    if (index === start && !isKnown(text)) return false;
    const isVerb = !isKnown(text) || text === "use" || text === "uses";
    if (isVerb && after?.type === "name" && !DETERMINERS.has(before?.text ?? "")) return false;
    if (isVerb && before?.type === "name" && DETERMINERS.has(after?.text ?? "") && !isKnown(text)) return false;
  }
  return readPhrase(tokens, start, end).end >= end;
}

const emptyGroup = (): Group => ({
  names: [],
  noun: undefined,
  isPart: false,
  isCounted: false,
  places: [],
  isLoose: false,
  hasArticle: false,
});

class PhraseReader {
  private readonly groups: Group[] = [];
  private readonly places: Place[] = [];
  private group = emptyGroup();
  private place: Place | undefined;
  /** A word that may be a name without looking like one: "the legacy job". */
  private loose: { readonly word: string; readonly index: number; readonly isSecond: boolean } | undefined;
  /** "between the first rule and the second one": the place whose second half is being read. */
  private joined: Place | undefined;

  private readonly tokens: readonly Token[];
  private readonly limit: number;

  constructor(tokens: readonly Token[], limit: number) {
    this.tokens = tokens;
    this.limit = limit;
  }

  read(start: number): Phrase {
    let index = start;
    while (index < this.limit) {
      const next = this.readToken(index);
      if (next === undefined) break;
      index = next;
    }
    this.endGroup();
    const groups = this.groups.filter(({ names }) => names.length > 0);
    share(groups);
    return { groups, places: this.places, end: index };
  }

  /** Returns the index of the next token to read; `undefined` if the phrase ends. */
  private readToken(index: number): number | undefined {
    const token = this.tokens[index];
    if (token === undefined) return undefined;
    if (token.type === "path") {
      this.place?.names.push(token.text);
      return index + 1;
    }
    if (token.type === "name") {
      // "`a`'s `b`" is about `b`.
      if (this.tokens[index + 1]?.text === "'s" && index + 2 < this.limit) {
        this.group.places.push({ preposition: "of", names: [token.text], noun: undefined });
        return index + 2;
      }
      (this.place ?? this.group).names.push(token.text);
      return index + 1;
    }
    return token.type === "mark" ? this.readMark(token.text, index) : this.readWord(token.text, index);
  }

  private readMark(mark: string, index: number): number | undefined {
    if (mark === "(") return this.readGiven(index);
    if (mark === "," || mark === "/") {
      if (this.place !== undefined && this.tokens[index + 1]?.type === "name") return index + 1;
      this.endGroup();
      return this.goesOn(index + 1) ? index + 1 : undefined;
    }
    return /[)\]}[{]/.test(mark) ? index + 1 : undefined;
  }

  /** Names alone in parentheses are those that the words before them mean; other remarks are skipped. */
  private readGiven(open: number): number {
    let close = open + 1;
    let isNames = true;
    while (close < this.limit && this.tokens[close]?.text !== ")") {
      const { type, text } = this.tokens[close] ?? { type: "mark", text: "" };
      isNames &&= type === "name" || text === "," || text === "and" || text === "or" || text === "the";
      close++;
    }
    if (isNames && this.place === undefined) {
      const names = this.tokens.slice(open + 1, close).filter(({ type }) => type === "name");
      // They are what is meant, and words before them its description: "the last entry about `a` ("Why `a`?")".
      if (names.length > 0) {
        this.group.names.splice(0, Infinity);
        this.group.isPart = this.group.isLoose = false;
      }
      for (const { text } of names) this.group.names.push(text);
    }
    return close + 1;
  }

  private readWord(word: string, index: number): number | undefined {
    const next = this.tokens[index + 1];
    if (word === "and" || word === "or" || word === "plus" || word === "&") {
      if (this.place !== undefined && next?.type === "name") return index + 1;
      if ((this.place?.preposition === "between" || this.place?.isBeside) && this.joined !== this.place) {
        this.joined = this.place;
        return index + 1;
      }
      this.endGroup();
      return this.goesOn(index + 1) ? index + 1 : undefined;
    }
    if (word === "as" && next?.text === "well") {
      this.endGroup();
      return index + (this.tokens[index + 2]?.text === "as" ? 3 : 2);
    }
    if (word === "including" || ((word === "together" || word === "along") && next?.text === "with")) {
      this.endGroup();
      return index + (word === "including" ? 1 : 2);
    }
    if (word === "with" && /^(?:its|their|the|all|both)$/.test(next?.text ?? "") && this.hasNames()) {
      this.addPlace("with");
      return index + 1;
    }
    if (RELATIVES.has(word) && !DETERMINERS.has(this.tokens[index - 1]?.text ?? "") && word !== "that")
      return this.skip(index);
    if (word === "that" && this.hasNames()) return this.skip(index);
    if (word === "that" && this.tokens[index - 1]?.type === "word") return this.skip(index);
    if (BE.has(word) || MODALS.has(word) || /^(?:has|have|had|will|do|does|did)$/.test(word)) {
      // They begin a sentence whose subject is the last name that was read.
      if (this.place === undefined) this.group = emptyGroup();
      return undefined;
    }
    if (PRONOUNS.has(word) && !DETERMINERS.has(word)) return this.place === undefined ? undefined : index + 1;
    if (STOPS.has(word)) return undefined;
    if (VERBS.has(word) && !this.isAdjective(index)) return undefined;
    if (PLACES.has(word)) {
      this.beginPlace(word, index);
      return index + 1;
    }
    this.readNoun(word, index);
    return index + 1;
  }

  private readNoun(word: string, index: number): void {
    // "in the template only the `a` rule": another article begins what is spoken of.
    const isLeading = this.place?.noun !== undefined && this.place.names.length === 0 && !this.hasNames();
    if (this.place !== undefined && !(isLeading && DETERMINERS.has(word))) {
      this.place.noun = ADVERBS.has(word) && this.place.noun !== undefined ? this.place.noun : word;
      return;
    }
    if (isLeading) {
      this.place = undefined;
      this.group.places.splice(0, Infinity);
    }
    if (PARTIAL.has(word)) this.group.isPart = true;
    if (COUNTS.has(word)) this.group.isCounted = true;
    const isKnown = DECLARED.has(word) || USES.has(word);
    if (DETERMINERS.has(word)) this.group.hasArticle = true;
    else if (isKnown || (this.tokens[index - 1]?.type === "name" && !ADVERBS.has(word))) this.group.noun ??= word;
    if (isKnown && DECLARED.has(word)) this.takeLoose(word, index);
    else if (
      !isKnown &&
      !PARTIAL.has(word) &&
      !DETERMINERS.has(word) &&
      !ADVERBS.has(word) &&
      !ADJECTIVES.has(word) &&
      /\p{L}/u.test(word)
    )
      this.loose = { word: this.tokens[index]?.raw ?? word, index, isSecond: this.loose?.index === index - 1 };
  }

  /** "the legacy job": a word before such a noun is a name. */
  private takeLoose(noun: string, index: number): void {
    const before = this.tokens[index - 1];
    const isTitle = before?.type === "word" && before.raw !== before.text && !DETERMINERS.has(before.text);
    if (
      this.group.names.length > 0 ||
      index < 2 ||
      noun.startsWith("entr") ||
      (this.loose?.index !== index - 1 && !isTitle)
    )
      return;
    this.group.names.push(before?.raw ?? "");
    this.group.noun = noun;
    this.group.isLoose = true;
    // "the free-threaded linux job" may be one of several.
    if (this.loose?.isSecond === true) this.group.isPart = true;
  }

  /** "renamed `a` to `b` and `c` to `d`": the last name before "to" is no place. */
  private beginPlace(preposition: string, index: number): void {
    const { group, place } = this;
    // "the body of `a`" is a part of it.
    if (preposition === "of" && group.names.length === 0 && group.noun !== undefined) {
      group.isPart = !IMPORTS.has(group.noun);
      return;
    }
    if (place?.preposition === preposition && place.names.length > 1 && this.tokens[index - 1]?.type === "name") {
      const moved = place.names.pop() ?? "";
      this.endGroup();
      this.group.names.push(moved);
    }
    // "from below `a`" is where it comes from, "to below `a`" where it goes.
    const isFrom = place?.preposition === "from" && place.names.length === 0 && this.tokens[index - 1]?.text === "from";
    this.addPlace(isFrom ? "from" : preposition, isFrom && BESIDE.has(preposition));
  }

  private addPlace(preposition: string, isBeside = false): void {
    this.place = { preposition, ...(isBeside && { isBeside }), names: [], noun: undefined };
    this.places.push(this.place);
    this.group.places.push(this.place);
  }

  private isAdjective(index: number): boolean {
    const before = this.tokens[index - 1];
    return (
      before !== undefined && (DETERMINERS.has(before.text) || ADVERBS.has(before.text) || before.text === "newly")
    );
  }

  /** Up to the end of a clause that says more of a name. */
  private skip(index: number): number {
    let next = index + 1;
    while (next < this.limit && !/^[,()]$/.test(this.tokens[next]?.text ?? "")) next++;
    return next;
  }

  private hasNames(): boolean {
    return this.group.names.length > 0 || this.groups.length > 0;
  }

  /** Whether a list goes on behind a comma or "and", and no other sentence begins. */
  private goesOn(index: number): boolean {
    const token = this.tokens[index];
    if (token === undefined || index >= this.limit) return false;
    if (token.type === "name" || token.type === "path") return true;
    if (token.type === "mark") return false;
    const { text } = token;
    if (text === "and" || text === "or" || text === "also" || text === "as" || text === "plus" || text === "including")
      return true;
    if (text === "together" || text === "along" || text === "with") return true;
    if (PLACES.has(text) || RELATIVES.has(text)) return true;
    if (DETERMINERS.has(text))
      return (
        !PRONOUNS.has(text) ||
        this.tokens[index + 1]?.type !== "word" ||
        DECLARED.has(this.tokens[index + 1]?.text ?? "")
      );
    return (DECLARED.has(text) || USES.has(text)) && text.endsWith("s");
  }

  private endGroup(): void {
    const { group, loose } = this;
    // "the Request and ServiceExt imports"
    if (group.names.length === 0 && group.noun === undefined && loose !== undefined && /^[A-Z]\w*$/.test(loose.word)) {
      group.names.push(loose.word);
      group.isLoose = true;
    }
    if (group.names.length > 0 || group.noun !== undefined) this.groups.push(group);
    this.place = undefined;
    this.loose = undefined;
    this.group = emptyGroup();
  }
}

/** "`a` and `b` imports", "`a` and `b` from `c`": what is said at the end of a list is said of all of it. */
function share(groups: readonly Group[]): void {
  for (let index = groups.length - 2; index >= 0; index--) {
    const [group, next] = [groups[index], groups[index + 1]];
    if (group === undefined || next === undefined || next.hasArticle) continue;
    if (group.noun === undefined && next.noun?.endsWith("s") === true) group.noun = next.noun;
    if (group.places.length === 0) for (const place of next.places) group.places.push(place);
  }
}
