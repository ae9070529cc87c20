import type { VNode } from "preact";
import { useCallback, useMemo, useRef } from "preact/hooks";
import type { Reference } from "../extension/core/chat/chatSchemas.ts";
import { Composer } from "./composer/composer.tsx";
import type { ComposerProps } from "./composer/composer.tsx";
import { ConversationBar } from "./conversations/conversationBar.tsx";
import { UnfoldedLines } from "./edits/fold.tsx";
import { keepDraft, post, readKeptDraft } from "./host.ts";
import type { Draft } from "./host.ts";
import { Announcer } from "./messages/announcer.tsx";
import { MessageList } from "./messages/messageList.tsx";
import type { EditQuestion } from "./messages/question.tsx";
import { ModelPicker } from "./models/modelPicker.tsx";
import { EMPTY_STATE, askedBefore, isStreaming } from "./pageState.ts";
import type { PageState } from "./pageState.ts";
import { Welcome } from "./welcome/welcome.tsx";

/** Shows the whole page; an empty one until the host has sent conversation and models. */
export function App({ state }: { readonly state: PageState }): VNode {
  const { conversation, models, active, offers, meter, compose } = state;
  const streaming = isStreaming(state);
  const send = useCallback((text: string, references: readonly Reference[]) => {
    post({ type: "send", text, references: [...references] });
  }, []);
  const shared = useMemo<Omit<ComposerProps, "initial" | "onSend" | "compose">>(
    () => ({
      isStreaming: streaming,
      models: models?.models ?? [],
      chosenModel: models?.chosen ?? "",
      active,
      offers,
      meter,
      askedBefore: [],
      post,
      children: <ModelPicker models={models?.models ?? []} chosen={models?.chosen ?? ""} post={post} />,
    }),
    [streaming, models, active, offers, meter],
  );
  const edit = useCallback<EditQuestion>(
    (edited) => <Composer {...shared} {...edited} compose={EMPTY_STATE.compose} />,
    [shared],
  );
  const id = conversation?.id ?? "";
  const isUnasked = conversation?.messages.length === 0;
  const shown = useRef("");
  const draft = useMemo(() => {
    const isFirst = shown.current === "" && isUnasked;
    shown.current = id;
    return readKeptDraft(id, isFirst);
  }, [id]);
  const keep = useCallback(
    (changed: Draft) => {
      keepDraft(id, changed, isUnasked);
    },
    [id, isUnasked],
  );
  if (conversation === undefined || models === undefined) return <main class="page" aria-busy="true" />;
  const { messages } = conversation;
  return (
    <main class="page">
      <ConversationBar conversation={conversation} conversations={state.conversations} post={post} />
      {messages.length === 0 ? (
        <Welcome hasModel={models.models.length > 0} post={post} />
      ) : (
        <UnfoldedLines.Provider value={state.unfolded}>
          <MessageList
            key={conversation.id}
            messages={messages}
            isStreaming={streaming}
            edit={edit}
            reveal={state.reveal}
            post={post}
          />
        </UnfoldedLines.Provider>
      )}
      <Announcer last={messages.at(-1)?.message} reported={state.reported} />
      <Composer
        {...shared}
        initial={draft}
        conversation={conversation.id}
        onChange={keep}
        onSend={send}
        compose={compose}
        askedBefore={askedBefore(state)}
      />
    </main>
  );
}
