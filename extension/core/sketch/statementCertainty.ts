import type { Use } from "./makeStatements.ts";
import type { Statement, Voice } from "./statement.ts";
import type { Token } from "./statementTokens.ts";
import { CONDITIONS, MODALS, NEGATIONS, VERBS } from "./statementWords.ts";

/** Tells how sure it is that what a verb says is a part of the change. */
export function judgeCertainty(tokens: readonly Token[], use: Use, voice: Voice): Statement["certainty"] {
  const { begin, verb, isPassive } = use;
  const comma = tokens.slice(begin, verb).findLastIndex(({ text }) => /^[,:;]$/.test(text));
  const head = tokens.slice(begin + comma + 1, verb).filter(({ type }) => type === "word");
  const words = clauseOf(head.map(({ text }) => text));
  const near = isPassive ? words.slice(-4) : words.slice(-3);
  if (near.some((word) => NEGATIONS.has(word)) || near.join(" ").includes("no longer")) return "negated";
  if (near.includes("nothing") || near.includes("none")) return "negated";
  const all = tokens.filter(({ type }) => type === "word").map(({ text }) => text);
  if (isConditional(tokens) || isBehaviour(tokens, use)) return "hedged";
  if (tokens.at(-1)?.text === "?" && ASKS.test(all[0] ?? "")) return "hedged";
  if (voice === "instruction") return "said";
  const word = tokens[verb]?.text ?? "";
  const isLeave = /^(?:go|goes)$/.test(word);
  if (tokens.at(-1)?.text === "?" || all.includes("afterwards") || all.includes("later")) return "hedged";
  const isLeft = words.some((each) =>
    /^(?:you'd|you've|remember|forget|sure|to|happy|let's|would|i'd|want)$/.test(each),
  );
  const isDoubted = words.some((each) => MODALS.has(each) && !ADVISES.test(each));
  if (isLeft || (isDoubted && !isLeave)) return "hedged";
  const isAddressed = words.some((each) => /^(?:you|you'll|please)$/.test(each));
  const isAdvised = !isLeave && words.some((each) => ADVISES.test(each));
  if (!isAddressed && !isAdvised) return "said";
  // "The user can delete `a`" is what the code does.
  return (isAddressed || isPassive) && !all.some((each) => DEFERS.test(each)) ? "advised" : "hedged";
}

/** "`a` can be removed", "should go": what is left to the reader, who is to do it. */
const ADVISES = /^(?:can|should|must|shall)$/;
/** Puts what is advised off, or elsewhere. */
const DEFERS =
  /^(?:once|when|whenever|soon|next|future|follow-?ups?|separately|own|yourself|callers?|users?|after|before|time|runtime|manually)$/;
/** Begins a question that asks for an answer and not for a change. */
const ASKS = /^(?:should|why|what|is|are|does|do|did|how|when|which|who|was|were)$/;

/** Whether it may be what the code does: "`a` is removed on exit", "add `b` to remove `a`", "`b` should check it and remove `a`". */
function isBehaviour(tokens: readonly Token[], { begin, verb, isPassive }: Use): boolean {
  const word = tokens[verb]?.text ?? "";
  if (isPassive) {
    const isPresent = tokens.slice(begin, verb).some(({ text }) => /^(?:is|are|be|gets?)$/.test(text));
    return isPresent && VERBS.get(word)?.form === "past" && WHILE_RUNNING.test(tokens[verb + 1]?.text ?? "");
  }
  if (VERBS.get(word)?.form !== "base") return false;
  const before = tokens.slice(Math.max(0, verb - 2), verb).map(({ text }) => text);
  if (before[1] === "to")
    return !/^(?:want|need|like|going|have|able|try|easier|wanted|decided)$/.test(before[0] ?? "");
  if (before[1] !== "and" && before[1] !== "or") return false;
  const comma = tokens.slice(0, verb - 1).findLastIndex(({ type, text }) => type === "mark" && /[,;:]/.test(text));
  return tokens.slice(comma + 1, verb - 1).some(({ text }, index) => {
    // "rename `a` to `b` and remove `c`" asks for both.
    if (text === "to") return tokens[comma + 2 + index]?.type === "word";
    return /^(?:should|must|let|lets|make|makes)$/.test(text);
  });
}

const WHILE_RUNNING = /^(?:on|before|after|by|at|once|during|until|upon|as|automatically|whenever|every)$/;

/** The words of the clause that the verb stands in; "then" of "you can then remove" begins none. */
function clauseOf(words: readonly string[]): readonly string[] {
  const begin = words.findLastIndex(
    (word, index) =>
      /^(?:and|so|but|which|because|since)$/.test(word) || (word === "then" && !MODALS.has(words[index - 1] ?? "")),
  );
  return words.slice(begin + 1);
}

/** Whether a sentence has a condition: "if" as a word of its own; "an `if`" and "the if" are code. */
export function isConditional(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ type, text }, index) =>
      type === "word" &&
      CONDITIONS.has(text) &&
      !(text === "if" && /^(?:an|the|one|nested|into)$/.test(tokens[index - 1]?.text ?? "")),
  );
}
