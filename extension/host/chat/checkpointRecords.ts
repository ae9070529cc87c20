import { Uri } from "vscode";
import type { BlockRecord } from "../../core/chat/chatSchemas.ts";
import type { ChangedFile } from "../review/reviewBatch.ts";

type StoredChange = NonNullable<BlockRecord["accepted"]>[number];

/** Characters; more is not stored: the conversation is written often, and sent to its page. */
const MAX_STORED = 300_000;

/** What accepts have changed, as it is stored; empty where it is too large for that. */
export function storedChanges(files: readonly CheckpointFile[]): readonly StoredChange[] {
  const stored = files.map(({ target, kind, at, since, before, after, bytes }) => ({
    target: target.toString(),
    kind,
    at,
    since,
    ...(before === undefined ? {} : { before: before.join("\n") }),
    ...(after === undefined ? {} : { after: after.join("\n") }),
    ...(bytes === undefined ? {} : { bytes: Buffer.from(bytes).toString("base64") }),
  }));
  const size = stored.flatMap(({ before = "", after = "", bytes = "" }) => [before, after, bytes]).join("").length;
  return size > MAX_STORED ? [] : stored;
}

/** What was stored, in the order in which it was changed. */
export function changesOf(stored: readonly StoredChange[]): readonly CheckpointFile[] {
  return stored.map(({ target, kind, at = 0, since = at, before, after, bytes }) => ({
    target: Uri.parse(target, true),
    kind,
    at,
    since,
    before: before?.split("\n"),
    after: after?.split("\n"),
    bytes: bytes === undefined ? undefined : new Uint8Array(Buffer.from(bytes, "base64")),
  }));
}

/** What accepts of an answer's hunks have changed in a file. Milliseconds since 1970 of the newest of them, and of the oldest. */
export interface CheckpointFile extends ChangedFile {
  readonly at: number;
  readonly since: number;
}
