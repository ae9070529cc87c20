import type { VNode } from "preact";
import type { BatchView, PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";
import { certaintyWords } from "./blockTarget.tsx";

interface BatchBarProps {
  /** Of the answer. */
  readonly id: string;
  readonly batch: BatchView;
  readonly post: (message: PageMessage) => void;
}

/** *Apply All*: the files first and how sure they are, then one button for all of them, then one that takes all back. */
export function BatchBar({ id, batch, post }: BatchBarProps): VNode {
  const { targets, state, canUndo } = batch;
  const on = (action: "apply" | "accept" | "undo") => () => {
    post({ type: "batch", id, action });
  };
  return (
    <section class="batch" aria-label={l10n.t("All changes of this answer")}>
      <h3 class="batch-title">
        <span class="codicon codicon-files" aria-hidden="true" />{" "}
        {targets.length === 1 ? l10n.t("1 file to change") : l10n.t("{0} files to change", targets.length)}
      </h3>
      <ul class="batch-targets">
        {targets.map(({ path, certainty, blocks }) => (
          <li key={path}>
            <span class="batch-path" title={path}>
              {path === "" ? l10n.t("Which file is not known yet") : path}
            </span>
            {blocks.length > 1 ? <span class="batch-blocks">{l10n.t("{0} blocks", blocks.length)}</span> : undefined}
            {certaintyWords(certainty) === "" ? undefined : (
              <span class="certainty" data-certainty={certainty}>
                {certaintyWords(certainty)}
              </span>
            )}
          </li>
        ))}
      </ul>
      <div class="batch-actions">
        {state === "idle" ? (
          <button type="button" class="button primary" onClick={on("apply")}>
            {l10n.t("Apply All")}
          </button>
        ) : undefined}
        {state === "running" ? (
          <span class="block-status">
            <span class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true" />{" "}
            {l10n.t("Computing all changes before any is shown…")}
          </span>
        ) : undefined}
        {state === "review" ? (
          <button type="button" class="button primary" onClick={on("accept")}>
            {l10n.t("Accept All")}
          </button>
        ) : undefined}
        {state === "accepted" ? (
          <>
            <span class="block-status" data-kind="good">
              <span class="codicon codicon-check" aria-hidden="true" /> {l10n.t("All accepted")}
            </span>
            <button type="button" class="button secondary" onClick={on("apply")}>
              {l10n.t("Apply again")}
            </button>
          </>
        ) : undefined}
        {canUndo ? (
          <button type="button" class="button secondary" onClick={on("undo")}>
            {l10n.t("Undo all")}
          </button>
        ) : undefined}
      </div>
    </section>
  );
}
