import { isDeclared, lineSimilarity } from "../merge/lineKeys.ts";
import { declaredExtent } from "../sketch/declaredExtent.ts";
import { indentWidth } from "../text/indentation.ts";
import type { BlockScene, WindowScene } from "./blockScene.ts";
import type { Features } from "./features.ts";
import { headBelow, joinBalance } from "./placingFile.ts";
import { SAME, shiftOf } from "./shift.ts";
import { rangeKey } from "./windows.ts";

const ORDINALS = ["first", "second", "third", "fourth"];

/** Adds what speaks for and against that a block takes the place of the lines of a window. */
export function addReplacedFeatures(features: Features, scene: BlockScene, at: WindowScene): void {
  addAlignment(features, scene, at);
  addHead(features, scene, at);
  addExtent(features, scene, at);
  addEquals(features, scene, at);
}

/** Lines that have less of their words in common hardly take each other's place. */
const FEW = 0.4;

/** How the lines stand for each other. */
function addAlignment(features: Features, { block, bestShare }: BlockScene, { window, alignment }: WindowScene): void {
  const { kept, changed, isNew, commonWords, like, deleted, deletedShare, first, last, hasFirst, hasLast } = alignment;
  features.add("kept", kept);
  features.add("changed", changed);
  features.add("new", isNew);
  if (changed > 0) {
    features.add("words:common", commonWords);
    features.add("words:common2", commonWords * commonWords);
    if (commonWords < FEW) features.add("words:few");
  }
  if (kept + changed === 0) features.add("unlike:lines", Math.log(block.trimmed.length));
  features.add("like", like);
  features.add("like2", like * like);
  features.add("alike:best", bestShare === 0 ? 0 : Math.min(1, like / bestShare));
  features.add("deleted", Math.log1p(deleted));
  features.add("deletedShare", deletedShare);
  if (deleted > 0) features.add(`deleted:${window.kind}`);
  features.add(`first:${first === 1 ? "same" : first > 0 ? "like" : hasFirst ? "later" : "gone"}`);
  features.add(`last:${last === 1 ? "same" : last > 0 ? "like" : hasLast ? "earlier" : "gone"}`);
  features.add("first:likeness", first);
  features.add("last:likeness", last);
  features.add("sizes", Math.abs(Math.log((1 + window.end - window.start) / (1 + block.trimmed.length))));
}

/** How the first lines compare, and the indentation of the edges. */
function addHead(features: Features, scene: BlockScene, { window, alignment }: WindowScene): void {
  const { block, cues, style, placing, headProfile, headIdentity, identityLines, firstWord } = scene;
  const { facts, compared } = placing;
  const { start, end } = window;
  const from = headBelow(start, facts);
  const own = facts[from]?.identity;
  if (own !== undefined && headIdentity !== undefined) {
    const isSame = own === headIdentity;
    features.add(isSame ? "sameIdentity" : identityLines.length > 0 ? "otherIdentity:known" : "otherIdentity:new");
    if (!isSame)
      for (const cue of ["rename", "replace", "add"]) if (cues.kinds.has(cue)) features.add(`otherIdentity:${cue}`);
  }
  const profile = compared.profiles[from];
  if (headProfile && profile) {
    const bare = lineSimilarity({ ...headProfile, identity: undefined }, { ...profile, identity: undefined });
    features.add("bare:head", bare);
    features.add("bare:head2", bare * bare);
    if (cues.kinds.has("rename")) features.add("bare:rename", bare);
  }
  if (firstWord !== "" && firstWord === facts[start]?.firstWord) features.add("word:first");
  if (identityLines.length === 1 && headIdentity !== undefined) {
    const isIn = identityLines.some((line) => line >= start && line < end);
    features.add(isIn ? "identity:in" : "identity:out");
    if (!isIn && isDeclared(headIdentity)) features.add("identity:outDeclared");
  }
  const shift = shiftOf(block, window, alignment, facts);
  const isTelling = alignment.pair !== undefined && (alignment.pair.at === 0 || alignment.pair.like >= SAME);
  const form = !isTelling ? "unknown" : shift === 0 ? "none" : block.least === 0 && shift > 0 ? "in" : "other";
  features.add(`shift:${form}`);
  features.add(`shift:${form}:${style}`);
  const addEdge = (edge: string, like: number, line: number, text: string | undefined): void => {
    if (like === 0) return;
    features.add(`${edge}:${indentWidth(text ?? "") + shift === facts[line]?.width ? "level" : "uneven"}`);
  };
  addEdge("first", alignment.first, start, block.lines[0]);
  addEdge("last", alignment.last, end - 1, block.lines.at(-1));
}

/** Whether the window is a whole of the file, as the block is one. */
function addExtent(features: Features, { balance, isComplete, placing }: BlockScene, { window }: WindowScene): void {
  const { facts, compared, structure } = placing;
  const { lines, blocks } = compared.file;
  const { start, end } = window;
  const own = joinBalance(facts, start, end);
  if (own.depth !== balance.depth || own.lowest !== balance.lowest) features.add("unbalanced");
  const whole = isComplete ? "complete" : "part";
  features.add(`unit:${structure.units.get(rangeKey(start, end)) ?? "none"}:${whole}`);
  const from = headBelow(start, facts);
  const { end: unitEnd } = declaredExtent(lines, blocks.end, from);
  if (unitEnd > from + 1) {
    if (end < unitEnd) features.add(`cuts:${isComplete ? "complete" : balance.depth > 0 ? "open" : "part"}`);
    else if (end === unitEnd) features.add(`fills:${whole}`);
  }
  if ((blocks.end[start] ?? 0) > end && end - start === 1)
    features.add(balance.depth > 0 ? "opener:kept" : "opener:lost");
}

/** Which of several runs that are as good it is, and whether the words speak of all. */
function addEquals(features: Features, { equals, cues }: BlockScene, { window }: WindowScene): void {
  const { start, end, kind, also = [] } = window;
  const nth = equals.length < 2 ? -1 : equals.findIndex((run) => run.start === start && run.end === end);
  if (nth >= 0) {
    for (const [rank, ordinal] of ORDINALS.entries())
      if (cues.kinds.has(ordinal)) features.add(nth === rank ? "ordinal:right" : "ordinal:wrong");
    if (cues.kinds.has("last")) features.add(nth === equals.length - 1 ? "ordinal:right" : "ordinal:wrong");
    features.add("rivals", Math.log(equals.length));
  }
  const words = cues.kinds.has("all") ? "said" : "unsaid";
  if (nth >= 0) features.add(`one:${words}`);
  if (kind !== "all") return;
  features.add(`all:${words}`);
  const count = 1 + also.length;
  if (cues.kinds.has(`count:${String(count)}`)) features.add("all:counted");
  else if ([...cues.kinds].some((cue) => cue.startsWith("count:"))) features.add("all:otherCount");
  features.add("all:many", Math.log(count));
}
