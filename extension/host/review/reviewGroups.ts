import type { Event, Uri } from "vscode";

/** A file of a group. */
export interface GroupedFile {
  readonly target: Uri;
  /** Id of its review, while that is pending. */
  readonly review: string | undefined;
  /** What became of it, in a few words. */
  readonly note: string;
}

/** Files that one action changed or wants to change, whether or not all is decided. */
export interface ReviewGroup {
  readonly id: string;
  readonly label: string;
  readonly files: readonly GroupedFile[];
}

/** What knows which files belong together. */
export interface ReviewGroups {
  /** Newest first. */
  readonly groups: readonly ReviewGroup[];
  readonly onDidChange: Event<void>;
}

/** What an entry of a group passes to its command. */
export interface GroupReference {
  readonly group: string;
}

/** Checks whether an argument names a group: commands can be called by anyone with anything. */
export function isGroupReference(value: unknown): value is GroupReference {
  return typeof value === "object" && value !== null && "group" in value && typeof value.group === "string";
}
