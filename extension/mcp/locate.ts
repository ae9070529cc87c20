import { findConfinedPlace, type ConfinedPlace } from "../node/confinedFile.ts";
import { describeTrouble } from "../node/describeTrouble.ts";
import type { FileTrouble } from "../node/files.ts";
import { candidatesFor, type PlaceInRoot, type Root } from "./roots.ts";

/** A file that a call names, found. Close its place. */
export interface LocatedFile {
  readonly type: "located";
  readonly place: ConfinedPlace;
  /** Relative to its root, with `/`. */
  readonly inner: string;
}

export interface Refusal {
  readonly type: "refused";
  /** What is wrong and what to do next, for the model. */
  readonly message: string;
}

interface Found extends PlaceInRoot {
  readonly place: ConfinedPlace;
}

/** Finds the one file inside the roots that a call can mean, or the one place where the call can make it. Close its place. */
export async function locateInRoots(target: string, roots: readonly Root[]): Promise<LocatedFile | Refusal> {
  const judged = candidatesFor(target, roots);
  if (judged.type === "refused") {
    return refused(`Nothing was changed, because ${judged.why}. Name a file of the project, by its path in it.`);
  }
  const found: Found[] = [];
  const troubles: FileTrouble[] = [];
  for (const candidate of judged.candidates) {
    const place = await findConfinedPlace(candidate.root.real, candidate.absolute, target);
    if (place.type === "place") found.push({ ...candidate, place });
    else troubles.push(place);
  }
  const chosen = choose(found, troubles);
  await Promise.all(found.filter((each) => each !== chosen).map(({ place }) => place.close()));
  return "place" in chosen ? { type: "located", place: chosen.place, inner: chosen.inner } : chosen;
}

/** A file that is there comes before one that could be made. */
function choose(found: readonly Found[], [trouble]: readonly FileTrouble[]): Found | Refusal {
  const there = distinct(found.filter(({ place }) => place.isThere));
  const [first, second] = there;
  if (first !== undefined) return second === undefined ? first : askWhich(there);
  if (trouble !== undefined) return refused(`Nothing was changed: ${troubleWords(trouble)}`);
  const places = distinct(found);
  const named = places.filter(({ isByName }) => isByName);
  const [only, other] = named.length > 0 ? named : places;
  if (only === undefined) return refused("Nothing was changed: there is no place for such a file.");
  return other === undefined ? only : askWhich(places);
}

function distinct(found: readonly Found[]): readonly Found[] {
  return found.filter(({ place }, index) => found.findIndex((other) => other.place.real === place.real) === index);
}

function askWhich(found: readonly Found[]): Refusal {
  const paths = found.map(({ place }) => place.real).join(", ");
  return refused(
    `Nothing was changed, because several folders are open and it can mean a file in each. Take the full path of the one you mean: ${paths}`,
  );
}

function refused(message: string): Refusal {
  return { type: "refused", message };
}

const NEXT: Partial<Record<FileTrouble["type"], string>> = {
  missing: "Check the path.",
  directory: "Name a file in it.",
  special: "Name a regular file.",
  "file-as-folder": "Check the path.",
  "broken-link": "Name the file itself.",
  binary: "Name a text file.",
  encoding: "Ask the user to convert it to UTF-8 first.",
  "too-large": "Ask the user how to go on.",
  changed: "Send the edit again.",
  linked: "Ask the user to make the change in an editor.",
  exists: "Send the edit again.",
};

/** Describes what is wrong with a file and what to do next, as sentences that follow a colon. */
export function troubleWords(trouble: FileTrouble): string {
  if (trouble.type === "hostile") {
    return trouble.why === "git"
      ? "it lies in git's own folder, so it is refused."
      : "a symbolic link leads out of the folder that may be edited, so it is refused.";
  }
  return `${describeTrouble(trouble)} ${NEXT[trouble.type] ?? "Check its permissions, or ask the user to."}`;
}
