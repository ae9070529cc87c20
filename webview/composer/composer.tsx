import type { ComponentChildren, VNode } from "preact";
import type { Meter, ModelView, Offer, PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import type { Reference } from "../../extension/core/chat/chatSchemas.ts";
import type { Draft } from "../host.ts";
import { l10n } from "../l10n.ts";

export interface ComposerProps {
  /** What stands in it first: what was kept, or the question that is edited. */
  readonly initial: Draft;
  /** Called with each change of what is typed. */
  readonly onChange?: (draft: Draft) => void;
  /** The question is sent. `references` has the active ones where they are not left out. */
  readonly onSend: (text: string, references: readonly Reference[]) => void;
  /** Only where an earlier question is edited: Escape and a button give up. */
  readonly onCancel?: () => void;
  readonly isStreaming: boolean;
  readonly models: readonly ModelView[];
  readonly chosenModel: string;
  readonly active: readonly Reference[];
  readonly offers: { readonly request: number; readonly offers: readonly Offer[] };
  readonly meter: { readonly request: number; readonly meter: Meter } | undefined;
  /** The host puts something into it whenever `number` is another one. */
  readonly compose: { readonly number: number; readonly text: string; readonly references: readonly Reference[] };
  /** Earlier questions, the newest first, for the Up key. */
  readonly askedBefore: readonly string[];
  /** The model picker, in the row of buttons. */
  readonly children?: ComponentChildren;
  readonly post: (message: PageMessage) => void;
}

/** Where questions are written. */
export function Composer({ initial, onSend }: ComposerProps): VNode {
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(initial.text, initial.references);
      }}
    >
      <textarea aria-label={l10n.t("Ask a question")} />
    </form>
  );
}
