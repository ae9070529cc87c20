import { Uri } from "vscode";
import type { BlockRecord } from "../../core/chat/chatSchemas.ts";
import { equalLines } from "../../core/diff/lineEdits.ts";
import type { ChangedFile } from "../review/acceptHunks.ts";

type StoredChange = NonNullable<BlockRecord["accepted"]>[number];

/** Characters; more is not stored: the conversation is written often, and sent to its page. */
const MAX_STORED = 300_000;

/** What Accept All has changed, as it is stored; empty where it is too large for that. */
export function storedChanges(files: readonly ChangedFile[]): readonly StoredChange[] {
  const stored = files.map(({ target, kind, before, after, bytes }) => ({
    target: target.toString(),
    kind,
    ...(before === undefined ? {} : { before: before.join("\n") }),
    ...(after === undefined ? {} : { after: after.join("\n") }),
    ...(bytes === undefined ? {} : { bytes: Buffer.from(bytes).toString("base64") }),
  }));
  const size = stored.flatMap(({ before = "", after = "", bytes = "" }) => [before, after, bytes]).join("").length;
  return size > MAX_STORED ? [] : stored;
}

/** The changes with one more, which goes on from the latest one of its file where nothing came between. */
export function withChange(changes: readonly ChangedFile[], change: ChangedFile): readonly ChangedFile[] {
  const { target, kind, before, after } = change;
  const at = changes.findLastIndex((earlier) => earlier.target.toString() === target.toString());
  const latest = changes[at];
  const goesOn =
    kind === "change" && latest?.kind === kind && latest.after && before && equalLines(latest.after, before);
  return goesOn === true ? changes.with(at, { ...latest, after }) : [...changes, change];
}

/** What was stored, in the order in which it was changed. */
export function changesOf(stored: readonly StoredChange[]): readonly ChangedFile[] {
  return stored.map(({ target, kind, before, after, bytes }) => ({
    target: Uri.parse(target, true),
    kind,
    before: before?.split("\n"),
    after: after?.split("\n"),
    bytes: bytes === undefined ? undefined : new Uint8Array(Buffer.from(bytes, "base64")),
  }));
}
