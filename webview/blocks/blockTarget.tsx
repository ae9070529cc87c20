import type { VNode } from "preact";
import type { BlockAction, BlockView, Certainty } from "../../extension/core/chat/chatProtocol.ts";
import type { LineCounts } from "../../extension/core/chat/editRows.ts";
import { IconButton } from "../controls/iconButton.tsx";
import { l10n } from "../l10n.ts";
import { PathName } from "./pathName.tsx";

interface BlockTargetProps {
  readonly view: BlockView | undefined;
  /** What the code itself says about the lines that change. */
  readonly counts: LineCounts | undefined;
  readonly language: string | undefined;
  readonly isShell: boolean;
  readonly isOpen: boolean;
  readonly act: (action: BlockAction) => void;
}

/** Shows which file the block is for, how sure that is, and how many lines change. */
export function BlockTarget({ view, counts, language, isShell, isOpen, act }: BlockTargetProps): VNode {
  if (view === undefined || view.path === "") {
    return (
      <span class="target-facts">
        <span class={`codicon codicon-${isShell ? "terminal" : "code"}`} aria-hidden="true" />
        <span class="code-language">{language ?? l10n.t("Text")}</span>
        <Counts view={view} counts={counts} />
        {isOpen || view === undefined || isShell ? undefined : <ChangeTarget act={act} />}
      </span>
    );
  }
  const { path, certainty, reason } = view;
  const sureness = certaintyWords(certainty);
  return (
    <>
      <button
        type="button"
        class="target-path"
        title={[path, sureness, reason].filter((words) => words !== "").join("\n")}
        aria-label={l10n.t("Open {0}", path)}
        onClick={() => {
          act("open-target");
        }}
      >
        <span class={`codicon codicon-${certainty === "new" ? "new-file" : "file"}`} aria-hidden="true" />
        <PathName path={path} />
      </button>
      <span class="target-facts">
        {sureness === "" ? undefined : (
          <span class="certainty" data-certainty={certainty} title={reason}>
            {sureness}
          </span>
        )}
        <Counts view={view} counts={counts} />
        {isOpen ? undefined : <ChangeTarget act={act} />}
      </span>
    </>
  );
}

/** Says how sure it is which file is meant; empty if it is certain, or if none is meant. */
export function certaintyWords(certainty: Certainty): string {
  switch (certainty) {
    case "certain":
    case "none":
      return "";
    case "likely":
      return l10n.t("likely");
    case "unsure":
      return l10n.t("unsure");
    case "new":
      return l10n.t("new file");
    case "refused":
      return l10n.t("not possible");
  }
}

function ChangeTarget({ act }: { readonly act: (action: BlockAction) => void }): VNode {
  return (
    <IconButton
      icon="edit"
      class="small"
      label={l10n.t("Choose another file")}
      onClick={() => {
        act("change-target");
      }}
    />
  );
}

/** What its review has says more than the code. */
function Counts({ view, counts }: Pick<BlockTargetProps, "view" | "counts">): VNode | undefined {
  const isReviewed = view?.added !== undefined || view?.removed !== undefined;
  const { added, removed } = (isReviewed ? view : counts) ?? {};
  if (added === undefined && removed === undefined) return undefined;
  const label = l10n.t("Lines added: {0}, removed: {1}", added ?? 0, removed ?? 0);
  return (
    <span class="counts" role="img" aria-label={label} title={label}>
      <span class="count-added">+{added ?? 0}</span> <span class="count-removed">−{removed ?? 0}</span>
    </span>
  );
}
