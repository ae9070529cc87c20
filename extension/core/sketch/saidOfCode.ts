import type { CodeSketch, FileSketch } from "./sketch.ts";

/*
 * What words around code say of it: evidence where the code alone may be the whole file or a part of it. Only plain
 * statements count; whatever is not understood says nothing, so that the engine asks.
 */

/** The words of an answer and of the request, as far as they are about given sketches. */
export interface Words {
  /** What presents the code: the paragraph before it, a title, the request. It may say that the code is the whole file. */
  readonly introduction?: string;
  /** All that is said, which may name what goes. */
  readonly all?: string;
}

/** Sketches with what the words say of their code. */
export function withSaid(sketches: readonly FileSketch[], { introduction = "", all = "" }: Words): FileSketch[] {
  const isWhole = saysWholeFile(introduction);
  const named = readGone(all);
  if (!isWhole && named.length === 0) return [...sketches];
  return sketches.map((found) => {
    if (found.sketch.type !== "code") return found;
    const { sketch } = found;
    const gone = [...new Set([...(sketch.gone ?? []), ...named])];
    return {
      ...found,
      sketch: {
        ...sketch,
        ...((isWhole || sketch.isWhole === true) && { isWhole: true as const }),
        ...(gone.length > 0 && { gone }),
      },
    };
  });
}

/** Longer talk is about more than this code. */
const MAX_LENGTH = 20_000;

/** Whether a paragraph, a title or a request presents the whole of a file. */
export function saysWholeFile(text: string): boolean {
  if (!WHOLE_FILE.test(text)) return false;
  return text
    .slice(-2000)
    .split(/[!?;\n]|[.,](?=\s|$)|\s[-–—]\s/)
    .some((clause) => {
      const found = WHOLE_FILE.exec(clause);
      if (found === null) return false;
      const before = clause.slice(0, found.index);
      if (NOT_PRESENTED.test(before) || /\b(?:not|only|just|parts?|unchanged)\b|n['’]t\b/i.test(clause)) return false;
      const isTitle = clause.trim().split(/\s+/).length <= 6 && !/\b(?:is|are|was|has|does)\b/i.test(clause);
      return isTitle || /:\s*$/.test(clause) || PRESENTS.test(clause);
    });
}

const WHOLE_FILE =
  /\b(?:complete|entire|full|whole)\b[^:]{0,60}?(?:\b(?:file|script|module|document|stylesheet|page)\b|`[^`\s]+\.\w+`)|\b(?:file|script|module|document|`[^`\s]+\.\w+`) in full\b/i;
const NOT_PRESENTED =
  /\b(?:through|across|over|throughout|within|from|in|at|rest|remainder|remaining|without|read|check|than)\b/i;
const PRESENTS =
  /\b(?:here|below|following|this is|updated|revised|final|new|rewrit\w*|rewrote|replac\w*|overwrit\w*|giv\w*|show\w*|provid\w*|output|print|post|send|writ\w*|wrote)\b/i;

/** Names of what a text says to be removed, renamed or moved elsewhere. */
export function readGone(text: string): string[] {
  const names = new Set<string>();
  if (!GOES.test(text)) return [];
  for (const sentence of text.slice(0, MAX_LENGTH).split(/(?<=[.!?;])\s+|\n+/)) {
    if (!GOES.test(sentence) || STAYS.test(sentence)) continue;
    const passive = PASSIVE.exec(sentence);
    const active = passive ? undefined : GOES.exec(sentence);
    const said = passive
      ? sentence.slice(0, passive.index)
      : sentence.slice((active?.index ?? 0) + (active?.[0].length ?? 0));
    // What something is removed from stays.
    const object = said.replace(ELSEWHERE, "");
    for (const name of namesIn(object)) names.add(name);
    if (UNUSED.test(object)) names.add(UNUSED_CODE);
  }
  return [...names];
}

/** Stands in `gone` where the words say that what nobody uses goes, without its names. */
const UNUSED_CODE = "unused code";
const UNUSED =
  /\b(?:dead|unused|obsolete|redundant)\s+(?:code|(?:\w+\s+)?(?:functions|methods|classes|types|helpers|declarations))\b/i;

/** Whether the words say that what a name stands for goes. `uses`: whether the new text still has that word. */
export function isSaidToGo({ gone = [] }: CodeSketch, name: string, uses: (word: string) => boolean): boolean {
  const words = name.match(IDENTIFIER) ?? [];
  if (words.some((word) => gone.includes(word))) return true;
  return gone.includes(UNUSED_CODE) && words.length > 0 && !words.some(uses);
}

const VERBS = "remov|delet|dropp|eliminat|discard|stripp|renam|inlin|merg|fold|mov|extract";
const GOES = new RegExp(
  `\\b(?:(?:${VERBS})\\w*|drop|strip|get(?:s|ting)? rid of|got rid of|no longer|obsolete)\\b`,
  "i",
);
const PASSIVE = new RegExp(
  `\\b(?:is|are|was|were|been|be|being)\\s+(?:\\w+ly\\s+|now\\s+)?(?:(?:${VERBS})\\w*d|no longer|obsolete|gone)\\b`,
  "i",
);
const STAYS = /\b(?:not|never|keep|keeps|kept|instead of|rather than|without)\b|n['’]t\b/i;
const ELSEWHERE = /\b(?:from|inside|within|of|because|since|so that|into|to)\b.*$/i;

/** Names of code: in backticks, written as code writes them, or called a function, a class and the like. */
function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]{1,100})`/g)].flatMap(([, code = ""]) => code.match(IDENTIFIER) ?? []);
  const looks = (text.match(IDENTIFIER) ?? []).filter((word) => /\p{Ll}\p{Lu}|[_$\d]/u.test(word));
  const called = [...text.matchAll(CALLED)].flatMap(([, before, behind]) => before ?? behind ?? []);
  return [...quoted, ...looks, ...called];
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const KIND =
  "(?:function|method|class|interface|type|struct|enum|test|hook|component|rule|section|constant|variable|property|getter|setter)";
const CALLED = new RegExp(
  `\\b(?:the|unused|old|obsolete)\\s+([\\p{L}_$][\\p{L}\\p{N}_$]*)\\s+${KIND}\\b|\\b${KIND}s?\\s+([\\p{L}_$][\\p{L}\\p{N}_$]*)`,
  "giu",
);
