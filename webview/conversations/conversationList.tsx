import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PageMessage, Summary } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";
import { ConversationRow } from "./conversationRow.tsx";
import { dayGroups } from "./dayGroups.ts";
import type { Age } from "./dayGroups.ts";

export interface ConversationListProps {
  /** Id of the conversation that is shown. */
  readonly shown: string;
  readonly conversations: { readonly query: string; readonly list: readonly Summary[] };
  readonly onOpen: (id: string) => void;
  readonly onLeave: () => void;
  readonly post: (message: PageMessage) => void;
}

/** Milliseconds without a key before the host searches. */
const REST = 150;

/** Shows all conversations, to search, open, rename, export and delete. The arrow keys go from row to row and along a row. */
export function ConversationChooser({ shown, conversations, onOpen, onLeave, post }: ConversationListProps): VNode {
  const [query, setQuery] = useState("");
  const [renamed, setRenamed] = useState<string>();
  const [stop, setStop] = useState({ row: 0, column: 0 });
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const groups = dayGroups(conversations.list, Date.now());
  const rows = groups.flatMap((group) => group.list);
  const row = Math.min(stop.row, Math.max(0, rows.length - 1));

  // The focus moves with the layout, not after it is painted: keys that come in between would be lost.
  useLayoutEffect(() => {
    input.current?.focus();
  }, []);
  const isSearched = useRef(false);
  useEffect(() => {
    if (query === "" && !isSearched.current) return;
    isSearched.current = true;
    const timer = setTimeout(() => {
      post({ type: "search", query });
    }, REST);
    return () => {
      clearTimeout(timer);
    };
  }, [query]);

  const focus = (toRow: number, column: number): void => {
    if (toRow < 0) {
      input.current?.focus();
      return;
    }
    const cells = list.current?.querySelectorAll<HTMLElement>(`[data-row="${Math.min(toRow, rows.length - 1)}"]`);
    const cell = cells?.[Math.max(0, Math.min(column, cells.length - 1))];
    if (cell === undefined) return;
    setStop({ row: Math.min(toRow, rows.length - 1), column: Math.max(0, Math.min(column, 3)) });
    cell.focus();
  };

  // The row that had the focus may be gone, and its keys with it.
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    if (rows.length === 0) input.current?.focus();
    else focus(row, stop.column);
  }, [conversations.list]);

  const rowRenamedByKey = useRef(-1);
  useLayoutEffect(() => {
    if (rowRenamedByKey.current >= 0) focus(rowRenamedByKey.current, 0);
    rowRenamedByKey.current = -1;
  }, [renamed]);

  const onRowKey = (event: KeyboardEvent, summary: Summary, at: number, column: number): void => {
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [at + 1, column],
      ArrowUp: [at - 1, column],
      ArrowLeft: [at, column - 1],
      ArrowRight: [at, column + 1],
      Home: [0, column],
      End: [rows.length - 1, column],
    };
    const move = moves[event.key];
    if (move !== undefined) focus(...move);
    else if (event.key === "F2") setRenamed(summary.id);
    else if (event.key === "Delete") post({ type: "delete", id: summary.id });
    else return;
    event.preventDefault();
  };

  return (
    <div
      class="popup conversations"
      role="dialog"
      aria-label={l10n.t("Chats")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onLeave();
      }}
    >
      <input
        ref={input}
        class="popup-input"
        type="search"
        aria-label={l10n.t("Search chats")}
        placeholder={l10n.t("Search chats")}
        value={query}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          const [first] = rows;
          if (event.key === "ArrowDown") focus(0, 0);
          else if (event.key === "Enter" && first !== undefined && query !== "") onOpen(first.id);
          else return;
          event.preventDefault();
        }}
      />
      <p class={rows.length === 0 ? "conversations-none" : "for-screen-readers"} role="status">
        {rows.length > 0
          ? l10n.t("{0} chats", rows.length)
          : conversations.query === ""
            ? l10n.t("No chats yet")
            : l10n.t("No chat has these words")}
      </p>
      <div ref={list} role="grid" aria-label={l10n.t("Chats")}>
        {groups.map((group) => (
          <div key={group.age} role="rowgroup" aria-label={ageName(group.age)}>
            <div class="conversations-day" aria-hidden="true">
              {ageName(group.age)}
            </div>
            {group.list.map((summary) => {
              const at = rows.indexOf(summary);
              return (
                <ConversationRow
                  key={summary.id}
                  row={at}
                  summary={summary}
                  isShown={summary.id === shown}
                  isRenamed={summary.id === renamed}
                  // One stop of Tab in the whole list.
                  column={at === row ? stop.column : -1}
                  onFocus={(column) => {
                    setStop({ row: at, column });
                  }}
                  onKey={(event, column) => {
                    onRowKey(event, summary, at, column);
                  }}
                  onOpen={() => {
                    onOpen(summary.id);
                  }}
                  onRename={() => {
                    setRenamed(summary.id);
                  }}
                  onRenamed={(title, isByKey) => {
                    if (isByKey) rowRenamedByKey.current = at;
                    setRenamed(undefined);
                    if (title !== undefined) post({ type: "rename", id: summary.id, title });
                  }}
                  post={post}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function ageName(age: Age): string {
  switch (age) {
    case "today":
      return l10n.t("Today");
    case "yesterday":
      return l10n.t("Yesterday");
    case "week":
      return l10n.t("Last 7 days");
    case "older":
      return l10n.t("Older");
  }
}
