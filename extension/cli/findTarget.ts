import type { Stats } from "node:fs";
import { resolveTarget } from "../core/targets/resolveTarget.ts";
import type { TargetFile } from "../core/targets/target.ts";
import { findTraits, searchTexts, sketchTraits } from "../core/targets/sketchTraits.ts";
import { mostTelling, spreadOf, type TextHits } from "../core/targets/textHits.ts";
import { withScores, type LookedInto } from "../core/targets/withScores.ts";
import { languageOfPath } from "../core/sketch/languages.ts";
import type { FileSketch } from "../core/sketch/sketch.ts";
import { holdsSecrets } from "../core/tools/secretFiles.ts";
import { confine } from "../node/confine.ts";
import { readTextFile } from "../node/files.ts";
import { searchByGit } from "../node/gitSearch.ts";
import { searchByReading } from "../node/readSearch.ts";
import { untilTheEnd } from "./surroundings.ts";

/** A file that has something of a sketch. */
export interface FoundFile {
  /** Relative to the working folder, with `/`. */
  readonly path: string;
  /** Names of the sketch that it declares. */
  readonly names: readonly string[];
  /** How many of the sketch's telling lines it has, and how many there are. */
  readonly lines: number;
  readonly of: number;
}

/** Which file a sketch is for by what it holds. */
export type TargetByContent =
  | { readonly type: "found"; readonly file: FoundFile }
  /** None is far ahead; the best first. */
  | { readonly type: "several"; readonly files: readonly FoundFile[] }
  | { readonly type: "none" };

const MOST_LOOKED_INTO = 40;
/** How much is read of a folder that is not a git repository. */
const LIMITS = { files: 20_000, bytes: 300_000_000, bytesOfFile: 1_000_000 };

/**
 * Looks in the working folder for the file that sketches are for; in a git repository, only among files that git does not ignore. `source`:
 * the file that holds the sketches, which is never their target.
 */
export async function findTarget(
  cwd: string,
  sketches: readonly FileSketch[],
  source: Pick<Stats, "dev" | "ino"> | undefined,
): Promise<TargetByContent> {
  const traits = sketchTraits(sketches);
  const hits = (await search(cwd, searchTexts(sketches))).filter(({ path }) => !holdsSecrets(path));
  const looked: LookedInto[] = [];
  const others = new Set(hits);
  for (const hit of mostTelling(hits, MOST_LOOKED_INTO)) {
    const { path } = hit;
    const place = await confine(cwd, path);
    const file = place.type === "inside" ? await readTextFile(path, place.absolute) : place;
    if (file.type !== "file") continue;
    if (file.stats.dev === source?.dev && file.stats.ino === source.ino) others.delete(hit);
    else looked.push({ file: bareFile(file.absolute, path), found: findTraits(traits, file.text) });
  }
  const question = {
    path: undefined,
    language: sketches.find(({ language }) => language !== undefined)?.language,
    names: traits.names.length,
    lines: traits.lines.length,
    makesFile: false,
    folders: [],
  };
  const decision = resolveTarget(withScores(question, looked, spreadOf([...others])));
  const shown = ({ path, names, lines }: TargetFile): FoundFile => ({ path, names, lines, of: question.lines });
  switch (decision.type) {
    case "certain":
      return { type: "found", file: shown(decision.choice.file) };
    case "several":
      return { type: "several", files: decision.choices.map(({ file }) => shown(file)) };
    default:
      return { type: "none" };
  }
}

async function search(folder: string, texts: readonly string[]): Promise<readonly TextHits[]> {
  if (texts.length === 0) return [];
  const signal = untilTheEnd();
  return (await searchByGit(folder, texts, signal)) ?? searchByReading(folder, LIMITS, texts, signal);
}

function bareFile(absolute: string, path: string): LookedInto["file"] {
  const unknown = { isSource: false, isActive: false, isVisible: false, isAttached: false };
  return { uri: absolute, folder: undefined, path, languageId: languageOfPath(path), ...unknown };
}
