/**
 * Checks whether a text may hold a string of several lines, in any language that has such strings. Most texts hold none, and to look for one
 * in their trees costs half a parse.
 */
export function mayHaveLongStrings(text: string): boolean {
  return OPENING.test(text) || text.split("\n").some((line) => hasOpenQuote(line, '"') || hasOpenQuote(line, "'"));
}

/** What begins a string that may run over several lines, and hardly anything else. */
const OPENING = /"""|'''|`|<<[-~]?["'A-Za-z_]|\bR"|@"|\br#*"|%[qQwWx]?[([{|]/;

/** Checks whether a quote has no partner on its line, as in Rust, Ruby, PHP and shells. One behind a word is the apostrophe of a comment. */
function hasOpenQuote(line: string, quote: string): boolean {
  const last = line.lastIndexOf(quote);
  if (last < 0 || line.split(quote).length % 2 === 1) return false;
  return quote === '"' || !/\w/.test(line.charAt(last - 1));
}
