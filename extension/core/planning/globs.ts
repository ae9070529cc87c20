/**
 * Globs as VS Code's settings write them: `*` and `?` within a name, `**` for any folders, `{a,b}`, `[a-z]` and `[!a-z]`. They come from
 * models and from settings, so they are matched without regular expressions: time grows with pattern times path, whatever is in them.
 */
export interface Glob {
  /** Checks whether a path fits. `path`: relative, with `/`. */
  matches(path: string): boolean;
}

/** Braces within braces can stand for very many patterns. */
const MOST_ALTERNATIVES = 64;
const LONGEST = 1_000;

/** Reads a glob. If `anywhere` is set, one without a slash fits names in any folder. */
export function readGlob(glob: string, { anywhere }: { readonly anywhere: boolean }): Glob {
  const patterns = alternativesOf(glob.slice(0, LONGEST)).map((each) => {
    const bare = each.replace(/^\.?\//, "");
    const segments = bare.split("/").filter((segment) => segment !== "");
    const isName = anywhere && bare !== "" && !bare.includes("/");
    return (isName ? ["**", ...segments] : segments).map(readSegment);
  });
  return {
    matches: (path) => {
      const names = path.split("/");
      return patterns.some((pattern) => follow(pattern, names, fitsSegment, isFolders));
    },
  };
}

/** Checks whether a text is a glob and not a name. */
export function isGlob(text: string): boolean {
  return /[*?[{]/.test(text);
}

/** Reads globs that exclude paths: each one excludes what fits it, and all that lies in a folder that fits. */
export function readExcludes(globs: readonly string[]): Glob {
  const read = globs.map((glob) => readGlob(glob, { anywhere: false }));
  return {
    matches: (path) => {
      if (read.length === 0) return false;
      for (let end = path.indexOf("/"); ; end = path.indexOf("/", end + 1)) {
        const part = end < 0 ? path : path.slice(0, end);
        if (read.some((glob) => glob.matches(part))) return true;
        if (end < 0) return false;
      }
    },
  };
}

/** `**`, or what a name consists of. */
type Segment = "folders" | readonly Letter[];
/** `*`, `?`, a letter, or some letters. */
type Letter =
  | { readonly type: "any" }
  | { readonly type: "one" }
  | { readonly type: "letter"; readonly letter: string }
  | { readonly type: "set"; readonly set: string; readonly isNot: boolean };

const isFolders = (segment: Segment): boolean => segment === "folders";
const isAny = (letter: Letter): boolean => letter.type === "any";

function readSegment(text: string): Segment {
  if (text === "**") return "folders";
  const letters: Letter[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    const close = letter === "[" ? text.indexOf("]", at + 2) : -1;
    if (close > 0) {
      const inner = text.slice(at + 1, close);
      const isNot = inner.startsWith("!") || inner.startsWith("^");
      letters.push({ type: "set", set: isNot ? inner.slice(1) : inner, isNot });
      at = close;
    } else
      letters.push(letter === "*" ? { type: "any" } : letter === "?" ? { type: "one" } : { type: "letter", letter });
  }
  return letters;
}

function fitsSegment(segment: Segment, name: string): boolean {
  return segment !== "folders" && follow(segment, Array.from(name), fitsLetter, isAny);
}

function fitsLetter(letter: Letter, sign: string): boolean {
  if (letter.type !== "set") return letter.type === "one" || (letter.type === "letter" && letter.letter === sign);
  for (let at = 0; at < letter.set.length; at++) {
    const isRange = letter.set.charAt(at + 1) === "-" && at + 2 < letter.set.length;
    const first = letter.set.charAt(at);
    const last = isRange ? letter.set.charAt(at + 2) : first;
    if (sign >= first && sign <= last) return !letter.isNot;
    if (isRange) at += 2;
  }
  return letter.isNot;
}

/**
 * Checks whether a pattern fits a sequence to its end. A part that fits any number of items is tried as short as possible, and only the
 * last such part is gone back to.
 */
function follow<Part, Item>(
  pattern: readonly Part[],
  items: readonly Item[],
  fits: (part: Part, item: Item) => boolean,
  fitsMany: (part: Part) => boolean,
): boolean {
  let [part, item] = [0, 0];
  let many: { part: number; item: number } | undefined;
  while (item < items.length) {
    const wanted = pattern[part];
    const given = items[item];
    if (wanted !== undefined && fitsMany(wanted)) {
      many = { part: ++part, item };
    } else if (wanted !== undefined && given !== undefined && fits(wanted, given)) {
      part++;
      item++;
    } else if (many !== undefined) {
      many = { part: many.part, item: many.item + 1 };
      ({ part, item } = many);
    } else return false;
  }
  return pattern.slice(part).every(fitsMany);
}

/** Lists the patterns that a pattern with braces stands for, at most `MOST_ALTERNATIVES`. */
function alternativesOf(glob: string): readonly string[] {
  let open: readonly string[] = [glob];
  const done: string[] = [];
  while (open.length > 0 && done.length + open.length <= MOST_ALTERNATIVES) {
    const next: string[] = [];
    for (const each of open) {
      const end = each.indexOf("}");
      const start = end < 0 ? -1 : each.lastIndexOf("{", end);
      if (start < 0) {
        done.push(each);
        continue;
      }
      const [before, after] = [each.slice(0, start), each.slice(end + 1)];
      for (const choice of each.slice(start + 1, end).split(",")) next.push(before + choice + after);
    }
    open = next;
  }
  return [...done, ...open].slice(0, MOST_ALTERNATIVES);
}
