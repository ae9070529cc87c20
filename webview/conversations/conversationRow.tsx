import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PageMessage, Summary } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";

export interface ConversationRowProps {
  /** Its number in the list. */
  readonly row: number;
  readonly summary: Summary;
  readonly isShown: boolean;
  /** Its title is being edited. */
  readonly isRenamed: boolean;
  /** The cell that Tab reaches; -1 for none. */
  readonly column: number;
  readonly onFocus: (column: number) => void;
  readonly onKey: (event: KeyboardEvent, column: number) => void;
  readonly onOpen: () => void;
  readonly onRename: () => void;
  readonly onRenamed: TitleInputProps["onRenamed"];
  readonly post: (message: PageMessage) => void;
}

/** Shows a conversation in the list: its title, when it was, and what can be done with it. */
export function ConversationRow(props: ConversationRowProps): VNode {
  const { row, summary, isShown, isRenamed, column, onFocus, onKey, onOpen, onRename, onRenamed, post } = props;
  const title = summary.title === "" ? l10n.t("New chat") : summary.title;
  if (isRenamed) {
    return (
      <div class="conversation-row is-renamed" role="row">
        <div role="gridcell">
          <TitleInput title={summary.title} onRenamed={onRenamed} />
        </div>
      </div>
    );
  }
  const cell = (index: number): object => ({
    type: "button",
    "data-row": row,
    tabIndex: column === index ? 0 : -1,
    onFocus: () => {
      onFocus(index);
    },
    onKeyDown: (event: KeyboardEvent) => {
      onKey(event, index);
    },
  });
  const actions = [
    { icon: "edit", label: l10n.t("Rename {0} (F2)", title), run: onRename },
    {
      icon: "export",
      label: l10n.t("Export {0} as Markdown", title),
      run: () => {
        post({ type: "export", id: summary.id });
      },
    },
    {
      icon: "trash",
      label: l10n.t("Delete {0} (Delete)", title),
      run: () => {
        post({ type: "delete", id: summary.id });
      },
    },
  ];
  return (
    <div class={`conversation-row ${isShown ? "is-shown" : ""}`} role="row">
      <div role="gridcell" class="conversation-cell">
        <button {...cell(0)} class="conversation-open" title={title} aria-current={isShown} onClick={onOpen}>
          <span class="conversation-name">{title}</span>
          <span class="conversation-time">{timeOf(summary.changed)}</span>
        </button>
      </div>
      {actions.map(({ icon, label, run }, index) => (
        <div key={icon} role="gridcell" class="conversation-action">
          <button {...cell(index + 1)} class="icon-button" aria-label={label} title={label} onClick={run}>
            <span class={`codicon codicon-${icon}`} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  );
}

interface TitleInputProps {
  readonly title: string;
  /** @param title `undefined`: it stays as it is. @param isByKey or else by a click elsewhere, which has taken the focus */
  readonly onRenamed: (title: string | undefined, isByKey: boolean) => void;
}

/** Edits a title. Enter and a click elsewhere keep the new one, Escape the old one. */
function TitleInput({ title, onRenamed }: TitleInputProps): VNode {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    input.current?.select();
    input.current?.focus();
  }, []);
  const finish = (value: string | undefined, isByKey: boolean): void => {
    if (isDone.current) return;
    isDone.current = true;
    const named = value?.trim();
    onRenamed(named === "" || named === title ? undefined : named, isByKey);
  };
  return (
    <input
      ref={input}
      class="popup-input"
      type="text"
      aria-label={l10n.t("Title of the chat")}
      defaultValue={title}
      onBlur={({ currentTarget }) => {
        finish(currentTarget.value, false);
      }}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Enter") finish(event.currentTarget.value, true);
        else if (event.key === "Escape") finish(undefined, true);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** The time for a day that is named above; the day for an older one. */
function timeOf(changed: number): string {
  const isRecent = Date.now() - changed < 2 * 24 * 3_600_000;
  const options: Intl.DateTimeFormatOptions = isRecent
    ? { hour: "2-digit", minute: "2-digit" }
    : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(document.documentElement.lang || undefined, options).format(changed);
}
