import { countPieces } from "../apply/pieceWords.ts";
import type { Candidate, Piece } from "../merge/mergeResult.ts";
import { isLeftOut, isPlaced } from "../merge/pieces.ts";
import type { Finding, Proof } from "../proof/proof.ts";
import { isBlank } from "../text/indentation.ts";
import { lineTexts, type LineRange } from "../text/lines.ts";
import { shown } from "../text/shownText.ts";
import type { AlikeRun } from "./alikeRuns.ts";
import { nameRange, shownRange, type EditResult } from "./editResult.ts";
import { nearestRegions, partFrom, showRegions } from "./nearestRegions.ts";
import { findOpenEdits, type EngineWords, type OpenEdit } from "./openEdits.ts";
import { alternativesInWords, sendAgain } from "./outcomeWords.ts";
import { readEditSketch } from "./readEditSketch.ts";

/** The explanation of an edit that nobody was sure of. */
export interface UnsureEdit {
  /** Why, and what to do next. */
  readonly message: string;
  /** The lines of the file that it is about, to the letter. */
  readonly regions: EditResult["regions"];
}

interface UnsureCall {
  /** The text that the edit was for. */
  readonly original: string;
  readonly codeEdit: string;
  readonly path: string;
}

interface UnsureOutcome {
  readonly reason: string;
  readonly candidates: readonly Candidate[];
  readonly pieces?: readonly Piece[];
  readonly proof?: Proof | undefined;
}

/** More lines than these would not be read. */
const MAX_REGIONS = 6;
/** Of an edit that stands several times, how many regions are shown: all its places are named. */
const MAX_SHOWN_PLACES = 3;
const MAX_NAMED = 20;
/** Open edits that are described one by one. */
const MAX_EDITS = 8;
/** Characters of a line of the edit. */
const MAX_QUOTE = 100;

/**
 * Says which blocks of an edit that is not sure are not in the file, or stand there several times, with the lines that are most like them;
 * for another sketch, the engine's reason, and where it may belong. `between`: sentences that go before what to do next.
 */
export function explainUnsure(
  call: UnsureCall,
  { reason, candidates, pieces = [], proof }: UnsureOutcome,
  between: readonly string[],
): UnsureEdit {
  const open = openEditsOf(call, { candidates, findings: proof?.findings ?? [] });
  if (open.length === 0) {
    const regions = nearestRegions(call.original, call.codeEdit, candidates);
    return { message: [reason, ...between, sendAgain(regions), ...alternativesInWords(pieces)].join(" "), regions };
  }
  const regions = regionsOf(call, open);
  const next = `Send the edit again and ${waysOf(open, regions)}`;
  return { message: [...wordsOf(open), ...between, next, ...alternativesInWords(pieces)].join(" "), regions };
}

/** Says how many pieces of an edit have their place, if some have and others have not; else empty. */
export function pieceWords(pieces: readonly Piece[]): readonly string[] {
  return pieces.some(isPlaced) && pieces.some(isLeftOut) ? [`${countPieces(pieces)}.`] : [];
}

/** The same for an edit whose other blocks have their place. */
export interface PartialEdit extends UnsureEdit {
  /** One for each block that is open. They say what is in the file, unlike the message. */
  readonly remarks: readonly string[];
}

/**
 * Says which blocks of an edit are open though others are placed; `undefined` if none is. `call.original`: the text in which the others
 * are.
 */
export function explainPartial(
  call: UnsureCall,
  findings: readonly Finding[],
  pieces: readonly Piece[],
): PartialEdit | undefined {
  const left = findings.filter(({ type }) => type === "open");
  if (left.length === 0) return undefined;
  const open = openEditsOf(call, { candidates: [], findings });
  if (open.length === 0) return explainOpenCode(call, left, pieces);
  const regions = regionsOf(call, open);
  const what = open.length === 1 ? `1 ${open[0]?.kind ?? "block"}` : `${open.length} ${open[0]?.kind ?? "block"}s`;
  const message = `${what} of the edit could not be placed and ${open.length === 1 ? "is" : "are"} not part of this: see below. Send ${open.length === 1 ? "it" : "them"} again, without the others, and ${waysOf(open, regions)}`;
  return { message: [message, ...alternativesInWords(pieces)].join(" "), remarks: wordsOf(open), regions };
}

/** Explains the same for code, whose pieces are runs of its lines. */
function explainOpenCode({ original }: UnsureCall, left: readonly Finding[], pieces: readonly Piece[]): PartialEdit {
  const regions = nearestRegions(original, "", []);
  const one = left.length === 1;
  const message = `${one ? "1 piece" : `${left.length} pieces`} of the edit could not be placed and ${one ? "is" : "are"} not part of this: see below. Send ${one ? "it" : "them"} again, without the others and with more of the lines around, to the letter.`;
  const remarks = left.slice(0, MAX_EDITS).map(({ message }) => message);
  return { message: [message, ...alternativesInWords(pieces)].join(" "), remarks, regions };
}

function openEditsOf({ original, codeEdit, path }: UnsureCall, words: EngineWords): readonly OpenEdit[] {
  const read = readEditSketch(codeEdit, path, original);
  return read.type === "sketch" ? findOpenEdits(lineTexts(original), read.job.sketches, words) : [];
}

function regionsOf({ original }: UnsureCall, open: readonly OpenEdit[]): EditResult["regions"] {
  const found = showRegions(lineTexts(original), open.flatMap(placesOf), MAX_REGIONS);
  return found.length > 0 ? found : nearestRegions(original, "", []);
}

function wordsOf(open: readonly OpenEdit[]): readonly string[] {
  const more = open.length > MAX_EDITS ? [`${open.length - MAX_EDITS} more are open too.`] : [];
  return [...open.slice(0, MAX_EDITS).map(editWords), ...more];
}

function placesOf({ trouble }: OpenEdit): readonly LineRange[] {
  switch (trouble.type) {
    case "absent":
      return trouble.alike.map((run) => partFrom(run.lines, run.firstDifference));
    case "disordered":
    case "repeated":
    case "other":
      return trouble.places.slice(0, MAX_SHOWN_PLACES);
  }
}

function editWords({ number, count, kind, search, trouble }: OpenEdit): string {
  const name = `${kind === "block" ? "Block" : "Hunk"} ${number} of ${count}, ${kind === "block" ? "whose SEARCH" : "which"} begins with ${quote(search)},`;
  const only = `The ${kind} ${kind === "block" ? "whose SEARCH" : "that"} begins with ${quote(search)}`;
  const subject = count === 1 ? only : name;
  switch (trouble.type) {
    case "absent": {
      const { piece, alike } = trouble;
      const isAll = quote(piece) === quote(search);
      const where = isAll ? "" : `: its lines that begin with ${quote(piece)} are not`;
      const [best] = alike;
      if (best === undefined)
        return `${subject} is not in the file${where}, and nothing in the file is like ${isAll ? "it" : "them"}.`;
      return `${subject} is not in the file${where}. Most like ${isAll ? "it" : "them"} are ${runWords(best)}.`;
    }
    case "disordered":
      return `${subject} has lines that are all in the file, but not in this order: ${listRanges(trouble.places)}.`;
    case "repeated":
      return `${subject} stands in the file ${trouble.places.length} times: in ${listRanges(trouble.places)}.`;
    case "other":
      return `${subject} has no place. ${trouble.reason}`;
  }
}

function runWords({ lines, firstDifference }: AlikeRun): string {
  const range = nameRange(shownRange(lines));
  return firstDifference === undefined ? range : `${range}; the first difference is in line ${firstDifference + 1}`;
}

/** Quotes the first line that says something, as it may stand in a message. */
function quote(lines: readonly string[]): string {
  return `"${shown(lines.find((line) => !isBlank(line))?.trim() ?? "", MAX_QUOTE)}"`;
}

function listRanges(ranges: readonly LineRange[]): string {
  const names = ranges.slice(0, MAX_NAMED).map((range) => nameRange(shownRange(range)));
  const more = ranges.length - names.length;
  if (more > 0) return `${names.join(", ")} and ${more} more`;
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" and ");
}

/** Says how to mend open edits, up to the end of the sentence. */
function waysOf(open: readonly OpenEdit[], regions: readonly unknown[]): string {
  if (regions.length === 0) return "read the file before: show lines as they stand there.";
  const types = new Set(open.map(({ trouble }) => trouble.type));
  const ways = [
    ...(types.has("absent") || types.has("disordered") ? ["repeat the lines of the file to the letter"] : []),
    ...(types.has("repeated") || types.has("other") ? ["show more of the lines around"] : []),
  ];
  return `${ways.join(", and ")}; the nearest ones are below, each behind its number.`;
}
