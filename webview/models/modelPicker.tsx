import type { VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ModelView, PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import { useDismiss } from "../controls/useDismiss.ts";
import { l10n } from "../l10n.ts";
import { shortCount } from "./contextMeter.tsx";
import { groupModels, matchingModels } from "./modelGroups.ts";

export interface ModelPickerProps {
  readonly models: readonly ModelView[];
  /** Id of the chosen one; empty for none. */
  readonly chosen: string;
  readonly post: (message: PageMessage) => void;
}

/** With more models than this the list can be searched. */
const MOST_WITHOUT_SEARCH = 7;

/** Shows the model that answers, and the others to choose from. */
export function ModelPicker({ models, chosen, post }: ModelPickerProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const current = models.find(({ id }) => id === chosen);
  const close = (): void => {
    setOpen(false);
  };
  useDismiss(root, isOpen, close);
  const name = current?.name ?? (models.length === 0 ? l10n.t("Add a model…") : l10n.t("Choose a model"));
  return (
    <span ref={root} class="model-picker">
      <button
        ref={button}
        type="button"
        class="model-button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={current === undefined ? name : l10n.t("Model: {0}, {1}", current.name, current.provider)}
        title={current === undefined ? name : `${current.name} (${current.provider})`}
        onClick={() => {
          if (models.length === 0) post({ type: "add-model" });
          else setOpen(!isOpen);
        }}
        onKeyDown={(event) => {
          if ((event.key !== "ArrowUp" && event.key !== "ArrowDown") || models.length === 0) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {models.length === 0 ? <span class="codicon codicon-add" aria-hidden="true" /> : undefined}
        <span class="model-name">{name}</span>
        {models.length === 0 ? undefined : <span class="codicon codicon-chevron-down" aria-hidden="true" />}
      </button>
      {isOpen ? (
        <ModelList
          models={models}
          chosen={chosen}
          onChoose={(id) => {
            close();
            button.current?.focus();
            if (id === undefined) post({ type: "add-model" });
            else if (id !== chosen) post({ type: "choose-model", id });
          }}
          onLeave={() => {
            close();
            button.current?.focus();
          }}
        />
      ) : undefined}
    </span>
  );
}

interface ModelListProps {
  readonly models: readonly ModelView[];
  readonly chosen: string;
  /** `undefined`: another model is to be added. */
  readonly onChoose: (id: string | undefined) => void;
  readonly onLeave: () => void;
}

function ModelList({ models, chosen, onChoose, onLeave }: ModelListProps): VNode {
  const isSearched = models.length > MOST_WITHOUT_SEARCH;
  const [query, setQuery] = useState("");
  const groups = groupModels(matchingModels(models, query));
  const ordered = groups.flatMap((group) => group.models);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      ordered.findIndex(({ id }) => id === chosen),
    ),
  );
  const listId = useId();
  const focused = useRef<HTMLElement>(null);
  const scrolled = useRef<HTMLDivElement>(null);
  // The last option adds a model.
  const last = ordered.length;
  const stop = Math.min(at, last);
  const idOf = (index: number): string => `${listId}-${index}`;

  // With the layout, not after it is painted: keys that come in between would be lost.
  useLayoutEffect(() => {
    focused.current?.focus();
  }, []);
  useEffect(() => {
    scrolled.current?.querySelector(".is-current")?.scrollIntoView({ block: "nearest" });
  }, [stop]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: stop === last ? 0 : stop + 1,
      ArrowUp: stop === 0 ? last : stop - 1,
      PageDown: Math.min(last, stop + 8),
      PageUp: Math.max(0, stop - 8),
      ...(isSearched ? {} : { Home: 0, End: last }),
    };
    const target = targets[event.key];
    const isChoice = event.key === "Enter" || (event.key === " " && !isSearched);
    if (target !== undefined) setAt(target);
    else if (isChoice) onChoose(ordered[stop]?.id);
    else if (event.key === "Escape") onLeave();
    else if (!isSearched && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const found = nextByLetter(ordered, stop, event.key);
      if (found >= 0) setAt(found);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const options = (
    <>
      {groups.map((group) => (
        <div key={group.provider} role="group" aria-label={group.provider}>
          <div class="model-provider" aria-hidden="true">
            {group.provider}
          </div>
          {group.models.map((model) => {
            const index = ordered.indexOf(model);
            return (
              <div
                key={model.id}
                id={idOf(index)}
                class={`option ${index === stop ? "is-current" : ""}`}
                role="option"
                aria-selected={model.id === chosen}
                title={model.id}
                onPointerDown={(event) => {
                  event.preventDefault();
                }}
                onClick={() => {
                  onChoose(model.id);
                }}
              >
                <span class="model-check codicon codicon-check" aria-hidden="true" />
                <span class="option-label">{model.name}</span>
                {model.contextTokens === 0 ? undefined : (
                  <span
                    class="option-detail"
                    aria-label={l10n.t("reads {0} tokens", shortCount(model.contextTokens))}
                    title={l10n.t("Reads {0} tokens", model.contextTokens)}
                  >
                    {shortCount(model.contextTokens)}
                  </span>
                )}
              </div>
            );
          })}
        </div>
      ))}
      <div
        id={idOf(last)}
        class={`option model-add ${stop === last ? "is-current" : ""}`}
        role="option"
        aria-selected={false}
        onPointerDown={(event) => {
          event.preventDefault();
        }}
        onClick={() => {
          onChoose(undefined);
        }}
      >
        <span class="codicon codicon-add" aria-hidden="true" />
        <span class="option-label">{l10n.t("Add a model…")}</span>
      </div>
    </>
  );

  return (
    <div ref={scrolled} class="popup model-popup">
      {isSearched ? (
        <input
          ref={(element) => {
            focused.current = element;
          }}
          class="popup-input"
          type="text"
          role="combobox"
          aria-expanded={true}
          aria-controls={listId}
          aria-activedescendant={idOf(stop)}
          aria-autocomplete="list"
          aria-label={l10n.t("Search models")}
          placeholder={l10n.t("Search models")}
          value={query}
          onInput={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      ) : undefined}
      <div
        id={listId}
        class="model-list"
        role="listbox"
        aria-label={l10n.t("Models")}
        {...(isSearched
          ? {}
          : {
              ref: (element: HTMLDivElement | null) => {
                focused.current = element;
              },
              tabIndex: 0,
              "aria-activedescendant": idOf(stop),
              onKeyDown,
            })}
      >
        {options}
      </div>
    </div>
  );
}

/** Finds the next model whose name begins with a letter, from the current one on and around; -1 if there is none. */
function nextByLetter(models: readonly ModelView[], at: number, letter: string): number {
  const begins = ({ name }: ModelView): boolean => name.toLowerCase().startsWith(letter.toLowerCase());
  const after = models.findIndex((model, index) => index > at && begins(model));
  return after >= 0 ? after : models.findIndex(begins);
}
