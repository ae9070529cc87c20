import { isNoNewlineNote, readHunkHeader, readHunkLines } from "./hunks.ts";
import { isPath, readCommentPath, readProsePath } from "./paths.ts";
import type { Edit, FileSketch, Sketch } from "./sketch.ts";

export interface DiffSurroundings {
  /** The one-based line of the reply that the lines begin at. */
  readonly firstLine: number;
  /**
   * `diff-fence`: the fence says that it is a diff, so `+` and `-` lines alone are enough.
   * `fence`: a fence of another language. `prose`: outside fences, where a paragraph ends the diff.
   */
  readonly within: "diff-fence" | "fence" | "prose";
}

/**
 * Finds the line at which a unified diff begins, by evidence that no list, YAML document or front matter has: `diff --git`, a `---` line
 * with its `+++` line, or an `@@` line with changed lines after it. -1 if there is none.
 */
export function findUnifiedDiff(lines: readonly string[]): number {
  return lines.findIndex(
    (line, index) => line.startsWith("diff --git ") || isFileHeader(lines, index) || isHunkStart(lines, index),
  );
}

/** `--- a` with `+++ b` below it. */
function isFileHeader(lines: readonly string[], index: number): boolean {
  return /^--- \S/.test(lines[index] ?? "") && /^\+\+\+ \S/.test(lines[index + 1] ?? "");
}

function isHunkStart(lines: readonly string[], index: number): boolean {
  if (!/^@@(?: |$)/.test(lines[index] ?? "")) return false;
  return lines.slice(index + 1, index + 40).some((line) => /^[-+]/.test(line));
}

interface DiffFile {
  oldName: string | undefined;
  newName: string | undefined;
  /** What `rename from`, `new file mode` and the like say. */
  renamed: boolean;
  created: boolean;
  deleted: boolean;
  readonly hunks: Hunk[];
  readonly line: number;
}

interface Hunk {
  readonly header: string | undefined;
  /** Index of the first line behind the header. */
  readonly start: number;
  readonly lines: string[];
  /** How many of `lines` are context or removed. */
  replaced: number;
}

/**
 * Reads unified diffs, one sketch per file. Headers and hunk headers may be absent, the counts and numbers in them wrong:
 * they only become hints. Each hunk is one edit: its `-` and context lines are replaced by its `+` and context lines, so the
 * redundant form, in which a region is removed and added as a whole, reads the same. A hunk without a change is dropped.
 */
export function readUnifiedDiff(lines: readonly string[], { firstLine, within }: DiffSurroundings): FileSketch[] {
  const files: DiffFile[] = [];
  let file: DiffFile | undefined;
  let hunk: Hunk | undefined;
  const begin = (line: number) => {
    hunk = undefined;
    file = { oldName: undefined, newName: undefined, renamed: false, created: false, deleted: false, hunks: [], line };
    files.push(file);
    return file;
  };
  const beginHunk = (header: string | undefined, start: number, line: number) => {
    const owner = file ?? begin(line);
    hunk = { header, start, lines: [], replaced: 0 };
    owner.hunks.push(hunk);
    return hunk;
  };
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.startsWith("diff --git ")) {
      const opened = begin(index);
      [opened.oldName, opened.newName] = gitNames(line);
    } else if (isFileHeader(lines, index) && (hunk === undefined || endsHunk(hunk, lines, index))) {
      // Without `diff --git` this line begins the file; with it, the file has begun already.
      const opened = file && hunk === undefined && file.hunks.length === 0 ? file : begin(index);
      opened.oldName = fileName(line.slice(4));
      opened.newName = fileName((lines[index + 1] ?? "").slice(4));
      index++;
    } else if (readHunkHeader(line)) beginHunk(line, index + 1, index);
    else if (hunk) {
      if (within === "prose" && isProseBehind(lines, index)) [hunk, file] = [undefined, undefined];
      else pushLine(hunk, line);
    } else if (file && readExtendedHeader(file, line)) continue;
    else if ((file ?? within === "diff-fence") && canBeginHunk(line, within))
      pushLine(beginHunk(undefined, index, index), line);
    else if (within === "diff-fence" && file === undefined && line.trim() !== "")
      begin(index).newName = leadingName(line);
  }
  return files.flatMap((found) => toSketch(found, firstLine) ?? []);
}

function pushLine(hunk: Hunk, line: string): void {
  hunk.lines.push(line);
  if (line === "" || /^[- ]/.test(line)) hunk.replaced++;
}

/** Whether a `---` line with its `+++` line is the next file's header, and not a removed `--` line above an added `++` line. */
function endsHunk(hunk: Hunk, lines: readonly string[], index: number): boolean {
  if (lines[index + 2]?.startsWith("@@") === true) return true;
  const count = /^@@ -\d+(?:,(\d{1,9}))? \+\d/.exec(hunk.header ?? "");
  if (!count) return lines[index - 1] === "";
  return hunk.replaced >= Number(count[1] ?? "1");
}

function canBeginHunk(line: string, within: DiffSurroundings["within"]): boolean {
  if (line.trim() === "") return false;
  if (within !== "diff-fence") return /^[-+ ]/.test(line);
  return leadingName(line) === undefined;
}

/** A diff fence's first line can be just a path. */
function leadingName(line: string): string | undefined {
  if (/^[-+ ]/.test(line)) return undefined;
  const prose = readProsePath(line);
  return readCommentPath(line)?.path ?? (prose?.alone === true ? prose.path : undefined);
}

function isProseBehind(lines: readonly string[], index: number): boolean {
  return lines[index - 1] === "" && /^[^\s@+\-\\]/.test(lines[index] ?? "");
}

/** Git's lines between `diff --git` and the hunks; true if `line` is one. */
function readExtendedHeader(file: DiffFile, line: string): boolean {
  const rename = /^(rename|copy) (from|to) (\S.*)$/.exec(line.trimEnd());
  if (rename) {
    if (rename[2] === "from") file.oldName = unquote(rename[3] ?? "");
    else file.newName = unquote(rename[3] ?? "");
    file.renamed ||= rename[1] === "rename";
    return true;
  }
  if (line.startsWith("new file mode")) file.created = true;
  if (line.startsWith("deleted file mode")) file.deleted = true;
  if (/^--- \S/.test(line)) file.oldName = fileName(line.slice(4));
  if (/^\+\+\+ \S/.test(line)) file.newName = fileName(line.slice(4));
  return /^(?:index |new file mode|deleted file mode|old mode|new mode|(?:dis)?similarity index|Binary files|GIT binary|--- \S|\+\+\+ \S)/.test(
    line,
  );
}

function gitNames(line: string): [string | undefined, string | undefined] {
  const text = line.slice("diff --git ".length).trim();
  // Both names are the same but for their prefix, unless the file was renamed, and then other lines say so.
  const middle = text.indexOf(" b/");
  return middle < 0 ? [undefined, undefined] : [unquote(text.slice(0, middle)), unquote(text.slice(middle + 1))];
}

/** A name without the timestamp that `diff -u` puts behind it. */
function fileName(text: string): string {
  const name = (text.slice(0, 400).split("\t", 1)[0] ?? "").trim();
  return unquote(name.replace(/ {1,9}\d{4}-\d\d-\d\d[ T].*$/, ""));
}

function unquote(name: string): string {
  return name.replace(/^(["'`])(.*)\1$/, "$2").replace(/\\(["\\])/g, "$1");
}

const DEV_NULL = "/dev/null";
const PREFIXES = [
  ["a/", "b/"],
  ["old/", "new/"],
  ["original/", "modified/"],
  ["i/", "w/"],
] as const;

/** Takes `a/` and `b/` off, but only where both sides have theirs: a folder can be named `a`. */
function plainNames({ oldName = "", newName = "" }: DiffFile): {
  oldPath: string | undefined;
  newPath: string | undefined;
} {
  const prefixes = PREFIXES.find(
    ([before, after]) =>
      (oldName.startsWith(before) || oldName === DEV_NULL) && (newName.startsWith(after) || newName === DEV_NULL),
  );
  const strip = (name: string, prefix: string | undefined) => {
    const path = prefix !== undefined && name.startsWith(prefix) ? name.slice(prefix.length) : name;
    if (path === DEV_NULL || path === "" || path.length > 300 || /\p{Cc}/u.test(path)) return undefined;
    // `--- original` names no file; with a prefix any name does.
    return path !== name || isPath(path, "labelled") ? path : undefined;
  };
  return { oldPath: strip(oldName, prefixes?.[0]), newPath: strip(newName, prefixes?.[1]) };
}

function toSketch(file: DiffFile, firstLine: number): FileSketch | undefined {
  const { oldPath, newPath } = plainNames(file);
  const isRename = file.renamed && oldPath !== newPath;
  const path = isRename || file.newName === DEV_NULL ? oldPath : (newPath ?? oldPath);
  const sketch = sketchOf(file, firstLine);
  if (sketch.type === "edits" && sketch.edits.length === 0 && !isRename) return undefined;
  const moveTo = isRename ? newPath : undefined;
  const line = sketch.type === "add" ? (file.hunks[0]?.start ?? file.line) : file.line;
  return { path, moveTo, language: undefined, sketch, replyLine: firstLine + line };
}

function sketchOf(file: DiffFile, firstLine: number): Sketch {
  const format = "unified-diff";
  if (file.deleted || (file.newName === DEV_NULL && file.oldName !== DEV_NULL)) return { type: "delete", format };
  if (file.created || (file.oldName === DEV_NULL && file.newName !== undefined)) {
    const added = file.hunks.flatMap(({ lines }) => readHunkLines(lines).replace);
    const endsOpen = file.hunks.at(-1)?.lines.some(isNoNewlineNote) === true;
    return { type: "add", format, text: added.join("\n") + (added.length === 0 || endsOpen ? "" : "\n") };
  }
  return { type: "edits", format, edits: file.hunks.flatMap((hunk) => toEdit(hunk, firstLine) ?? []) };
}

function toEdit({ header, start, lines }: Hunk, firstLine: number): Edit | undefined {
  const { search, replace, changes } = readHunkLines(lines);
  if (!changes) return undefined;
  const { lineHint, isInsertion, scope } = readHunkHeader(header ?? "@@") ?? {};
  const first = lineHint !== undefined && isInsertion && search.length === 0 ? lineHint + 1 : lineHint;
  return {
    search,
    replace,
    lineHint: first,
    scope: scope === undefined ? [] : [scope],
    atEnd: false,
    replyLine: firstLine + start,
  };
}
