import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import type { Answer, ReadRecord } from "../../extension/core/chat/chatSchemas.ts";
import { l10n } from "../l10n.ts";

/** More lines are drawn only when the user asks for them. */
const MOST_LINES = 200;

interface ReadsProps {
  readonly answer: Answer;
  readonly post: (message: PageMessage) => void;
}

/**
 * Shows what a model has read of the workspace for an answer: open while it reads, folded when it writes; nothing if it has read nothing.
 */
export function Reads({ answer: { id, text, state, rounds = [] }, post }: ReadsProps): VNode | undefined {
  const [chosen, choose] = useState<boolean | undefined>(undefined);
  const lines = rounds.flatMap(({ reads }, round) => reads.map((read, index) => ({ read, round, index })));
  if (lines.length === 0) return undefined;
  const isReading = state.type === "streaming" && text.length <= (rounds.at(-1)?.at ?? 0);
  const isUnfolded = chosen ?? isReading;
  return (
    <section class="reads">
      <button
        type="button"
        class="reasoning-title"
        aria-expanded={isUnfolded}
        onClick={() => {
          choose(!isUnfolded);
        }}
      >
        <span class={`codicon codicon-chevron-${isUnfolded ? "down" : "right"}`} aria-hidden="true" />{" "}
        <span class={isReading ? "thinking" : ""}>{summaryOf(lines.map(({ read }) => read))}</span>
      </button>
      {isUnfolded ? (
        <ul class="reads-list">
          {lines.slice(0, MOST_LINES).map(({ read, round, index }) => (
            <li key={`${round}.${index}`}>
              <ReadLine
                read={read}
                open={() => {
                  post({ type: "open-read", id, round, index });
                }}
              />
            </li>
          ))}
          {lines.length > MOST_LINES ? (
            <li>{l10n.t("{0} more are not shown", lines.length - MOST_LINES)}</li>
          ) : undefined}
        </ul>
      ) : undefined}
    </section>
  );
}

function ReadLine({ read, open }: { readonly read: ReadRecord; readonly open: () => void }): VNode {
  const icon = iconOf(read);
  const said = (
    <>
      <span class={`codicon codicon-${icon}`} aria-hidden="true" /> <span class="read-what">{lineOf(read)}</span>
      {standingOf(read) === "" ? undefined : <span class="read-standing"> {standingOf(read)}</span>}
    </>
  );
  const title = read.state === "refused" ? read.text : read.place?.path;
  return read.place === undefined ? (
    <span class="read-line" title={title}>
      {said}
    </span>
  ) : (
    <button type="button" class="read-line" title={title} onClick={open}>
      {said}
    </button>
  );
}

function iconOf({ tool, state }: ReadRecord): string {
  if (state === "running") return "loading codicon-modifier-spin";
  if (state !== "done") return "circle-slash";
  return kindOf(tool) === "file" ? "file" : kindOf(tool) === "search" ? "search" : "eye";
}

/** What a tool does, as the summary counts it. */
function kindOf(tool: string): "file" | "search" | "look" {
  if (tool === "read_file") return "file";
  return ["find_files", "search_text", "symbols", "references", "definition"].includes(tool) ? "search" : "look";
}

function lineOf({ tool, what }: ReadRecord): string {
  switch (tool) {
    case "read_file":
      return l10n.t("Read {0}", what);
    case "find_files":
      return l10n.t("Look for files: {0}", what);
    case "search_text":
      return l10n.t("Search for “{0}”", what);
    case "list_folder":
      return what === "" ? l10n.t("List the workspace") : l10n.t("List {0}", what);
    case "symbols":
      return l10n.t("Look for symbols: {0}", what);
    case "references":
      return l10n.t("Look for uses of {0}", what);
    case "definition":
      return l10n.t("Look for the definition of {0}", what);
    case "problems":
      return what === "" ? l10n.t("Look at the problems") : l10n.t("Look at the problems of {0}", what);
    case "git_diff":
      return what === "" ? l10n.t("Look at what has changed") : l10n.t("Look at what has changed in {0}", what);
    case "recent_changes":
      return l10n.t("Look at recent changes");
    default:
      return l10n.t("Ask for {0}, which there is not", tool);
  }
}

function standingOf({ tool, state, found }: ReadRecord): string {
  if (state === "refused") return l10n.t("not read");
  if (state === "stopped") return l10n.t("stopped");
  if (state === "running" || found === undefined || kindOf(tool) === "file") return "";
  return l10n.t("{0} found", found);
}

/** `Read 6 files, searched 3 times`. */
function summaryOf(reads: readonly ReadRecord[]): string {
  const done = reads.filter(({ state }) => state === "done");
  const files = new Set(
    done.filter(({ tool }) => kindOf(tool) === "file").map(({ what, place }) => place?.path ?? what),
  ).size;
  const searches = done.filter(({ tool }) => kindOf(tool) === "search").length;
  const looks = done.filter(({ tool }) => kindOf(tool) === "look").length;
  const parts = [
    ...(files === 0 ? [] : [files === 1 ? l10n.t("read 1 file") : l10n.t("read {0} files", files)]),
    ...(searches === 0 ? [] : [searches === 1 ? l10n.t("searched once") : l10n.t("searched {0} times", searches)]),
    ...(looks === 0 ? [] : [looks === 1 ? l10n.t("looked around once") : l10n.t("looked around {0} times", looks)]),
  ];
  if (parts.length === 0) {
    const isRunning = reads.some(({ state }) => state === "running");
    return isRunning ? l10n.t("Looks into the workspace…") : l10n.t("Nothing was read");
  }
  const joined = parts.join(", ");
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}
