import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type { PageMessage, Summary } from "../../extension/core/chat/chatProtocol.ts";
import { IconButton } from "../controls/iconButton.tsx";
import { useDismiss } from "../controls/useDismiss.ts";
import { l10n } from "../l10n.ts";
import type { ShownConversation } from "../pageState.ts";
import { ConversationChooser } from "./conversationList.tsx";

export interface ConversationBarProps {
  readonly conversation: ShownConversation;
  readonly conversations: { readonly query: string; readonly list: readonly Summary[] };
  readonly post: (message: PageMessage) => void;
}

/** Shows the title of the conversation, and the list of all of them. */
export function ConversationBar({ conversation, conversations, post }: ConversationBarProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    if (conversations.query !== "") post({ type: "search", query: "" });
  };
  const leave = (): void => {
    close();
    button.current?.focus();
  };
  useDismiss(root, isOpen, close, true);
  const title = conversation.title === "" ? l10n.t("New chat") : conversation.title;
  return (
    <header ref={root} class="conversation-bar">
      <button
        ref={button}
        type="button"
        class="conversation-title"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={l10n.t("{0}. Show all chats", title)}
        title={title}
        onClick={() => {
          if (isOpen) close();
          else setOpen(true);
        }}
      >
        <h1>{title}</h1>
        {conversation.isSample ? <span class="conversation-badge">{l10n.t("Sample")}</span> : undefined}
        <span class="codicon codicon-chevron-down" aria-hidden="true" />
      </button>
      <IconButton
        icon="add"
        label={l10n.t("New chat")}
        onClick={() => {
          close();
          post({ type: "new" });
        }}
      />
      {isOpen ? (
        <ConversationChooser
          shown={conversation.id}
          conversations={conversations}
          onOpen={(id) => {
            leave();
            if (id !== conversation.id) post({ type: "open", id });
          }}
          onLeave={leave}
          post={post}
        />
      ) : undefined}
    </header>
  );
}
