import type { VNode } from "preact";
import { useCallback } from "preact/hooks";
import type { Reference } from "../extension/core/chat/chatSchemas.ts";
import { Composer } from "./composer/composer.tsx";
import { ConversationBar } from "./conversations/conversationBar.tsx";
import { keepDraft, post, readKeptDraft } from "./host.ts";
import { ModelPicker } from "./models/modelPicker.tsx";
import { askedBefore, isStreaming } from "./pageState.ts";
import type { PageState } from "./pageState.ts";
import { Welcome } from "./welcome/welcome.tsx";

const keptDraft = readKeptDraft();

/** The whole page. */
export function App({ state }: { readonly state: PageState }): VNode {
  const send = useCallback((text: string, references: readonly Reference[]) => {
    post({ type: "send", text, references: [...references] });
  }, []);
  const { conversation, models } = state;
  if (conversation === undefined || models === undefined) return <main class="page" aria-busy="true" />;
  const isEmpty = conversation.messages.length === 0;
  return (
    <main class="page">
      <ConversationBar conversation={conversation} conversations={state.conversations} post={post} />
      {isEmpty ? <Welcome hasModel={models.models.length > 0} post={post} /> : undefined}
      <Composer
        initial={keptDraft}
        onChange={keepDraft}
        onSend={send}
        isStreaming={isStreaming(state)}
        models={models.models}
        chosenModel={models.chosen}
        active={state.active}
        offers={state.offers}
        meter={state.meter}
        compose={state.compose}
        askedBefore={askedBefore(state)}
        post={post}
      >
        <ModelPicker models={models.models} chosen={models.chosen} post={post} />
      </Composer>
    </main>
  );
}
