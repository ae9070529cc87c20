import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { PageMessage, ShownMessage } from "../../extension/core/chat/chatProtocol.ts";
import type { Attachment, Question as AskedQuestion, Reference } from "../../extension/core/chat/chatSchemas.ts";
import { keepEdit, readKeptEdit } from "../host.ts";
import type { Draft } from "../host.ts";
import { IconButton } from "../controls/iconButton.tsx";
import { l10n } from "../l10n.ts";
import { BranchSwitch } from "./messageActions.tsx";

/** Draws the composer for a question that is edited. */
export type EditQuestion = (edited: {
  readonly initial: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onSend: (text: string, references: readonly Reference[]) => void;
  readonly onCancel: () => void;
}) => VNode;

interface QuestionProps {
  readonly question: AskedQuestion;
  readonly shown: ShownMessage;
  readonly isStreaming: boolean;
  readonly edit: EditQuestion;
  readonly post: (message: PageMessage) => void;
}

/** A longer question is folded. */
const MOST_LINES = 12;
const MOST_CHARACTERS = 1_500;

/** Shows what the user asked, with what went along; as a composer while it is edited. */
export function QuestionMessage({ question, shown, isStreaming, edit, post }: QuestionProps): VNode {
  const { id, text, attachments } = question;
  const [edited, setEdited] = useState(() => readKeptEdit(id));
  if (edited !== undefined) {
    const onChange = (draft: Draft): void => {
      keepEdit(id, draft);
    };
    const onCancel = (): void => {
      keepEdit(id, undefined);
      setEdited(undefined);
    };
    const onSend = (newText: string, references: readonly Reference[]): void => {
      onCancel();
      post({ type: "edit", id, text: newText, references: [...references] });
    };
    return <article class="message question edited">{edit({ initial: edited, onChange, onSend, onCancel })}</article>;
  }
  return (
    <article class="message question" aria-label={l10n.t("You")}>
      <div class="question-bubble">
        <FoldedText text={text} />
        {attachments.length > 0 ? (
          <ul class="attachments" aria-label={l10n.t("Attachments")}>
            {attachments.map((attachment, index) => (
              <AttachmentChip key={index} attachment={attachment} />
            ))}
          </ul>
        ) : undefined}
      </div>
      <footer class={shown.siblings.length > 1 ? "message-actions has-versions" : "message-actions"}>
        <BranchSwitch id={id} siblings={shown.siblings} post={post} />
        <IconButton
          icon="copy"
          label={l10n.t("Copy question")}
          onClick={() => {
            post({ type: "copy", text });
          }}
        />
        <IconButton
          icon="edit"
          label={l10n.t("Edit and ask again")}
          disabled={isStreaming}
          onClick={() => {
            const references = attachments.map(({ reference }) => reference);
            const initial: Draft = { text, references, leavesOutActive: true };
            keepEdit(id, initial);
            setEdited(initial);
          }}
        />
      </footer>
    </article>
  );
}

function FoldedText({ text }: { readonly text: string }): VNode {
  const [isWhole, setWhole] = useState(false);
  const lines = text.split("\n");
  const start = lines.slice(0, MOST_LINES).join("\n").slice(0, MOST_CHARACTERS);
  const isFolded = !isWhole && start.length < text.length;
  return (
    <>
      <div class="question-text">{isFolded ? `${start}…` : text}</div>
      {start.length < text.length ? (
        <button
          type="button"
          class="link-button"
          aria-expanded={isWhole}
          onClick={() => {
            setWhole(!isWhole);
          }}
        >
          {isWhole ? l10n.t("Show less") : l10n.t("Show the whole question")}
        </button>
      ) : undefined}
    </>
  );
}

const icons: Readonly<Record<Reference["type"], string>> = {
  file: "file",
  selection: "list-selection",
  symbol: "symbol-method",
  problems: "warning",
  folder: "folder",
  text: "note",
};

function AttachmentChip({ attachment: { reference, trouble } }: { readonly attachment: Attachment }): VNode {
  const name = referenceName(reference);
  return (
    <li class="attachment" data-trouble={trouble !== undefined} title={trouble ?? name}>
      <span class={`codicon codicon-${trouble === undefined ? icons[reference.type] : "warning"}`} aria-hidden="true" />
      <span class="attachment-name">{name}</span>
      {trouble === undefined ? undefined : <span class="attachment-trouble">{trouble}</span>}
    </li>
  );
}

function referenceName(reference: Reference): string {
  switch (reference.type) {
    case "file":
    case "folder":
      return reference.path;
    case "selection":
      return `${reference.path}:${reference.startLine}-${reference.endLine}`;
    case "symbol":
      return `${reference.name} · ${reference.path}`;
    case "problems":
      return l10n.t("Problems of {0}", reference.path);
    case "text":
      return reference.name;
  }
}
