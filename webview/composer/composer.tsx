import type { ComponentChildren, VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Meter, ModelView, Offer, PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import type { Reference } from "../../extension/core/chat/chatSchemas.ts";
import type { Draft } from "../host.ts";
import { l10n } from "../l10n.ts";
import { ContextMeter } from "../models/contextMeter.tsx";
import { IconButton } from "../controls/iconButton.tsx";
import { freeName, isLongPaste, linesOf, sentReferences, withReference, withoutReference } from "./attached.ts";
import { Chips } from "./chips.tsx";
import { insertText } from "./insertText.ts";
import { mentionOf } from "./mention.ts";
import { OfferList, optionId } from "./offerList.tsx";
import { MOST_TO_ATTACH, readPastedFiles } from "./pastedFiles.ts";
import { recall } from "./recall.ts";
import { useMeasure } from "./useMeasure.ts";
import { useOffers } from "./useOffers.ts";
import type { Offering } from "./useOffers.ts";

export interface ComposerProps {
  /** What stands in it first: what was kept, or the question that is edited. */
  readonly initial: Draft;
  /** Of the conversation; with another one, `initial` stands in it again. */
  readonly conversation?: string;
  /** Called with each change of what is typed. */
  readonly onChange?: (draft: Draft) => void;
  /** The question is sent. `references` includes the active ones unless they are left out. */
  readonly onSend: (text: string, references: readonly Reference[]) => void;
  /** Only if an earlier question is edited: Escape and a button give up. */
  readonly onCancel?: () => void;
  readonly isStreaming: boolean;
  readonly models: readonly ModelView[];
  readonly chosenModel: string;
  readonly active: readonly Reference[];
  readonly offers: { readonly request: number; readonly offers: readonly Offer[] };
  readonly meter: { readonly request: number; readonly meter: Meter } | undefined;
  /** The host puts something into it whenever `number` is another one. */
  readonly compose: { readonly number: number; readonly references: readonly Reference[] };
  /** Earlier questions, the newest first, for the Up key. */
  readonly askedBefore: readonly string[];
  /** The model picker, in the row of buttons. */
  readonly children?: ComponentChildren;
  readonly post: (message: PageMessage) => void;
}

interface Change {
  readonly text?: string;
  readonly references?: readonly Reference[];
  readonly leavesOutActive?: boolean;
}

/** Shows the field where questions are written. */
export function Composer(props: ComposerProps): VNode {
  const { initial, onChange, onSend, onCancel, isStreaming, chosenModel, active, meter, compose, post } = props;
  const isEdit = onCancel !== undefined;
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState<Draft>(initial);
  const [notice, setNotice] = useState("");
  const recalledAt = useRef(-1);
  const listId = useId();
  const { text, references, leavesOutActive } = draft;
  const sent = sentReferences(references, active, leavesOutActive);
  const offering = useOffers(props.offers, sent, post);
  useMeasure(isEdit ? undefined : { text, references: sent, chosenModel, asked: props.askedBefore.length }, post);

  // Several changes may come before the next drawing, and files are read for a while.
  const newest = useRef(draft);
  const keep = useRef(onChange);
  keep.current = onChange;
  const change = (changed: Change): void => {
    const references = changed.references ?? newest.current.references;
    newest.current = { ...newest.current, ...changed, references: [...references] };
    setDraft(newest.current);
    keep.current?.(newest.current);
  };
  const attach = (added: readonly Reference[]): void => {
    change({ references: added.reduce(withReference, newest.current.references) });
  };
  const focus = (): void => field.current?.focus();

  // At once: the next key is for the text.
  useLayoutEffect(() => {
    if (isEdit) field.current?.setSelectionRange(text.length, text.length);
    if (isEdit) focus();
    // Only once: where the caret goes later is up to the user.
  }, []);

  // Whoever comes to the view wants to write, unless the focus was elsewhere in it before.
  useEffect(() => {
    if (isEdit) return;
    const onFocus = (): void => {
      if (document.activeElement === document.body) focus();
    };
    window.addEventListener("focus", onFocus);
    return () => {
      window.removeEventListener("focus", onFocus);
    };
  }, []);

  const shownIn = useRef(props.conversation);
  useLayoutEffect(() => {
    if (shownIn.current === props.conversation) return;
    shownIn.current = props.conversation;
    newest.current = initial;
    setDraft(initial);
    setNotice("");
    recalledAt.current = -1;
    offering.close();
  }, [props.conversation]);

  useEffect(() => {
    if (!isStreaming) setNotice((before) => (before === waitWords() ? "" : before));
  }, [isStreaming]);

  const composed = useRef(0);
  useLayoutEffect(() => {
    if (isEdit || composed.current === compose.number) return;
    composed.current = compose.number;
    attach(compose.references);
    focus();
  }, [compose.number]);

  const canSend = text.trim() !== "" && (isEdit || !isStreaming);
  const send = (): void => {
    if (!canSend) {
      if (isStreaming) setNotice(waitWords());
      return;
    }
    // What is typed stays until there is somebody to read it.
    if (chosenModel === "") {
      post({ type: "add-model" });
      return;
    }
    onSend(text.trim(), sent);
    recalledAt.current = -1;
    setNotice("");
    offering.close();
    if (!isEdit) change({ text: "", references: [] });
  };

  const choose = ({ reference }: Offer): void => {
    const { current } = field;
    if (current === null || offering.mention === undefined) return;
    const { start } = offering.mention;
    current.setSelectionRange(start, current.selectionStart);
    insertText(current, `${mentionOf(reference)} `);
    attach([reference]);
    offering.close();
    setNotice(l10n.t("{0} goes along.", mentionOf(reference).slice(1)));
  };

  const attachFiles = (files: readonly File[]): void => {
    void readPastedFiles(files, newest.current.references).then(({ references: read, trouble }) => {
      attach(read);
      setNotice(trouble);
    });
  };

  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    const files = [...(event.clipboardData?.files ?? [])];
    if (pasted === "" && files.length > 0) {
      event.preventDefault();
      attachFiles(files);
    } else if (pasted.length > MOST_TO_ATTACH) {
      event.preventDefault();
      setNotice(l10n.t("The text is longer than {0} million characters and was not pasted.", MOST_TO_ATTACH / 1e6));
    } else if (isLongPaste(pasted)) {
      event.preventDefault();
      const lines = linesOf(pasted);
      const name =
        lines > 1 ? l10n.t("Pasted text, {0} lines", lines) : l10n.t("Pasted text, {0} characters", pasted.length);
      attach([{ type: "text", name: freeName(newest.current.references, name), text: pasted }]);
      setNotice(l10n.t("The long text was attached. Click its name to put it into the question."));
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and the arrows belong to the input method while it composes.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
      if (!event.isComposing && !event.altKey && event.key === "Enter") {
        event.preventDefault();
        send();
      }
      return;
    }
    const offer = offering.offers[offering.at];
    if (offering.isOpen && offer !== undefined && !event.shiftKey) {
      if (event.key === "Enter" || event.key === "Tab") {
        event.preventDefault();
        choose(offer);
        return;
      }
      if (offering.move(event.key)) {
        event.preventDefault();
        return;
      }
    }
    const { current } = field;
    if (event.key === "Escape") {
      if (offering.mention !== undefined) offering.dismiss();
      else if (isEdit) onCancel();
      else if (isStreaming) post({ type: "stop" });
      else return;
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      // Whoever wanted to attach something does not want to ask without it.
      if (offering.mention === undefined) send();
      else offering.dismiss();
    } else if (!event.shiftKey && (event.key === "ArrowUp" || event.key === "ArrowDown") && !isEdit) {
      const recalled = recall(props.askedBefore, recalledAt.current, text, event.key === "ArrowUp" ? 1 : -1);
      if (recalled === undefined) return;
      event.preventDefault();
      recalledAt.current = recalled.at;
      change({ text: recalled.text });
    } else if (event.key === "Backspace" && current?.selectionStart === 0 && current.selectionEnd === 0) {
      const chips = current.form?.querySelectorAll<HTMLElement>(".chip-remove");
      [...(chips ?? [])].at(-1)?.focus();
    }
  };

  return (
    <form
      class={`composer ${isEdit ? "is-edit" : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
      }}
      onDrop={(event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        attachFiles(files);
      }}
    >
      {offering.isOpen ? (
        <OfferList id={listId} offers={offering.offers} at={offering.at} onChoose={choose} />
      ) : offering.isEmpty ? (
        <p class="popup offers offers-none" aria-hidden="true">
          {l10n.t("Nothing found")}
        </p>
      ) : undefined}
      <Chips
        added={references}
        active={active}
        leavesOutActive={leavesOutActive}
        onRemove={(reference) => {
          change({ references: withoutReference(references, reference) });
        }}
        onToggleActive={() => {
          change({ leavesOutActive: !leavesOutActive });
        }}
        onUnpack={(reference) => {
          change({ references: withoutReference(references, reference) });
          focus();
          if (field.current !== null) insertText(field.current, reference.text);
        }}
        onLeave={focus}
      />
      <textarea
        ref={field}
        class="composer-text"
        rows={1}
        value={text}
        placeholder={isEdit ? "" : l10n.t("Ask for a change (@ adds context)")}
        aria-label={isEdit ? l10n.t("Edit the question") : l10n.t("Ask a question")}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(offering.isOpen
          ? { "aria-controls": listId, "aria-activedescendant": optionId(listId, offering.at) }
          : {})}
        onInput={({ currentTarget }) => {
          setNotice("");
          change({ text: currentTarget.value });
          offering.follow(currentTarget.value, currentTarget.selectionStart);
        }}
        onSelect={({ currentTarget }) => {
          offering.follow(currentTarget.value, currentTarget.selectionStart);
        }}
        onBlur={offering.close}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div class="composer-row">
        <IconButton
          icon="mention"
          label={l10n.t("Add files, symbols, problems…")}
          onClick={() => {
            const { current } = field;
            if (current === null) return;
            current.focus();
            const before = current.value[current.selectionStart - 1];
            insertText(current, before === undefined || /\s/.test(before) ? "@" : " @");
          }}
        />
        {props.children}
        <span class="composer-space" />
        {isEdit || meter === undefined || chosenModel === "" ? undefined : <ContextMeter meter={meter.meter} />}
        {isEdit ? (
          <IconButton icon="close" label={l10n.t("Cancel the edit")} onClick={onCancel} />
        ) : isStreaming ? (
          <IconButton
            icon="stop-circle"
            class="composer-stop"
            label={l10n.t("Stop the answer (Escape)")}
            onClick={() => {
              post({ type: "stop" });
              focus();
            }}
          />
        ) : undefined}
        {isEdit || !isStreaming ? (
          <IconButton
            icon="send"
            class="composer-send"
            label={isEdit ? l10n.t("Ask again (Enter)") : l10n.t("Ask (Enter)")}
            disabled={!canSend}
            onClick={send}
          />
        ) : undefined}
      </div>
      {isEdit || meter === undefined || meter.meter.leftOut.length === 0 ? undefined : (
        <p class="composer-left-out">
          <span class="codicon codicon-warning" aria-hidden="true" />
          <span>{l10n.t("Does not fit and stays out: {0}", meter.meter.leftOut.join(", "))}</span>
        </p>
      )}
      <p class={`composer-notice ${notice === "" ? "for-screen-readers" : ""}`} role="status">
        {notice === "" ? offersWords(offering) : notice}
      </p>
    </form>
  );
}

function waitWords(): string {
  return l10n.t("An answer is still being written. Stop it to ask the next question.");
}

/** For screen readers: what the list of offers shows. */
function offersWords({ isOpen, isEmpty, offers }: Offering): string {
  if (isEmpty) return l10n.t("Nothing found");
  return isOpen ? l10n.t("{0} to choose from", offers.length) : "";
}
