import type { VNode } from "preact";
import type { PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";

export interface WelcomeProps {
  /** There is a model to ask: only what the chat can do is shown. */
  readonly hasModel: boolean;
  readonly post: (message: PageMessage) => void;
}

/** Shows what stands in an empty conversation. */
export function Welcome({ hasModel, post }: WelcomeProps): VNode {
  const openSample = (): void => {
    post({ type: "open-sample" });
  };
  const lines = hasModel
    ? [
        { icon: "mention", text: l10n.t("@ adds files, symbols or problems; the active file goes along by itself.") },
        { icon: "play", text: l10n.t("Apply puts a code block of the answer into its file, as a diff to review.") },
        { icon: "check-all", text: l10n.t("Apply All does it for all blocks and files at once, and can be undone.") },
      ]
    : [
        { icon: "key", text: l10n.t("With a key: OpenAI, Anthropic, Google, OpenRouter, Mistral and others.") },
        { icon: "device-desktop", text: l10n.t("Without one: a model on this computer, through Ollama or LM Studio.") },
        { icon: "copilot", text: l10n.t("With GitHub Copilot: its models are found by themselves.") },
      ];
  return (
    <section class="welcome" aria-labelledby="welcome-title">
      <span class="welcome-icon codicon codicon-comment-discussion-sparkle" aria-hidden="true" />
      <h2 id="welcome-title">{hasModel ? l10n.t("What should change?") : l10n.t("Choose who plans your changes")}</h2>
      <ul class="welcome-lines">
        {lines.map(({ icon, text }) => (
          <li key={icon}>
            <span class={`codicon codicon-${icon}`} aria-hidden="true" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {hasModel ? (
        <button type="button" class="link-button" onClick={openSample}>
          {l10n.t("Open the sample conversation")}
        </button>
      ) : (
        <>
          <div class="welcome-buttons">
            <button
              type="button"
              class="button primary"
              onClick={() => {
                post({ type: "add-model" });
              }}
            >
              {l10n.t("Add a model…")}
            </button>
            <button type="button" class="button secondary" onClick={openSample}>
              {l10n.t("Open the sample conversation")}
            </button>
          </div>
          <p class="welcome-note">{l10n.t("The sample needs no model, and its code blocks apply for real.")}</p>
        </>
      )}
    </section>
  );
}
