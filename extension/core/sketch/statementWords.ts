/** The words by which prose says what becomes of code. */

/** What a statement says. `reword`: one text takes the place of another; `only`: nothing else changes; `example`: the code is not part of the change; `cut`: all after a place goes. */
export type StatementKind =
  | "delete"
  | "rename"
  | "move"
  | "wrap"
  | "replace"
  | "reword"
  | "extract"
  | "add"
  | "keep"
  | "only"
  | "example"
  | "cut";

/** How a verb stands: `base` for "remove", `past` for "removed", `gone` for what is said of its subject alone. */
type VerbForm = "base" | "third" | "past" | "gerund" | "gone";

export interface Verb {
  readonly kind: StatementKind;
  readonly form: VerbForm;
}

/** Base, third person, past, gerund. */
const VERBS_OF: Readonly<Partial<Record<StatementKind, string>>> = {
  delete: `remove removes removed removing, delete deletes deleted deleting, drop drops dropped dropping,
    eliminate eliminates eliminated eliminating, erase erases erased erasing, discard discards discarded discarding,
    purge purges purged purging, omit omits omitted omitting, axe axes axed axing`,
  rename: "rename renames renamed renaming",
  move: "move moves moved moving, relocate relocates relocated relocating, hoist hoists hoisted hoisting",
  wrap: "wrap wraps wrapped wrapping, enclose encloses enclosed enclosing, surround surrounds surrounded surrounding",
  replace: `replace replaces replaced replacing, swap swaps swapped swapping,
    substitute substitutes substituted substituting, exchange exchanges exchanged exchanging`,
  extract: "extract extracts extracted extracting, pull pulls pulled pulling, factor factors factored factoring",
  add: `add adds added adding, introduce introduces introduced introducing, insert inserts inserted inserting,
    create creates created creating, append appends appended appending`,
  keep: "keep keeps kept keeping, leave leaves left leaving, preserve preserves preserved preserving, retain retains retained retaining",
};

/** Said of their subject alone. */
const GONE: Readonly<Partial<Record<StatementKind, string>>> = {
  delete: "gone go goes went disappear disappears disappeared vanish vanishes vanished",
  keep: "stay stays stayed remain remains remained unchanged untouched unmodified intact needed used required",
  rename: "called named",
};

export const VERBS: ReadonlyMap<string, Verb> = new Map(readVerbs());

function* readVerbs(): Generator<[string, Verb]> {
  const forms: readonly VerbForm[] = ["base", "third", "past", "gerund"];
  for (const [kind, verbs] of Object.entries(VERBS_OF) as [StatementKind, string][])
    for (const verb of verbs.split(","))
      for (const [index, word] of verb.trim().split(/\s+/).entries())
        yield [word, { kind, form: forms[index] ?? "base" }];
  for (const [kind, words] of Object.entries(GONE) as [StatementKind, string][])
    for (const word of words.split(" ")) yield [word, { kind, form: "gone" }];
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

export const BE = words("is are was were be been being get gets got 's 're");
/** Between "is" and its verb, or before a verb. */
export const ADVERBS = words(
  "now also then therefore thus already just simply only all both completely entirely fully been being still too first finally instead again consequently accordingly simply each directly safely explicitly alone right next up down there here everywhere away back together further too again anywhere altogether outright anymore",
);
export const MODALS = words("can could may might should would must shall need needs want wants ought");
export const NEGATIONS = words(
  "not never neither nor without cannot don't doesn't didn't won't isn't aren't wasn't weren't haven't hasn't can't couldn't shouldn't wouldn't",
);
export const PRONOUNS = words(
  "i we you it they he she this that these those i've we've i'm we're i'll we'll i'd you'll you'd you've it's they're let's there",
);
export const DETERMINERS = words(
  "the a an its their both all any my our your this these those every each no two three four five six seven eight nine ten whole entire complete",
);
/** Says how many of what has one name are meant, and so that they may not be all. */
export const COUNTS = words("two three four five six seven eight nine ten those these some");
/** A part of what has the name, or one of several that have it. */
export const PARTIAL = words(
  "old duplicate duplicated half part some inner outer former remaining redundant previous own copy copies repeated rest one first second third fourth last other another latter",
);
/** Words that describe and are hardly names. */
export const ADJECTIVES = words(
  `new unused deprecated obsolete long short big small private public static protected nested dead disabled commented-out commented optional
   required default custom helper utility unnecessary superfluous outdated stale legacy-only local global internal external matching corresponding
   necessary separate following existing current actual original updated resulting unneeded hard-coded hardcoded repeated common shared
   anonymous boolean numeric trailing leading top bottom main last-but-one few several many similar related missing more what which single`,
);
/** Begins what is not about the verb any more. */
export const STOPS = words(
  "so because since but while whereas when whenever if unless though although until where whether as hence yet once",
);
export const RELATIVES = words("that which who whose");
export const CONDITIONS = words(
  "if unless whether maybe perhaps optionally optional later afterwards eventually consider recommend suggest alternatively otherwise might until",
);
/** A place or a part: what follows is not what the verb is about. */
export const PLACES = words(
  "from in of inside within at on for under underneath below above after before between behind into to beside near through throughout by over onto against across out around via per towards with until off",
);
/** Behind these stands what is no part of what they name. */
export const BESIDE = words("between above below before after behind under underneath");
/** What code has by name, so that the name stands for all of it. */
export const DECLARED = words(
  `function functions method methods class classes struct structs interface interfaces type types enum enums trait traits constant constants
   variable variables property properties field fields attribute attributes option options setting settings flag flags job jobs step steps
   section sections heading headings rule rules target targets entry entries key keys script scripts dependency dependencies test tests spec specs
   helper helpers getter getters setter setters macro macros module modules route routes handler handlers
   parameter parameters param params argument arguments prop props plugin plugins extra extras column columns service services
   element elements component components selector selectors declaration declarations definition definitions bullet bullets item items
   import imports include includes require requires use uses dependency using environment environments group row rows scenario scenarios
   paragraph paragraphs matrix stage stages fixture fixtures hook hooks subcommand command event closure lambda
   encoder decoder overload overloads polyfill note notes tip question questions tab tabs feature features table tables local locals global globals member members`,
);
/** What is about a name and leaves its declaration alone. */
export const USES = words(
  `call calls invocation invocations reference references mention mentions prefix prefixes suffix check checks logic support block blocks
   branch branches condition conditions guard guards version versions line lines comment comments docblock docblocks javadoc docstring
   body bodies usage usages copy handling loop loops statement statements expression expressions annotation annotations decorator
   wrapper access assignment assignments registration lookup lookups warning warnings return returns cast casts argument arguments arg
   export exports parameter parameters param params parts pair pairs instance instances default defaults pin pattern patterns limit prop`,
);
export const IMPORTS = words("import imports include includes require requires use uses using dependency dependencies");
/** "to the top of the file", "at the end". */
export const STARTS = words("top start beginning front");
export const ENDS = words("end bottom");

/** Checks whether a noun leaves open that something other than a name's declaration is meant: "the `a` call", "the `a` mode". */
export function isAboutUses(noun: string | undefined): boolean {
  return noun !== undefined && (USES.has(noun) || !DECLARED.has(noun));
}

/** Checks whether a noun says that a comment with the name is meant: "the `a` comment". */
export const isAboutComment = (noun: string | undefined): boolean => noun === "comment" || noun === "comments";
