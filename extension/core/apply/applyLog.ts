import { acceptedTokenShare, charsPerSecond, rewrittenChars, type ApplyFigures } from "./applyFigures.ts";
import type { StepFailure } from "./applyEvents.ts";
import { UNSEEN } from "../text/shownText.ts";

/** What one line of the log tells, besides the figures. */
export interface LoggedApply {
  /** As the user knows the file. */
  readonly target: string;
  readonly figures: ApplyFigures;
  readonly elapsedMs: number;
  /** Whether the proof holds; `undefined` if there is none. */
  readonly isProven: boolean | undefined;
  readonly failures: readonly StepFailure[];
  /** By message of a failure, what the log says of it: for providers, whose messages quote no file. */
  readonly loggedAs: ReadonlyMap<string, string>;
}

/**
 * Describes an apply in one line of the log, which users attach to reports: who wrote the text, how fast, and which steps failed. It
 * contains nothing of a file: quotes are cut out of all messages but those of providers. It is not translated.
 */
export function applyLogLine({ target, figures, elapsedMs, isProven, failures, loggedAs }: LoggedApply): string {
  const { engine, end, usage } = figures;
  const rewritten = rewrittenChars(figures);
  const share = acceptedTokenShare(usage);
  const tokens = [
    count(usage?.promptTokens, "in"),
    count(usage?.completionTokens, "out"),
    count(usage?.acceptedTokens, "accepted"),
    count(usage?.rejectedTokens, "rejected"),
  ].filter((part) => part !== undefined);
  const parts = [
    `${target}: ${end ?? "stopped"}${end === "done" && isProven === false ? ", not proven" : ""}`,
    `engine ${engine ?? "none"}${figures.asks === undefined ? "" : `, asked about ${pieces(figures.asks)}`}`,
    `${elapsedMs.toFixed(0)} ms`,
    ...(rewritten > 0 ? [`${rewritten} chars`, `${charsPerSecond(figures, elapsedMs).toFixed(0)} chars/s`] : []),
    ...(share === undefined ? [] : [`accepted ${(share * 100).toFixed(0)}%`]),
    ...(tokens.length > 0 ? [`tokens ${tokens.join(", ")}`] : []),
    ...failures.map(({ engine, message }) => `${engine} gave way: ${loggedAs.get(message) ?? withoutQuotes(message)}`),
  ];
  // A name or a vendor's words may hold what plays tricks on whoever reads the log.
  return parts.join("; ").replace(/\s+/g, " ").replace(UNSEEN, "\uFFFD");
}

const pieces = (count: number): string => (count === 1 ? "1 piece" : `${String(count)} pieces`);

function count(tokens: number | undefined, what: string): string | undefined {
  return tokens === undefined ? undefined : `${tokens} ${what}`;
}

/** Cuts out all from the first quotation mark to the last, since a quoted line may hold some itself. */
function withoutQuotes(message: string): string {
  const first = message.search(/["“`]/);
  const last = Math.max(message.lastIndexOf('"'), message.lastIndexOf("”"), message.lastIndexOf("`"));
  return first < 0 || last <= first ? message : `${message.slice(0, first)}…${message.slice(last + 1)}`;
}
