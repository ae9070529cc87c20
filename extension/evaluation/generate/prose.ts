import type { Random } from "./random.ts";
import type { Fact } from "./script.ts";

/** Writes what is done as a request: "remove the `x` function". */
export function wordsOfRequest(facts: readonly Fact[], random: Random): string {
  const parts = facts.map((fact) => withReason(imperative(fact, random, random.isLikely(0.25)), fact, 0.7, random));
  return ending(joined(parts, random), random.isLikely(0.4));
}

/** Writes what an agent says with its call: "Remove x and rename y to z." or "I will ...". */
export function agentSentence(facts: readonly Fact[], random: Random): string {
  const form = random.pickWeighted([
    ["imperative", 60],
    ["i-am", 20],
    ["i-will", 20],
  ] as const);
  const parts = facts.map((fact, place) => {
    const part = withReason(imperative(fact, random, random.isLikely(0.2)), fact, 0.7, random);
    if (form === "imperative") return place === 0 ? upper(part) : part;
    if (form === "i-will") return place === 0 ? `${random.pick(["I will", "I'll"])} ${part}` : part;
    return place === 0 ? `${random.pick(["I am", "I'm"])} ${ing(part)}` : ing(part);
  });
  return ending(joined(parts, random), true);
}

/** Writes what was done, for the answer's text. Mentions each fact, so that what is not shown can be read there. */
export function report(facts: readonly Fact[], random: Random): string {
  const form = random.pickWeighted([
    ["i", 60],
    ["passive", 40],
  ] as const);
  return facts
    .map((fact) => {
      const sentence = form === "i" ? `I ${past(fact, random)}` : passive(fact, random);
      return ending(upper(withReason(sentence, fact, 0.7, random)), true);
    })
    .join(" ");
}

/** Writes a lead for one of several blocks: "In `x`:", "`y` becomes:" ... */
export function leadOf(names: readonly string[], random: Random): string {
  const name = names[0];
  if (name === undefined) return random.pick(["Then this part:", "And further down:", "Next:", "And:"]);
  const named = `\`${name}\``;
  return random.pick([
    `In ${named}:`,
    `${named} becomes:`,
    `Here is the change in ${named}:`,
    `Then in ${named}:`,
    `Around ${named}:`,
  ]);
}

/** What people write besides what they ask for or did. */
export const ASIDES: readonly string[] = [
  "The behaviour stays the same otherwise.",
  "I kept the names as they are in the rest of the file.",
  "The lines around it are only shown to find the place.",
  "Only the parts that change are shown.",
  "I followed the style of the neighbouring code.",
  "The public interface does not change.",
  "It reads a little better this way, too.",
  "I looked for other places that need it, and there are none in this file.",
];

export const CLOSINGS: readonly string[] = [
  "Nothing else changes.",
  "The rest of the file stays as it is.",
  "No other change is needed.",
  "Let me know if you want the tests adapted as well.",
  "I have not run the tests.",
  "You may want to mention this in the changelog.",
  "Callers in other files are not affected.",
];

export const OPENINGS: readonly string[] = [
  "Sure!",
  "Done.",
  "Here it is.",
  "Sure, here is the change.",
  "Here you go:",
  "This should do it:",
];

const nameOf = ({ name }: Fact, isPlain = false): string => (isPlain || name.includes("`") ? name : `\`${name}\``);
const quoted = (text: string, isPlain = false): string => (isPlain || text.includes("`") ? text : `\`${text}\``);

/** Why somebody does it, as a clause that ends the sentence. */
const REASONS: Partial<Record<Fact["verb"], readonly string[]>> = {
  remove: [
    ", nothing calls it any more",
    ", which is not used",
    " since it is covered elsewhere",
    ", it only repeats what its neighbours do",
    " with all that belongs to it",
    " completely",
    " as it has been deprecated for two releases",
    ", we do not need it any longer",
  ],
  rename: [
    ", that says better what it does",
    " to avoid the confusion with the other one",
    " since the old name was misleading",
    ", everywhere in this file",
  ],
  move: [
    " so that related things stand together",
    ", its body is unchanged",
    " where readers look for it first",
    " without any other change to it",
  ],
  wrap: [
    ", so that it only runs when it is needed",
    " as the other places do already",
    ", the statements themselves stay as they are",
    " so that a failure there does not go unnoticed",
  ],
  unwrap: [", it was always true anyway", " since nothing in there needs it", ", the check is done by the caller now"],
  add: [
    ", written like the others",
    " as discussed",
    " so that callers do not have to do it themselves",
    " with the same defaults",
  ],
  extract: [", the behaviour stays the same", " to make it shorter", " so that it can be used elsewhere"],
  change: [
    " accordingly",
    " to match",
    " for the new behaviour",
    " so that it keeps working with the rest",
    ", see below",
  ],
};

function withReason(text: string, { verb }: Fact, share: number, random: Random): string {
  const reasons = REASONS[verb];
  return reasons === undefined || !random.isLikely(share) ? text : text + random.pick(reasons);
}

function imperative(fact: Fact, random: Random, hasNoun: boolean): string {
  const isPlain = random.isLikely(0.6);
  const name = nameOf(fact, isPlain);
  const what =
    hasNoun || ["section", "test", "key", "line", "block"].includes(fact.noun) ? `the ${name} ${fact.noun}` : name;
  switch (fact.verb) {
    case "add":
      return `${random.pick(["add", "introduce"])} ${what}${besideOf(fact, isPlain, random)}`;
    case "remove":
      return `${random.pick(["remove", "delete", "drop", "remove", "delete"])} ${what}${ofOwner(fact, isPlain)}`;
    case "extract":
      return `${random.pick(["extract part of", "move part of", "pull some statements out of"])} ${name} into ${quoted(fact.other ?? "", isPlain)}`;
    case "rename":
      return `rename ${what} to ${quoted(fact.other ?? "", isPlain)}`;
    case "move":
      return `move ${what}${besideOf(fact, isPlain, random)}`;
    case "wrap":
      return `wrap ${fact.name === "" ? "the statements" : `part of ${name}`} in ${aBlock(fact, isPlain)}`;
    case "unwrap":
      return `${random.pick(["remove", "drop"])} the ${wrapName(fact, isPlain)} block ${random.pick(["around the code", "but keep its body"])}${fact.name === "" ? "" : ` in ${name}`}`;
    case "change":
      return fact.name === ""
        ? random.pick(["change this", "update the file"])
        : `${random.pick(["update", "change", "adapt", "fix"])} ${what}`;
  }
}

function wrapName({ noun, other = "" }: Fact, isPlain: boolean): string {
  const text = other.replace(/\s*[{:]$|\s+do$|; then$/, "");
  return noun === "try" || noun === "begin" ? (isPlain ? noun : `\`${noun}\``) : quoted(text, isPlain);
}

const ofOwner = ({ verb, other }: Fact, isPlain: boolean): string =>
  verb !== "remove" || other === undefined || other === "" ? "" : ` in ${quoted(other, isPlain)}`;

const aBlock = (fact: Fact, isPlain: boolean): string =>
  fact.noun === "try" || fact.noun === "begin" ? `a ${wrapName(fact, isPlain)} block` : wrapName(fact, isPlain);

function besideOf({ beside }: Fact, isPlain: boolean, random: Random): string {
  if (beside === undefined) return "";
  const words =
    beside.side === "before" ? ["above", "before", "right above"] : ["below", "after", "right after", "behind"];
  return ` ${random.pick(words)} ${quoted(beside.name, isPlain)}`;
}

function past(fact: Fact, random: Random): string {
  const name = nameOf(fact);
  const what =
    random.isLikely(0.25) || ["section", "test", "line", "block"].includes(fact.noun)
      ? `the ${name} ${fact.noun}`
      : name;
  switch (fact.verb) {
    case "add":
      return `added ${what}${besideOf(fact, false, random)}`;
    case "remove":
      return `${random.pick(["removed", "deleted", "dropped"])} ${what}${ofOwner(fact, false)}`;
    case "extract":
      return `${random.pick(["moved part of", "extracted some lines of"])} ${name} into ${quoted(fact.other ?? "")}`;
    case "rename":
      return `renamed ${what} to ${quoted(fact.other ?? "")}${random.pick(["", "", " and adapted its uses"])}`;
    case "move":
      return `moved ${what}${besideOf(fact, false, random)}`;
    case "wrap":
      return `wrapped ${fact.name === "" ? "the statements" : `${random.pick(["the code", "that part"])} in ${name}`} ${fact.name === "" ? "in" : "in"} ${aBlock(fact, false)}`;
    case "unwrap":
      return `removed the ${wrapName(fact, false)} around the code${fact.name === "" ? "" : ` in ${name}`}; its body stays`;
    case "change":
      return fact.name === "" ? "updated the file" : `${random.pick(["changed", "updated", "adapted"])} ${what}`;
  }
}

function passive(fact: Fact, random: Random): string {
  const name = nameOf(fact);
  switch (fact.verb) {
    case "add":
      return `${name} is new${fact.beside === undefined ? "" : `, ${besideOf(fact, false, random).trim()}`}`;
    case "remove":
      return `${name}${ofOwner(fact, false)} is ${random.pick(["gone", "removed"])}`;
    case "extract":
      return `part of ${name} is now a ${fact.noun} of its own, ${quoted(fact.other ?? "")}`;
    case "rename":
      return `${name} is now called ${quoted(fact.other ?? "")}`;
    case "move":
      return `${name} now stands${besideOf(fact, false, random)}`;
    case "wrap":
      return `${fact.name === "" ? "the code" : `the code of ${name}`} is now wrapped in ${aBlock(fact, false)}`;
    case "unwrap":
      return `the ${wrapName(fact, false)} block${fact.name === "" ? "" : ` in ${name}`} is gone, its body stays`;
    case "change":
      return fact.name === "" ? "this is the change" : `${name} ${random.pick(["changes", "is adapted"])}`;
  }
}

function joined(parts: readonly string[], random: Random): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")}${random.pick([" and ", ", and "])}${parts.at(-1) ?? ""}`;
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const ending = (text: string, isSentence: boolean): string => (isSentence && !/[.!?:]$/.test(text) ? `${text}.` : text);

function ing(part: string): string {
  const space = part.indexOf(" ");
  const verb = part.slice(0, space);
  const stem = verb === "drop" || verb === "wrap" ? verb + verb.slice(-1) : verb.replace(/e$/, "");
  return `${stem}ing${part.slice(space)}`;
}
