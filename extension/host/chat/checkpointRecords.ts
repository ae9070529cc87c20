import { Uri } from "vscode";
import type { BlockRecord } from "../../core/chat/chatSchemas.ts";
import type { ChangedFile } from "../review/reviewBatch.ts";

type StoredChange = NonNullable<BlockRecord["accepted"]>[number];

/** Characters; more is not stored: the conversation is written often, and sent to its page. */
const MAX_STORED = 300_000;

/** Converts what accepts have changed to the form in which it is stored; empty if it is too large for that. */
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

/** Reads back what was stored, in the order in which it was changed. */
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

/**
 * What accepts of an answer's hunks have changed in a file. `at`, `since`: when the newest and the oldest of them came, in milliseconds
 * since 1970.
 */
export interface CheckpointFile extends ChangedFile {
  readonly at: number;
  readonly since: number;
}
