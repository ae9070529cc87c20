import type { VNode } from "preact";
import type { PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";

interface AfterBarProps {
  /** Of the answer. */
  readonly id: string;
  readonly post: (message: PageMessage) => void;
}

/** What can be done once changes of an answer are in files. */
export function AfterBar({ id, post }: AfterBarProps): VNode {
  return (
    <section class="after" aria-label={l10n.t("What this answer has changed")}>
      <div class="batch-actions">
        <button
          type="button"
          class="button secondary compact"
          title={l10n.t("Brings the files that this answer has changed back to what they were before it")}
          onClick={() => {
            post({ type: "batch", id, action: "restore" });
          }}
        >
          <span class="codicon codicon-discard" aria-hidden="true" /> {l10n.t("Restore")}
        </button>
      </div>
    </section>
  );
}
