import type { VNode } from "preact";
import type { PageMessage, Summary } from "../../extension/core/chat/chatProtocol.ts";
import type { ShownConversation } from "../pageState.ts";

export interface ConversationBarProps {
  readonly conversation: ShownConversation;
  readonly conversations: { readonly query: string; readonly list: readonly Summary[] };
  readonly post: (message: PageMessage) => void;
}

/** The title of the conversation, and the list of all of them. */
export function ConversationBar({ conversation }: ConversationBarProps): VNode {
  return <header class="conversation-bar">{conversation.title}</header>;
}
