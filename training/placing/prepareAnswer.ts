import { lineDiff } from "../../extension/core/diff/lineDiff.ts";
import { lineSimilarity, profileLine } from "../../extension/core/merge/lineKeys.ts";
import { readOriginal, type Original } from "../../extension/core/merge/original.ts";
import { readBlockScene, readBlockStyle } from "../../extension/core/placing/blockScene.ts";
import { readCues } from "../../extension/core/placing/cues.ts";
import { readDeletionSlots } from "../../extension/core/placing/deletions.ts";
import { Features, type Placement } from "../../extension/core/placing/features.ts";
import { followingFeatures, listPlacements, nowhereFeatures } from "../../extension/core/placing/listPlacements.ts";
import { leadsOf, shownBy, type WrittenBlock } from "../../extension/core/placing/placeAnswer.ts";
import { readPlacingFile, type PlacingFile } from "../../extension/core/placing/placingFile.ts";
import { readShownBlock } from "../../extension/core/placing/shownBlock.ts";
import { readLooseSentences } from "../../extension/core/placing/unreadWords.ts";
import type { Window } from "../../extension/core/placing/windows.ts";
import { readBlocksToPlace } from "../../extension/core/apply/placedBlocks.ts";
import { languageOfPath } from "../../extension/core/sketch/languages.ts";
import { readReply } from "../../extension/core/sketch/readReply.ts";
import { selectForFile } from "../../extension/core/targets/fileSketches.ts";
import { lineTexts, type LineRange } from "../../extension/core/text/lines.ts";
import type { Case } from "../fit/prepare.ts";
import type { Choice, Example } from "./fitChoices.ts";
import { findMeantWindows, writeWindows, type MeantWindow } from "./meantWindows.ts";

/** What one answer has to teach. */
export interface Lessons {
  /** Where its blocks go. */
  readonly blocks: readonly Choice[];
  /** What its sentences delete. */
  readonly deletions: readonly Choice[];
  /** Whether sentences ask for what is not in its blocks. */
  readonly sentences: readonly Example[];
}

const NOTHING: Lessons = { blocks: [], deletions: [], sentences: [] };

/** Reads what a whole answer teaches about its blocks and words: of all that these may mean, what gives the file that was meant. */
export function prepareAnswer(one: Case): Lessons {
  const { path, original, sketch, expected } = one;
  if (one.expect_refusal === true) return NOTHING;
  const language = languageOfPath(path);
  const instruction = one.instruction === "" ? undefined : one.instruction;
  const meant = selectForFile(readReply(sketch, { path, language, original, instruction }), path).taken;
  const file = readOriginal(original, language, undefined);
  const read = readBlocksToPlace(meant);
  if (read === undefined) return NOTHING;
  const placing = readPlacingFile(file);
  const shown = read.blocks.map(({ lines }) => readShownBlock(lines));
  const style = readBlockStyle(shown, placing);
  const scenes = shown.map((block, nth) => {
    const cues = readCues(read.blocks[nth]?.introduction ?? "", block.lines, file);
    const scene = readBlockScene(block, cues, placing, style);
    return { scene, placements: listPlacements(scene) };
  });
  const erasures = readDeletionSlots(read.words.text, placing, []).flatMap(({ choices }) =>
    choices.map(({ window }) => window),
  );
  const meantWindows = findMeantWindows(scenes, file, expected, erasures);
  if (meantWindows === undefined) return NOTHING;
  const placed = scenes.flatMap((one, nth) => {
    const found = meantWindows[nth];
    return found ? [{ ...one, found }] : [];
  });
  const isExact = sameLines(
    writeWindows(
      file,
      placed.flatMap(({ found }) => found.best ?? []),
    ),
    lineTexts(expected),
  );
  let prior: Window | undefined;
  const blocks = placed.map(({ scene, placements, found }, nth): Choice => {
    const alternatives = placements.map(({ window, features }) =>
      join(features, followingFeatures(window, prior, scene.cues, placing)),
    );
    const nowhere = nowhereFeatures(scene, placements, read.blocks[nth]?.isBeside === true);
    prior = found.best?.window;
    const right = isExact ? found.right : [...found.right, ...found.softer];
    return {
      alternatives: [...alternatives, nowhere],
      right: right.length > 0 ? right : [alternatives.length, ...sameAs(placements)],
    };
  });
  const best = placed.flatMap(({ found }) => found.best ?? []);
  const taken = best.flatMap(({ window }) => [window, ...(window.also ?? [])]).filter(({ start, end }) => end > start);
  return {
    blocks,
    deletions: prepareDeletions(read.words.text, placing, taken, expected),
    sentences:
      read.left.length === 0 && best.length === placed.length
        ? prepareSentences(read.words.text, read.blocks, best, file, expected)
        : [],
  };
}

const join = (one: Features, other: Features): Features => {
  const joined = new Features();
  for (const { values } of [one, other]) for (const [name, value] of values) joined.add(name, value);
  return joined;
};

/** Windows with just what the block shows, by their number: it goes nowhere. */
const sameAs = (placements: readonly Placement[]): number[] =>
  placements.flatMap(({ situation }, at) => (situation === "same" ? [at] : []));

const sameLines = (one: readonly string[] | undefined, other: readonly string[]): boolean => {
  const filled = (lines: readonly string[]): string =>
    lines
      .filter((line) => line.trim() !== "")
      .map((line) => line.trimEnd())
      .join("\n");
  return one !== undefined && filled(one) === filled(other);
};

/** Lines of the result beside a deletion that are compared with it. */
const MAX_COMPARED = 40;
/** How alike a line is at least that is the new form of another. */
const ALIKE = 0.5;

/** Of what each sentence may delete, what went: the most lines all of which did. */
function prepareDeletions(
  words: string,
  placing: PlacingFile,
  taken: readonly LineRange[],
  expected: string,
): Choice[] {
  const { lines, trimmed } = placing.compared.file;
  const after = lineTexts(expected);
  const gone = new Set<number>();
  for (const { old, new: fresh } of lineDiff(
    trimmed,
    after.map((line) => line.trim()),
  )) {
    const written = after.slice(fresh.start, Math.min(fresh.end, fresh.start + MAX_COMPARED)).map(profileLine);
    for (let line = old.start; line < old.end; line++) {
      const isTaken = taken.some(({ start, end }) => line >= start && line < end);
      const profile = profileLine(lines[line] ?? "");
      if (trimmed[line] !== "" && !isTaken && !written.some((one) => lineSimilarity(one, profile) > ALIKE))
        gone.add(line);
    }
  }
  return readDeletionSlots(words, placing, taken).map(({ choices, none }) => {
    const sizes = choices.map(({ window: { start, end } }) => {
      let size = 0;
      for (let line = start; line < end; line++) {
        if (trimmed[line] === "") continue;
        if (!gone.has(line)) return 0;
        size++;
      }
      return size;
    });
    const most = sizes.reduce((greatest, size) => Math.max(greatest, size), 0);
    const right = sizes.flatMap((size, at) => (most > 0 && size === most ? [at] : []));
    return {
      alternatives: [...choices.map(({ features }) => features), none],
      right: right.length > 0 ? right : [choices.length],
    };
  });
}

/** Of sentences that lead to no block, those whose names stand in what the blocks leave to change. */
function prepareSentences(
  words: string,
  blocks: readonly WrittenBlock[],
  best: readonly MeantWindow[],
  file: Original,
  expected: string,
): Example[] {
  const written = writeWindows(file, best);
  if (written === undefined) return [];
  const filled = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter((line) => line !== "");
  const [before, after] = [filled(written), filled(lineTexts(expected))];
  const rest = lineDiff(before, after)
    .flatMap(({ old, new: fresh }) => [...before.slice(old.start, old.end), ...after.slice(fresh.start, fresh.end)])
    .join("\n");
  return readLooseSentences(words, leadsOf(blocks), shownBy(blocks), file).map(({ sentence, features }) => ({
    features,
    isSo: rest !== "" && sentence.tokens.some(({ type, text }) => type === "name" && rest.includes(text)),
  }));
}
