import type { PathFault } from "../targets/sketchPath.ts";
import { holdsSecrets } from "../tools/secretFiles.ts";

/** Why a place is not read, whatever it holds. */
export type ReadRefusal =
  | PathFault
  /** The user has not said that they trust the workspace. */
  | "untrusted"
  /** The user does not let the model read, or not now. */
  | "not-allowed"
  | "no-folder"
  /** A link on the way leads out of the workspace. */
  | "link"
  | "secret"
  /** git ignores it, or the setting `files.exclude` hides it. */
  | "ignored"
  /** git does not open its repository, so nobody knows what is ignored. */
  | "refused-repository"
  | "missing"
  | "is-folder"
  | "is-file"
  | "too-large"
  | "binary"
  | "unreadable-file"
  /** Several folders of the workspace have it, or the path does not say which one is meant. */
  | "several";

const words: Readonly<Record<ReadRefusal, string>> = {
  absolute: "The path is absolute. Only what lies in the workspace can be read: give a path relative to it.",
  outside: "The path leads out of the workspace. Only what lies in the workspace can be read.",
  git: "The path belongs to git itself, which is not read.",
  colon: "The path has a colon, which no path in the workspace has.",
  unreadable: "The path holds characters that cannot be seen, or is too long.",
  untrusted:
    "The user has not trusted this workspace, so nothing of it is read. Answer with what you have, or say which files you need.",
  "not-allowed":
    "The user does not let you read the workspace. Do not ask again: answer with what you have, or say which files you need.",
  "no-folder": "No folder is open, so there is nothing to read. Answer with what you have.",
  link: "A link on the path leads out of the workspace. Only what lies in the workspace can be read.",
  secret: "By its name the file holds passwords or keys, so it is not read. Ask the user for what you need of it.",
  ignored: "git or the settings of the workspace leave it out, so it is not read. Do without it.",
  "refused-repository":
    'git does not open this repository: it says "detected dubious ownership", since the files belong to another user. So it is not known what is left out, and nothing that git is needed for is read. Tell the user to run `git config --global --add safe.directory <folder>` if they trust it, and look with find_files and search_text meanwhile.',
  missing: "There is no such file or folder. Look for it with find_files.",
  "is-folder": "This is a folder. List it with list_folder.",
  "is-file": "This is a file. Read it with read_file.",
  "too-large": "The file is larger than 1 MB, so it is not read. Search in it with search_text.",
  binary: "The file is no text.",
  "unreadable-file": "The file cannot be read.",
  several: "The workspace has several folders. Begin the path with the name of the folder.",
};

/** Says why something is not read, in words for the model. */
export function refusalWords(refusal: ReadRefusal): string {
  return words[refusal];
}

/** Leaves out items whose path is that of a file that holds secrets, by its name. */
export function withoutSecrets<Item>(items: readonly Item[], pathOf: (item: Item) => string): readonly Item[] {
  return items.filter((item) => !holdsSecrets(pathOf(item)));
}
