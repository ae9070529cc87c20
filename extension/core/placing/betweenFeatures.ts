import { isDeclared, lineSimilarity } from "../merge/lineKeys.ts";
import type { BlockScene, WindowScene } from "./blockScene.ts";
import type { Features } from "./features.ts";

/** Adds what speaks for and against that a block is put between two lines. */
export function addBetweenFeatures(features: Features, scene: BlockScene, at: WindowScene): void {
  addStanding(features, scene, at);
  addNeighbours(features, scene, at);
}

/** How deep it stands, and what it would add again. */
function addStanding(features: Features, scene: BlockScene, { above, below, width, situation }: WindowScene): void {
  const { block, style, placing, identityLines, headIdentity, bestShare } = scene;
  const { facts, compared } = placing;
  if (identityLines.length > 0) features.add(isDeclared(headIdentity) ? "identity:again" : "identity:againName");
  features.add("between:alikeElsewhere", bestShare);
  features.add(`between:${situation}:alikeElsewhere`, bestShare);
  const indent = block.least === 0 && width > 0 ? "moved" : block.width === width ? "same" : "other";
  features.add(`indent:${indent}`);
  features.add(`indent:${indent}:${style}`);
  features.add(
    `width:${width === facts[above]?.width ? "above" : width === (facts[below]?.width ?? 0) ? "below" : "none"}`,
  );
  if (above >= 0 && below > above + 1) features.add("gap");
  if (block.trimmed.length === 1 && below > above + 1) features.add("gap:one");
  if (situation === "last" && /^(?:return|throw|raise|break|continue)\b/.test(compared.file.trimmed[above] ?? ""))
    features.add("behindReturn");
  if (compared.file.inLiteral[below] === 1) features.add("inLiteral");
  if (facts[above]?.isAttached === true && below === above + 1) features.add("torn");
}

/** How like the block is to what stands beside it: like stands beside like. */
function addNeighbours(features: Features, scene: BlockScene, { above, below, sibling }: WindowScene): void {
  const { placing, head, headProfile, firstWord, isImport } = scene;
  const { facts, compared } = placing;
  const likeTo = (line: number): number => {
    const profile = compared.profiles[line];
    if (headProfile === undefined || profile === undefined) return 0;
    return lineSimilarity({ ...headProfile, identity: undefined }, { ...profile, identity: undefined });
  };
  features.add("like:prior", likeTo(sibling));
  features.add("like:next", likeTo(below));
  if (firstWord !== "" && firstWord === facts[sibling]?.firstWord) features.add("word:prior");
  if (firstWord !== "" && firstWord === facts[below]?.firstWord) features.add("word:next");
  if (isImport) {
    const isBehind = facts[above]?.isImport === true;
    features.add(`import:${isBehind ? "behind" : facts[below]?.isImport === true ? "before" : "elsewhere"}`);
  }
  if (head.at(-1) === compared.file.trimmed[sibling]?.at(-1)) features.add("end:prior");
}
