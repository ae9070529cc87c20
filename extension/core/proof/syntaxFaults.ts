import type { SyntaxTree } from "../text/syntax.ts";
import type { JudgedFile } from "./comparison.ts";
import type { Finding } from "./proof.ts";
import { hasTrait } from "../sketch/languages.ts";

/**
 * Finds faults that the text did not have before: by its trees if there are any, else as JSON, or by its code fences or brackets. None if a
 * tree is not whole.
 */
export function findNewErrors(file: JudgedFile, rewrite: string, tree: SyntaxTree | undefined): Finding[] {
  const found = (message: string): Finding[] => [{ type: "syntax", message }];
  // A file that is emptied or deleted has no syntax.
  if (rewrite.trim() === "") return [];
  if (tree && file.tree) {
    const added = tree.isWhole && file.tree.isWhole ? tree.errorCount - file.tree.errorCount : 0;
    if (added <= 0) return [];
    return found(`The result has ${added === 1 ? "a new syntax error" : `${String(added)} new syntax errors`}.`);
  }
  if (hasTrait(file.language, "no-trailing-commas") && isJson(file.text) && !isJson(rewrite))
    return found("The result is no longer valid JSON.");
  if (hasTrait(file.language, "fences") && isFenced(file.text) && !isFenced(rewrite))
    return found("The result has a code fence without its end.");
  const isHash = hasTrait(file.language, "hash-comments");
  const codeOf = (text: string): string => (isHash ? text.replace(HASH_NO_CODE, "") : text.replace(NO_CODE, ""));
  if (hasTrait(file.language, "brackets") && isBalanced(codeOf(file.text)) && !isBalanced(codeOf(rewrite)))
    return found("The result has a bracket without its partner.");
  return [];
}

/** Whether every code fence ends. */
function isFenced(text: string): boolean {
  let open: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const fence = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) continue;
    if (open === undefined) open = fence;
    else if (fence.startsWith(open) && /^[ \t>]*[`~]+\s*$/.test(line)) open = undefined;
  }
  return open === undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}

/** What brackets do not count in: comments and strings as most languages have them. */
const NO_CODE = /\/\*[\s\S]*?\*\/|(?:\/\/|#|--\s).*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** The same where a comment begins with `#`, and other marks are operators. */
const HASH_NO_CODE = /#.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** Checks whether the brackets of code pair up. Strings and comments are left out roughly, so it only tells something if the original is sound. */
function isBalanced(code: string): boolean {
  const open: string[] = [];
  for (const bracket of code.match(/[{}()[\]]/g) ?? []) {
    if ("{([".includes(bracket)) open.push(bracket);
    else if (open.pop() !== PARTNERS[bracket]) return false;
  }
  return open.length === 0;
}

const PARTNERS: Readonly<Record<string, string>> = { "}": "{", ")": "(", "]": "[" };
