/** A file that a sketch may be for, with what is known of it. */
export interface TargetFile {
  /** Identity: its URI as a string. */
  readonly uri: string;
  /** URI of its workspace folder; `undefined` outside all of them and for untitled documents. */
  readonly folder: string | undefined;
  /** Relative to the folder, with `/`; outside of one the whole path. */
  readonly path: string;
  /** VS Code language id, as far as it is known. */
  readonly languageId: string | undefined;
  /** The sketch itself stands in it. */
  readonly isSource: boolean;
  /** It is in the editor that has the focus. */
  readonly isActive: boolean;
  readonly isVisible: boolean;
  /** It went along with the question that the sketch answers. */
  readonly isAttached: boolean;
  /** Names of the sketch that it declares. */
  readonly names: readonly string[];
  /** How many telling lines of the sketch stand in it. */
  readonly lines: number;
  /** What these are worth among all files that were looked into, by `scoreFiles`. */
  readonly score: number;
}

/** A folder of the workspace. */
export interface TargetFolder {
  readonly uri: string;
  readonly name: string;
  /** Path of its URI, with `/`, without one at the end. */
  readonly path: string;
}

/** Why a file is a candidate, the surest kinds first. */
export type TargetReason =
  | { readonly type: "path" }
  /** The path, ignoring upper and lower case. */
  | { readonly type: "path-case" }
  /** Its path ends like the one that the sketch names. */
  | { readonly type: "path-end" }
  /** The path that the sketch names ends like its path. */
  | { readonly type: "path-longer" }
  | ({ readonly type: "declares"; readonly names: readonly string[] } & FoundLines)
  | ({ readonly type: "lines" } & FoundLines)
  /** Only that it went along with the question. */
  | { readonly type: "attached" }
  /** Only that the user is in it. */
  | { readonly type: "active" };
export interface TargetChoice {
  readonly file: TargetFile;
  readonly reason: TargetReason;
}

/** Where a new file would be. */
export interface NewFile {
  readonly folder: TargetFolder;
  /** Relative to the folder. */
  readonly path: string;
}

/** How many of the sketch's telling lines a file has. */
export interface FoundLines {
  readonly count: number;
  readonly of: number;
}
