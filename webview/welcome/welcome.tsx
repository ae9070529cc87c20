import type { VNode } from "preact";
import type { PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";

export interface WelcomeProps {
  /** There is a model to ask: only what the chat can do is told. */
  readonly hasModel: boolean;
  readonly post: (message: PageMessage) => void;
}

/** What stands in an empty conversation. */
export function Welcome({ post }: WelcomeProps): VNode {
  return (
    <section class="welcome">
      <button
        type="button"
        onClick={() => {
          post({ type: "open-sample" });
        }}
      >
        {l10n.t("Open the sample conversation")}
      </button>
    </section>
  );
}
