import type { FileTrouble } from "./files.ts";
import { plain } from "./plainText.ts";

/** Says what is wrong with a file, as a sentence that follows its name. */
export function describeTrouble(trouble: FileTrouble): string {
  switch (trouble.type) {
    case "missing":
      return "there is no such file.";
    case "directory":
      return "this is a folder.";
    case "special":
      return "this is no regular file.";
    case "file-as-folder":
      return "a part of this path that should be a folder is a file.";
    case "broken-link":
      return "this symbolic link leads nowhere.";
    case "binary":
      return "this is a binary file (it holds a NUL byte).";
    case "encoding":
      return trouble.encoding === "unknown"
        ? "this is not valid UTF-8."
        : `this file is in ${trouble.encoding}, not in UTF-8.`;
    case "too-large":
      return "this is larger than 16 MiB.";
    case "unreadable":
      return `this cannot be read (${trouble.cause}).`;
    case "not-writable":
      return `this cannot be written (${trouble.cause}).`;
    case "exists":
      return "a file of this name is there already.";
    case "same-file":
      return `this is the same file as ${plain(trouble.other)}.`;
    case "changed":
      return "this changed meanwhile, so it was left as it is.";
    case "linked":
      return "this file has other names (hard links), which would keep the old text, so it was left as it is.";
    case "hostile":
      return `${hostility[trouble.why]}, so it is refused.`;
  }
}

const hostility = {
  absolute: "the sketch names an absolute path",
  outside: "the sketch names a path outside the working folder",
  link: "the sketch names a path that leads out of the working folder by a symbolic link",
  git: "the sketch names a path inside git's own folder",
  colon: "the sketch names a path with a colon, behind which Windows hides a second text",
  unreadable: "the sketch names a path with characters that cannot be seen, or one that is too long",
} as const;
