import { workspace, type TextDocument, type Uri } from "vscode";
import type { ApplyRequest } from "../../core/apply/applyRequest.ts";
import { readJob } from "../../core/targets/applyJobs.ts";
import { chooseLanguage } from "../../core/apply/chooseLanguage.ts";
import type { Turn } from "../../core/models/model.ts";
import { readReplyProse } from "../../core/targets/replyProse.ts";
import type { SyntaxParser } from "../../core/text/syntax.ts";
import { openDocument } from "../review/targetDocument.ts";
import type { FoundTarget } from "./foundTarget.ts";

/** A file with what is for it. */
export type SketchTarget = Pick<FoundTarget, "uri" | "kind" | "jobs">;

/** What is known of the chat that sketches come from. */
export interface ChatContext {
  readonly instruction: string;
  readonly conversation: readonly Turn[];
}

/** What is known of a target and its sketches before its text. */
export interface KnownOfTarget {
  readonly language: string | undefined;
  readonly parser: SyntaxParser | undefined;
  /** Without it, the text around the sketches is used. */
  readonly context: ChatContext | undefined;
}

/** Finds the language of a target by its document, its name or its sketches. `unreadable` if its document cannot be opened. */
export async function languageOfTarget({
  uri,
  kind,
  jobs,
}: SketchTarget): Promise<{ readonly language: string | undefined } | "unreadable"> {
  let known: string | undefined;
  if (kind === "change") {
    try {
      known = languageOfDocument(openDocument(uri) ?? (await workspace.openTextDocument(uri)));
    } catch {
      return "unreadable";
    }
  }
  const sketches = jobs.flatMap(({ job }) => job.sketches);
  return { language: chooseLanguage(known, uri.path, sketches) };
}

/** Makes the request to the core to apply the sketches for a target whose text is `original`. */
export function applyRequest(
  { uri, jobs }: SketchTarget,
  { language, parser, context }: KnownOfTarget,
  original: string,
): ApplyRequest {
  const { path } = uri;
  const sketches = jobs
    .flatMap(({ source, job }) => readJob(source, job, { path, language, original }))
    .sort((a, b) => a.replyLine - b.replyLine);
  return {
    original,
    sketches,
    language,
    parser,
    path: sentPath(uri),
    ...(context ?? contextOf(jobs, (sketches[0]?.replyLine ?? 1) - 1)),
  };
}

/** What the text around the sketches says of them. `line`: where the first of them stands, zero-based. */
function contextOf([first]: FoundTarget["jobs"], line: number): ChatContext {
  if (first === undefined) return { instruction: "", conversation: [] };
  const { instruction, text } = readReplyProse(first.source, first.source.fence ?? line);
  return { instruction, conversation: text === "" ? [] : [{ role: "assistant", text }] };
}

/** A model sees the path below the workspace, and nothing of where that lies. */
function sentPath(uri: Uri): string {
  return workspace.getWorkspaceFolder(uri) === undefined
    ? uri.path.slice(uri.path.lastIndexOf("/") + 1)
    : workspace.asRelativePath(uri, false);
}

/** The language that VS Code knows a document by; it says plain text if it knows none. */
function languageOfDocument({ languageId }: TextDocument): string | undefined {
  return languageId === "plaintext" ? undefined : languageId;
}
