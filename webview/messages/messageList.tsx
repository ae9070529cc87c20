import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageMessage, ShownMessage } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";
import type { Revealed } from "../pageState.ts";
import { AnswerMessage } from "./answer.tsx";
import { QuestionMessage } from "./question.tsx";
import type { EditQuestion } from "./question.tsx";
import { undrawnOf, usePortions } from "./usePortions.ts";
import { useFollowing } from "./useFollowing.ts";
import { useRevealing } from "./useRevealing.ts";

interface MessageListProps {
  readonly messages: readonly ShownMessage[];
  readonly isStreaming: boolean;
  readonly edit: EditQuestion;
  readonly reveal: Revealed;
  readonly post: (message: PageMessage) => void;
}

/**
 * Shows the messages of the branch that is shown; another conversation needs another list. It stays at the end while an answer grows,
 * unless the user looks at something else.
 */
export function MessageList({ messages, isStreaming, edit, reveal, post }: MessageListProps): VNode {
  const list = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const following = useFollowing(list, setAway);
  const drawn = usePortions(messages);
  const undrawn = undrawnOf(messages, drawn);
  const last = messages.at(-1)?.message.id;
  const asked = messages.filter(({ message }) => message.role === "user").length;
  // What the user has just asked is looked at, wherever the list stood.
  useLayoutEffect(following.toEnd, [asked]);
  useLayoutEffect(following.grown);
  useRevealing(list, reveal, drawn === Infinity, following.leave);
  return (
    <div class="message-space">
      <div
        ref={list}
        class="messages"
        role="log"
        aria-live="off"
        aria-busy={drawn < Infinity}
        aria-label={l10n.t("Conversation")}
        onClick={(event) => {
          followLink(event, post);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") followLink(event, post);
        }}
      >
        {messages.map((shown, index) => (
          <Message
            key={shown.message.id}
            shown={shown}
            undrawn={undrawn[index] ?? 0}
            wanted={shown.message.id === reveal.id ? reveal.index : undefined}
            isLast={shown.message.id === last}
            isStreaming={isStreaming}
            edit={edit}
            post={post}
          />
        ))}
      </div>
      {isAway ? (
        <button
          type="button"
          class="to-end"
          title={l10n.t("To the end")}
          aria-label={l10n.t("To the end")}
          onClick={following.toEnd}
        >
          <span class="codicon codicon-arrow-down" aria-hidden="true" />
        </button>
      ) : undefined}
    </div>
  );
}

interface MessageProps {
  readonly shown: ShownMessage;
  /** How many characters of its beginning are not drawn yet. */
  readonly undrawn: number;
  /** A block that is to be drawn, however far down it is. */
  readonly wanted: number | undefined;
  readonly isLast: boolean;
  readonly isStreaming: boolean;
  readonly edit: EditQuestion;
  readonly post: (message: PageMessage) => void;
}

/** Drawn again only when it has changed itself. */
function Message({ shown, undrawn, wanted, isLast, isStreaming, edit, post }: MessageProps): VNode | undefined {
  const { message } = shown;
  const editNow = message.role === "user" ? edit : undefined;
  return useMemo(() => {
    if (undrawn === Infinity) return undefined;
    if (message.role === "assistant") {
      return (
        <AnswerMessage answer={message} shown={shown} undrawn={undrawn} wanted={wanted} isLast={isLast} post={post} />
      );
    }
    return <QuestionMessage question={message} shown={shown} isStreaming={isStreaming} edit={edit} post={post} />;
  }, [shown, undrawn, wanted, isLast, isStreaming, editNow, post]);
}

/** Links of an answer go to the host, which asks before it opens anything. */
function followLink(event: Event, post: (message: PageMessage) => void): void {
  const link = event.target instanceof Element ? event.target.closest("a[data-href]") : null;
  const href = link?.getAttribute("data-href") ?? "";
  if (href === "") return;
  event.preventDefault();
  post({ type: "link", href });
}
