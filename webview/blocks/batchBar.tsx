import type { VNode } from "preact";
import type { BatchAction, BatchView, BlockView, PageMessage } from "../../extension/core/chat/chatProtocol.ts";
import { l10n } from "../l10n.ts";
import { batchCounts, batchTitle, fileState, statesOf } from "./batchFiles.ts";
import type { BatchCounts, FileState } from "./batchFiles.ts";
import { certaintyWords } from "./blockTarget.tsx";
import { PathName } from "./pathName.tsx";

interface BatchBarProps {
  /** Of the answer. */
  readonly id: string;
  readonly batch: BatchView;
  /** All blocks of the answer. */
  readonly blocks: readonly BlockView[];
  readonly post: (message: PageMessage) => void;
}

/** Shows *Apply All*: the files first, with the state of each, then one button for all of them. */
export function BatchBar({ id, batch, blocks, post }: BatchBarProps): VNode {
  const { targets, state } = batch;
  const on = (action: BatchAction) => () => {
    post({ type: "batch", id, action });
  };
  const files = targets.map((target) => ({ ...target, state: fileState(statesOf(target.blocks, blocks)) }));
  const counts = batchCounts(batch, blocks);
  const apply = state === "running" ? "" : applyWords(counts);
  return (
    <section class="batch" aria-label={l10n.t("All changes of this answer")}>
      <h3 class="batch-title">
        <span class="codicon codicon-files" aria-hidden="true" /> {batchTitle(files.map((file) => file.state))}
      </h3>
      <ul class="batch-targets">
        {files.map((file) => (
          <BatchFile key={file.path} {...file} />
        ))}
      </ul>
      <div class="batch-actions">
        {state === "running" ? (
          <span class="block-status">
            <span class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true" />{" "}
            {l10n.t("Computing all changes before any is shown…")}
          </span>
        ) : undefined}
        {state === "review" ? (
          <button
            type="button"
            class="button primary"
            title={l10n.t("Accepts the hunks of these files that are in review")}
            onClick={on("accept")}
          >
            {l10n.t("Accept All")}
          </button>
        ) : undefined}
        {state === "accepted" ? <Accepted counts={counts} /> : undefined}
        {apply === "" ? undefined : (
          <button type="button" class={`button ${state === "idle" ? "primary" : "secondary"}`} onClick={on("apply")}>
            {apply}
          </button>
        )}
      </div>
    </section>
  );
}

interface BatchFileProps extends Pick<BatchView["targets"][number], "path" | "certainty" | "blocks"> {
  readonly state: FileState;
}

function BatchFile({ path, certainty, blocks, state: { kind, words } }: BatchFileProps): VNode {
  // How sure it is which file is meant matters until something is done with it.
  const sureness = words === "" ? certaintyWords(certainty) : "";
  return (
    <li>
      <span class="batch-path" title={path}>
        {path === "" ? l10n.t("Which file is not known yet") : <PathName path={path} />}
      </span>
      <span class="batch-facts">
        {blocks.length > 1 ? <span class="batch-note">{l10n.t("{0} blocks", blocks.length)}</span> : undefined}
        {sureness === "" ? undefined : (
          <span class="certainty" data-certainty={certainty}>
            {sureness}
          </span>
        )}
        {words === "" ? undefined : (
          <span class="batch-note" data-kind={kind}>
            {words}
          </span>
        )}
      </span>
    </li>
  );
}

/** What *Apply All* would take now; empty if that is nothing. */
function applyWords({ total, fresh, rejected }: BatchCounts): string {
  if (fresh === total) return l10n.t("Apply All");
  if (fresh > 0) return l10n.t("Apply the rest ({0})", fresh);
  return rejected > 0 ? l10n.t("Apply the rejected again ({0})", rejected) : "";
}

function Accepted({ counts: { applied, total } }: { readonly counts: BatchCounts }): VNode {
  const isAll = applied === total;
  return (
    <span class="block-status" data-kind={isAll ? "good" : "plain"}>
      <span class={`codicon codicon-${isAll ? "check-all" : "check"}`} aria-hidden="true" />{" "}
      {isAll ? l10n.t("All accepted") : l10n.t("{0} of {1} blocks applied", applied, total)}
    </span>
  );
}
