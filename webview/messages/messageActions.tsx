import type { VNode } from "preact";
import type { PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import { IconButton } from "../controls/iconButton.tsx";
import { l10n } from "../l10n.ts";

interface BranchSwitchProps {
  readonly id: string;
  /** Ids of the messages that stand beside it, itself included. */
  readonly siblings: readonly string[];
  readonly post: (message: PageMessage) => void;
}

/** Shows a switch to the messages that stand beside one; nothing if there is no other. */
export function BranchSwitch({ id, siblings, post }: BranchSwitchProps): VNode | undefined {
  if (siblings.length < 2) return undefined;
  const at = siblings.indexOf(id);
  const show = (to: number) => () => {
    const sibling = siblings[to];
    if (sibling !== undefined) post({ type: "show-branch", id: sibling });
  };
  return (
    <span class="branch-switch" role="group" aria-label={l10n.t("Versions")}>
      <IconButton
        icon="chevron-left"
        class="small"
        label={l10n.t("Previous version")}
        disabled={at <= 0}
        onClick={show(at - 1)}
      />
      <span class="branch-number" aria-label={l10n.t("Version {0} of {1}", at + 1, siblings.length)}>
        {at + 1}/{siblings.length}
      </span>
      <IconButton
        icon="chevron-right"
        class="small"
        label={l10n.t("Next version")}
        disabled={at >= siblings.length - 1}
        onClick={show(at + 1)}
      />
    </span>
  );
}
