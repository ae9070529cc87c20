import { addBetweenFeatures } from "./betweenFeatures.ts";
import { readWindowScene, type BlockScene, type WindowScene } from "./blockScene.ts";
import type { Cues } from "./cues.ts";
import { Features, type Placement } from "./features.ts";
import type { PlacingFile } from "./placingFile.ts";
import { addReplacedFeatures } from "./replacedFeatures.ts";
import { addSaidFeatures } from "./saidFeatures.ts";
import { listWindows, type Window } from "./windows.ts";

/** Lists the windows of a block with what speaks for and against each. */
export function listPlacements(scene: BlockScene): Placement[] {
  const { block, runs, placing, cues } = scene;
  return listWindows(block, runs, cues, placing.structure).flatMap((window) => {
    const at = readWindowScene(scene, window);
    if (at === undefined) return [];
    const features = new Features();
    features.add(`is:${at.situation}`);
    features.add(`kind:${window.kind}`);
    for (const cue of cues.kinds) features.add(`cue:${cue}:${at.situation}`);
    addRepeats(features, scene, at);
    if (at.isBetween) addBetweenFeatures(features, scene, at);
    else addReplacedFeatures(features, scene, at);
    addSaidFeatures(features, scene, at);
    return [{ window, alignment: at.alignment, situation: at.situation, features }];
  });
}

/** Lines that say less stand in many places. */
const TELLING = 4;
/** Lines beside a window. */
const BESIDE = 12;

/** What the file would have twice with the block at a window. */
function addRepeats(features: Features, scene: BlockScene, { window, above, below, around }: WindowScene): void {
  const { block, known, identities, balance, placing } = scene;
  const { structure, byIdentity, compared } = placing;
  const { trimmed } = compared.file;
  const { start, end } = window;
  const isOutside = (line: number): boolean => line < start || line >= end;
  let [elsewhere, beside] = [0, 0];
  for (const [at, places] of known.entries()) {
    const weight = block.weights[at] ?? 0;
    if (weight < TELLING || places.length === 0 || !places.every(isOutside)) continue;
    elsewhere += weight / Math.sqrt(places.length);
    if (places.some((line) => line >= start - BESIDE && line < end + BESIDE)) beside += weight;
  }
  features.add("elsewhere", elsewhere / (block.total || 1));
  features.add("beside", beside / (block.total || 1));
  if (block.trimmed[0] !== "" && block.trimmed[0] === trimmed[above]) features.add("edge:above");
  if (block.trimmed.at(-1) === trimmed[below]) {
    if ((block.weights.at(-1) ?? 0) > 1) features.add("edge:below");
    else if (balance.depth < 0) features.add("edge:closer");
  }
  const parent = around[0] ?? -1;
  const twice = identities.reduce((sum, identity) => {
    const outside = (byIdentity.get(identity) ?? []).filter(isOutside);
    const isSibling = outside.some((line) => (structure.enclosing(line)[0] ?? -1) === parent);
    return sum + (outside.length === 0 ? 0 : isSibling ? 1 : 0.2);
  }, 0);
  features.add("twice", Math.min(3, twice));
}

/** Lists what speaks for and against a window after that of the block before it: `prior`. */
export function followingFeatures(
  window: Window,
  prior: Window | undefined,
  cues: Cues,
  { structure }: PlacingFile,
): Features {
  const features = new Features();
  if (prior === undefined) return features;
  const isNamed = cues.names.some(({ isNear, declares, mentions }) => isNear && declares.size + mentions.size > 0);
  const words = isNamed ? "named" : cues.kinds.has("none") ? "bare" : "unnamed";
  // "Below it" is beside the block before.
  const beside = ["after", "before", "next"].find((cue) => cues.kinds.has(cue) && cues.kinds.has("it"));
  const add = (name: string): void => {
    features.add(`then:${name}:${words}`);
    if (beside !== undefined) features.add(`then:${name}:${beside} it`);
  };
  if (window.start < prior.end && prior.start < window.end) add("overlap");
  if (window.start > prior.start && window.start < prior.end && window.end === window.start) add("inside");
  const isBehind = window.start >= prior.end;
  const gap = isBehind ? window.start - prior.end : prior.start - window.end;
  add(`${isBehind ? "behind" : "before"}:${gap <= 1 ? "next" : gap <= 6 ? "close" : gap <= 25 ? "near" : "far"}`);
  const [scopes, others] = [structure.enclosing(window.start), structure.enclosing(prior.start)];
  if (scopes.length > 0 && scopes.at(-1) === others.at(-1)) add("sameOuter");
  if (scopes.length > 0 && scopes[0] === others[0]) add("sameInner");
  return features;
}

/** Lists what speaks for that a block goes nowhere. `isBeside`: it looks as if it were only shown (`FileSketch.besides`). */
export function nowhereFeatures(
  { block, cues }: BlockScene,
  placements: readonly Placement[],
  isBeside: boolean,
): Features {
  const features = new Features();
  features.add("none");
  if (isBeside) features.add("none:beside");
  for (const cue of cues.kinds) features.add(`none:cue:${cue}`);
  features.add(
    "none:like",
    placements.reduce((most, { alignment }) => Math.max(most, alignment.like), 0),
  );
  features.add("none:lines", Math.log(block.lines.length));
  return features;
}
