import { parseReadCall } from "./readArguments.ts";

/** Longer ones are cut for the user. */
const LONGEST = 120;

/**
 * Describes for the user what a call looks at: a path with its lines, or what is searched for; empty if it names nothing or cannot be read.
 */
export function describeRead(tool: string, written: string): string {
  const parsed = parseReadCall(tool, written);
  if (parsed.type === "bad") return "";
  const { call } = parsed;
  switch (call.tool) {
    case "find_files":
      return short(call.given.pattern);
    case "search_text":
      return short(call.given.query);
    case "read_file": {
      const { path, start_line: start, end_line: end } = call.given;
      if (start === undefined && end === undefined) return short(path);
      return `${short(path)}:${String(start ?? 1)}-${end === undefined ? "" : String(end)}`;
    }
    case "symbols":
      return short(call.given.path ?? call.given.query ?? "");
    case "references":
    case "definition":
      return short(call.given.symbol);
    case "list_folder":
    case "problems":
    case "git_diff":
      return short(call.given.path ?? "");
    case "recent_changes":
      return "";
  }
}

function short(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
