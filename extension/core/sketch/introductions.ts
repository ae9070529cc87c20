import type { Fence } from "./fences.ts";
import type { Statement } from "./statement.ts";
import { readStatements } from "./statements.ts";

/*
 * What the words right before a block say of it. Each check looks for one kind of wording, which is never enough by itself: whoever asks
 * also looks at the code, since "for example" introduces changes too.
 */

/** What stands more characters than this before a block is about something else. */
const MAX_LENGTH = 1000;

/** Returns the words that lead to a fence since the block before, headings and paragraphs: their last `MAX_LENGTH` characters, or "". */
export function readIntroduction(
  before: { readonly fence: Fence | undefined; readonly texts: readonly string[] } | undefined,
): string {
  return before?.fence ? "" : (before?.texts ?? []).join("\n").trim().slice(-MAX_LENGTH);
}

/** Returns the last paragraph, which is what leads to the block itself. */
export function lastParagraph(introduction: string): string {
  return introduction.split(/\n\s*\n/).at(-1) ?? "";
}

/** Returns what stands last: the sentence, the heading or the item of a list that a block illustrates. */
export function lastSentence(introduction: string): string {
  const line = lastParagraph(introduction).split("\n").at(-1) ?? "";
  return line.split(/(?<=[.!?])\s/).at(-1) ?? "";
}

/** Numbers and letters tell one of several ways from another, as do words for "or". */
const NUMBERED = /\b(?:[Oo]ption|[Aa]lternative|[Aa]pproach|[Vv]ariant|[Ss]olution)\s+(?:#?[1-9]\b(?!\.\d)|[A-D]\b)/;
const OTHERWISE =
  /^\W*(?:or\b(?! else)|alternatively\b|alternative\W*$|another (?:option|way|approach|possibility)\b|the (?:other|second) (?:option|way|approach)\b)|\bif you(?:['’]d| would)? (?:prefer|rather)\b/i;

/** Checks whether the words before a block present it as one of several ways to do the same. */
export function saysOption(introduction: string): boolean {
  if (NUMBERED.test(introduction)) return true;
  const paragraphs = introduction.split(/\n\s*\n/);
  return paragraphs.some((paragraph) => OTHERWISE.test(paragraph));
}

const EXAMPLE =
  /\b(?:usage|examples?|for instance|(?:use|call|invoke|run|try|import|verify)(?:d|s)? (?:it|them|this|that)\b|(?:test|check) (?:it|that)\b|can (?:now|then) (?:be )?(?:use|call|do|write|pass|import|run|construct|create)|used (?:like|as follows)|be used as\b|in your (?:own )?(?:app|component|code|project)|call ?sites?|callers?|(?:gives|prints|returns|outputs?|logs|renders|produces)(?: (?:this|something like))?:)|\be\.g\./i;

/** What is shown as what not to write. */
const WARNING =
  /\b(?:don['’]t|do not|never) (?:do|write|use) (?:this|that|it)\b|^\W*(?:wrong|bad|incorrect|not like this)\W*$/i;

/** "`a` is an example of …, so drop it from its import" leads to a change. */
const isChange = ({ kind, certainty }: Statement): boolean =>
  certainty === "said" && /^(?:delete|rename|replace|move|wrap)$/.test(kind);

/** Checks whether the words before a block say that it shows how the change is used, what comes of it, or what not to do. */
export function saysExample(introduction: string): boolean {
  const sentence = lastSentence(introduction);
  if (WARNING.test(sentence)) return true;
  return EXAMPLE.test(sentence) && !readStatements(sentence).some(isChange);
}

const QUOTATION =
  /\b(?:before|currently?|old|original(?:ly)?|existing|previous(?:ly)?|replace|change|find|instead of|this (?:line|part|code|block|function)|these lines|you have|problem|bug|culprit|cause|issue|today|was|is here|look(?:s|ed)? like)\b/i;

/** Checks whether the words before a block allow that it shows the lines as they are in the file now. */
export function saysQuotation(introduction: string): boolean {
  return QUOTATION.test(lastSentence(introduction));
}

const REPLACEMENT = /\b(?:with|to|into|after|by|new|becomes?|instead|now|should|fixed|updated|correct(?:ed)?)\b/i;

/** Checks whether the words before a block allow that it takes the place of the block before it. */
export function saysReplacement(introduction: string): boolean {
  return REPLACEMENT.test(lastSentence(introduction));
}

const DELETES =
  /^(?:[^\p{L}`]|(?:and|then|finally|also|next|first|second|third|lastly|now|please|just|simply|so|i|we|you can|we can|you should)\b|(?:in|from|inside) (?:the )?`[^`]+`,? )*(?:remov(?:e|ed|ing)|delet(?:e|ed|ing)|drop(?:ped|ping)?|get rid of|strip(?:ped)?)\b(.*)$/iu;
const IS_DELETED =
  /\b(?:this|these|those|they|it)\b[^,;.]*\b(?:(?:is|are|can be|should be|must be|gets?) (?:\w+ ){0,2}(?:gone|removed|deleted|dropped)|go(?:es)? away|(?:can|must|should) go)\b/i;
/** Something else is shown than what goes. */
const LEAVES =
  /\b(?:replac\w*|instead|becom\w*|leav\w*|keep\w*|left|remain\w*|rest|looks?|reads?|down to|so that|result\w*|without|simplif\w*|don['’]t|do not)\b/i;

/** What words before a block say of it: that it shows what goes. */
export interface ShownDeletion {
  /** "this", "the following", "the whole …": all that is shown, whatever it is. */
  readonly isAll: boolean;
  /** What is said to go, as far as it has names. */
  readonly names: readonly string[];
}

/** Reads whether the words before a block say that what it shows goes ("delete this test:"); `undefined` if they do not. */
export function readShownDeletion(introduction: string): ShownDeletion | undefined {
  const sentence = lastSentence(introduction);
  if (LEAVES.test(sentence)) return undefined;
  const what = DELETES.exec(sentence)?.[1];
  if (what === undefined && !IS_DELETED.test(sentence)) return undefined;
  const isAll =
    what === undefined || /^\s*(?:this|these|those|the following|the whole|the entire|all of|both)\b/i.test(what);
  const said = readStatements(sentence).filter(({ kind, isPart }) => kind === "delete" && !isPart);
  return { isAll, names: said.flatMap(({ names }) => names) };
}
