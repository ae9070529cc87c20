import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Reference } from "../../extension/core/chat/chatSchemas.ts";
import { l10n } from "../l10n.ts";
import { chipLabel, isSame, referenceKey, referenceIcon } from "./attached.ts";

export interface ChipsProps {
  /** What the user has added. */
  readonly added: readonly Reference[];
  /** The active file and selection. */
  readonly active: readonly Reference[];
  readonly leavesOutActive: boolean;
  readonly onRemove: (reference: Reference) => void;
  readonly onToggleActive: () => void;
  /** A pasted text goes back into the question. */
  readonly onUnpack: (reference: Reference & { readonly type: "text" }) => void;
  /** The focus leaves the chips for the text. */
  readonly onLeave: () => void;
}

/** Shows what goes along with a question. Tab stops at it once: the arrow keys go from chip to chip, Delete removes one. */
export function Chips(props: ChipsProps): VNode | null {
  const { added, active, leavesOutActive, onRemove, onToggleActive, onUnpack, onLeave } = props;
  const list = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const offered = active.filter((each) => !added.some((other) => isSame(each, other)));
  const count = added.length + offered.length;
  if (count === 0) return null;
  const stop = Math.min(at, count - 1);

  const focus = (index: number): void => {
    const chips = list.current?.querySelectorAll<HTMLElement>("[data-chip]");
    if (chips === undefined || index < 0 || index >= chips.length) return;
    setAt(index);
    chips[index]?.focus();
  };
  const remove = (reference: Reference, index: number): void => {
    // The chip is gone before the focus could move away from it.
    if (count === 1) onLeave();
    else focus(index === count - 1 ? index - 1 : index + 1);
    setAt(Math.min(index, count - 2));
    onRemove(reference);
  };
  const onKeyDown = (event: KeyboardEvent, index: number, reference?: Reference): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) focus(target);
    else if (event.key === "ArrowDown" || event.key === "Escape") onLeave();
    else if ((event.key === "Delete" || event.key === "Backspace") && reference !== undefined) remove(reference, index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <ul ref={list} class="chips" aria-label={l10n.t("Goes along with the question")}>
      {added.map((reference, index) => (
        <li key={referenceKey(reference)} class="chip" title={tooltip(reference)}>
          <span class={`codicon codicon-${referenceIcon(reference)}`} aria-hidden="true" />
          {reference.type === "text" ? (
            <button
              type="button"
              class="chip-name"
              tabIndex={-1}
              title={l10n.t("Put this text into the question")}
              onClick={() => {
                onUnpack(reference);
              }}
            >
              {chipLabel(reference)}
            </button>
          ) : (
            <span class="chip-name">{chipLabel(reference)}</span>
          )}
          <button
            type="button"
            class="chip-remove"
            data-chip
            tabIndex={index === stop ? 0 : -1}
            aria-label={l10n.t("Remove {0}", spokenName(reference))}
            title={l10n.t("Remove")}
            onFocus={() => {
              setAt(index);
            }}
            onKeyDown={(event) => {
              onKeyDown(event, index, reference);
            }}
            onClick={() => {
              remove(reference, index);
            }}
          >
            <span class="codicon codicon-close" aria-hidden="true" />
          </button>
        </li>
      ))}
      {offered.map((reference, index) => (
        <li key={referenceKey(reference)}>
          <button
            type="button"
            class={`chip is-active ${leavesOutActive ? "is-left-out" : ""}`}
            data-chip
            tabIndex={added.length + index === stop ? 0 : -1}
            aria-pressed={!leavesOutActive}
            aria-label={l10n.t("{0}, open in the editor", spokenName(reference))}
            title={
              leavesOutActive
                ? l10n.t("{0} does not go along. Click to add it", tooltip(reference))
                : l10n.t("{0} goes along, as it is open in the editor. Click to leave it out", tooltip(reference))
            }
            onFocus={() => {
              setAt(added.length + index);
            }}
            onKeyDown={(event) => {
              const isRemoval = event.key === "Delete" || event.key === "Backspace";
              if (isRemoval && !leavesOutActive) onToggleActive();
              onKeyDown(event, added.length + index);
            }}
            onClick={onToggleActive}
          >
            <span class={`codicon codicon-${referenceIcon(reference)}`} aria-hidden="true" />
            <span class="chip-name">{chipLabel(reference)}</span>
            <span class={`codicon codicon-${leavesOutActive ? "add" : "close"}`} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Where it is from; for a text, how it begins. */
function tooltip(reference: Reference): string {
  if (reference.type === "text") return reference.text.slice(0, 600);
  if (reference.type === "problems") return l10n.t("Problems of {0}", reference.path);
  return reference.type === "selection" || reference.type === "symbol"
    ? `${reference.path}:${reference.startLine}-${reference.endLine}`
    : reference.path;
}

function spokenName(reference: Reference): string {
  return reference.type === "problems" ? l10n.t("Problems of {0}", chipLabel(reference)) : chipLabel(reference);
}
